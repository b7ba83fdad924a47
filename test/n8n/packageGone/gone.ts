import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { EVERY_TEN_SECONDS, node } from '../../../tools/harness/n8n/workflows';
import { serviceTime } from '../../../tools/simulator/faxing/times';
import type { Endpoint } from '../../../tools/simulator/state';
import { clinic } from '../../contract/support/operationCases';
import { letPass } from '../support/letPass';
import { makeNpm, PACKAGE, UPDATE, VERSION } from '../support/localNpm';
import { TRIGGER, until, useTriggerBench } from '../support/triggerBench';

const MINUTE = 60_000;

const bench = useTriggerBench();

let npm: string;

beforeAll(async () => {
	npm = await mkdtemp(join(tmpdir(), 'npm-'));
	await makeNpm(npm);
	const { env } = bench().n8n;
	env['PATH'] = [npm, env['PATH']].join(delimiter);
});
afterAll(async () => {
	await rm(npm, { recursive: true, force: true });
});

/** Returns the environment of a deployment that lists its community packages. */
function listed(...packages: object[]): Record<string, string> {
	return {
		N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
		N8N_COMMUNITY_PACKAGES: JSON.stringify(packages),
	};
}

/** Starts n8n like a container without a volume for its folder. */
async function restart(env: Record<string, string> = {}): Promise<void> {
	const { n8n } = bench();
	await n8n.shutDown();
	rmSync(join(n8n.userFolder, '.n8n', 'nodes'), { recursive: true, force: true });
	await n8n.restart(env);
}

async function isThere(): Promise<boolean> {
	return await bench().n8n.api.knowsNode(`${PACKAGE}.faxPlusTrigger`, 2);
}

let byWebhook: string;
let byPoll: string;
let endpoint: Endpoint;
let arrived: string[];

/** Publishes a workflow with each trigger. */
async function publishBoth(): Promise<void> {
	const { n8n, simulator, account } = bench();
	simulator.deliverySettings.retrySchedule = [];
	arrived = [];
	const trigger = bench().trigger('gone', { pollTimes: EVERY_TEN_SECONDS });
	({ id: byWebhook, endpoint } = await bench().activate(trigger));
	const polling = node(
		TRIGGER,
		`${PACKAGE}.faxPlusPollingTrigger`,
		{ authentication: 'accessToken', pollTimes: EVERY_TEN_SECONDS },
		{ credentials: [account] },
	);
	byPoll = await bench().create(polling);
	await n8n.api.publish(byPoll);
	await until(async () => (await n8n.api.getWorkflow(byPoll)).staticData ?? undefined);
}

/** Receives a fax whose record is this many milliseconds old. Returns the final state of its delivery. */
async function arrive(faxId: string, age = 0): Promise<string> {
	arrived.push(faxId);
	const { settled } = bench().faxReceived(endpoint, { faxId });
	const time = serviceTime(Date.now() - age);
	Object.assign(clinic(bench().simulator).faxes.get(faxId) ?? {}, { startTime: time, lastUpdate: time });
	return (await settled).state;
}

async function passed(workflowId: string): Promise<string[]> {
	return (await bench().passed(workflowId)).map(({ data }) => (data as { id: string }).id).sort();
}

/** Waits until each received fax has started both workflows once. */
async function untilPassed(): Promise<void> {
	for (const id of [byWebhook, byPoll]) {
		await until(async () => (await passed(id)).length >= arrived.length);
		expect(await passed(id)).toEqual([...arrived].sort());
	}
}

it("An update by n8n's page, and the way back, keep endpoints and what triggers remember. Each fax starts both workflows once, with and without the restart after it", async () => {
	const { n8n } = bench();
	await restart();
	await n8n.api.installPackage(PACKAGE, VERSION);
	await publishBoth();
	await arrive('fax_installed');
	await untilPassed();
	for (const version of [UPDATE, VERSION]) {
		await n8n.api.updatePackage(PACKAGE, version);
		for (const moment of ['before', 'after']) {
			expect(await arrive(`fax_${version}_${moment}`)).toBe('delivered');
			await untilPassed();
			expect(bench().endpointsOf(bench().trigger('gone'))).toEqual([endpoint]);
			if (moment === 'before') await n8n.restart();
		}
	}
});

it('Faxes from while the package is missing start both workflows once after a reinstall and a publish, and an n8n instance that reinstalls it continues by itself', async () => {
	const { n8n, simulator } = bench();
	await publishBoth();
	await arrive('fax_before');
	await untilPassed();
	await n8n.shutDown();
	const before = clinic(simulator).faxes.get('fax_before');
	// For ten minutes, checks leave a fax to its delivery. This fax shows that lists and deliveries use the same ids.
	if (before) before.lastUpdate = serviceTime(Date.now() - 60 * MINUTE);
	await letPass(n8n, byWebhook, before ? [before] : [], 60 * MINUTE);
	await letPass(n8n, byPoll, [], 60 * MINUTE);

	// n8n doesn't install what its database lists as installed, so the list without the package comes first.
	await restart(listed());
	expect(await isThere()).toBe(false);
	expect(await arrive('fax_while_gone', 15 * MINUTE)).toBe('failed');

	await n8n.restart(listed({ name: PACKAGE, version: VERSION }));
	expect(await isThere()).toBe(true);
	// n8n doesn't start a trigger on its own if it couldn't start the trigger before.
	for (const id of [byWebhook, byPoll]) await n8n.api.publish(id);
	await untilPassed();

	// An n8n instance that reinstalls missing packages recovers on its own, even with a later version.
	await restart({
		...listed({ name: PACKAGE, version: UPDATE }),
		N8N_REINSTALL_MISSING_PACKAGES: 'true',
	});
	expect(n8n.log).toContain(`Updated community package '${PACKAGE}' from ${VERSION} to ${UPDATE} from env`);
	expect(await arrive('fax_after_update')).toBe('delivered');
	await untilPassed();
	expect(bench().endpointsOf(bench().trigger('gone'))).toEqual([endpoint]);
});

it("n8n uninstalls packages that aren't in its list, and doesn't start with an unverified one in its list if those are off", async () => {
	const { n8n } = bench();
	const list = listed({ name: PACKAGE, version: UPDATE });

	await n8n.restart(listed());
	expect(n8n.log).toContain(`Removed community package '${PACKAGE}'`);
	expect(await isThere()).toBe(false);

	const unverifiedOff = { ...list, N8N_UNVERIFIED_PACKAGES_ENABLED: 'false' };
	await expect(n8n.restart(unverifiedOff)).rejects.toThrow(/ended while it was starting/);
	expect(n8n.log).toContain('unverified packages are disabled');

	await n8n.restart({ N8N_UNVERIFIED_PACKAGES_ENABLED: 'true' });
	expect(await isThere()).toBe(true);
});
