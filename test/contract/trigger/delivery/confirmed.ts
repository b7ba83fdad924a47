import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { signingSecrets } from '../../../../tools/harness/n8n/credentials';
import { seed } from '../../../../tools/simulator';
import type { FaxEvent } from '../../../../tools/simulator/events';
import { serviceTime } from '../../../../tools/simulator/faxing/times';
import { letTimePass } from '../../support/time';
import { until, useTriggerBench } from '../support/bench';
import { OTHER_SECRET, Receiver, SECRET, signed, type Delivery } from '../support/receiver';
import type { Trigger, TriggerSettings } from '../support/trigger';

const bench = useTriggerBench();

const NO_SECRET = signingSecrets();
const HOUR = 3_600_000;

/** Returns a time in Fax.Plus's format. */
const ago = (hours: number) => serviceTime(Date.now() - hours * HOUR);

afterEach(() => {
	jest.restoreAllMocks();
});

/** Starts a trigger without a signing secret. */
async function listen(
	settings: Partial<TriggerSettings> = {},
	secrets: object = NO_SECRET,
): Promise<Receiver> {
	return await Receiver.listen(bench(), settings, secrets);
}

/** Adds a fax at Fax.Plus without a delivery. */
function faxAtService(values: FaxEvent = {}, event: 'fax_received' | 'fax_sent' = 'fax_received'): string {
	const { endpoints, faxes } = bench().account;
	const all = [...endpoints];
	endpoints.clear();
	bench().simulator.emit(event, values);
	for (const [id, endpoint] of all) endpoints.set(id, endpoint);
	return [...faxes.keys()].at(-1) ?? '';
}

/** Returns a request that names a real fax but is wrong about everything else. */
function naming(id: string, data: object = {}, event = 'fax_received'): Delivery {
	const body = JSON.stringify({
		hook: { id: 'lie', event, event_time: '2001-01-01 00:00:00', target: 'lie' },
		data: { id, from: 'lie', to: 'lie', pages: 99, status: 'success', file: 'lie', ...data },
	});
	return { body, headers: {} };
}

/** Returns the requests that read faxes. */
function lookups() {
	return bench().simulator.requests.filter(({ operationId }) =>
		['getFax', 'listFaxes'].includes(operationId),
	);
}

function reasons({ refusals }: Receiver): string[] {
	return refusals;
}

async function statusOf(receiver: Receiver, delivery: Delivery): Promise<number> {
	return (await receiver.post(delivery)).status;
}

/** Sends a request that names a fax with these values. Returns the response status and the number of executions. */
async function outcomeOf(
	event: 'fax_received' | 'fax_sent',
	values: object,
	parameters: INodeParameters = {},
): Promise<[status: number, executions: number]> {
	const receiver = await listen({ parameters: { events: [event], ...parameters } });
	const id = faxAtService({}, event);
	Object.assign(bench().account.faxes.get(id) ?? {}, values);
	const { status = 'success' } = bench().account.faxes.get(id) ?? {};
	return [await statusOf(receiver, naming(id, { status }, event)), receiver.executions.length];
}

/** Runs the trigger node in these executions, and returns the items that it outputs. */
async function passed(trigger: Trigger, executions: INodeExecutionData[][]): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const started of executions) items.push(...(await trigger.execute(started, 'webhook')));
	return items;
}

describe('Without a secret that verifies it, a delivery from Fax.Plus starts the workflow', () => {
	it.each([
		['with an empty credential', NO_SECRET, {}],
		['with the secret of another endpoint', signingSecrets(OTHER_SECRET), {}],
		['with a malformed secret', signingSecrets('whsec_'), {}],
		['with a slow clock', signingSecrets(SECRET), { clockOffset: 360 }],
		['with a fast clock', signingSecrets(SECRET), { clockOffset: -360 }],
	])('%s', async (_what, secrets, values) => {
		const receiver = await listen({}, secrets);
		const [delivery] = bench().simulator.faxReceived(values);
		expect(await delivery?.settled).toMatchObject({ attempts: [{ status: 200 }], state: 'delivered' });
		expect(reasons(receiver)).toEqual([]);
		expect(receiver.executions).toHaveLength(1);
	});

	it("even if no signing secret credential is selected, or it can't be read", async () => {
		const receiver = await listen();
		const { node } = receiver.trigger;
		delete node.credentials?.['faxPlusWebhookSecretApi'];
		await bench().simulator.faxReceived()[0]?.settled;
		node.credentials = { ...node.credentials, faxPlusWebhookSecretApi: { id: 'gone', name: 'gone' } };
		await bench().simulator.faxReceived()[0]?.settled;
		expect(receiver.executions).toHaveLength(2);
	});

	it('even with OAuth2', async () => {
		const credentials = await bench().bench.oAuth2();
		const receiver = await listen({ credentials, parameters: { authentication: 'oAuth2' } });
		await bench().simulator.faxReceived()[0]?.settled;
		expect(receiver.executions).toHaveLength(1);
	});

	it("for a member's fax, with an administrator's credential", async () => {
		const receiver = await listen();
		await bench().simulator.faxReceived({ userId: seed.memberId })[0]?.settled;
		expect(receiver.executions).toHaveLength(1);
		expect(receiver.executions[0]?.[0]?.json['data']).toMatchObject({ uid: seed.memberId });
	});

	it('as often as it arrives while a person is listening', async () => {
		const receiver = await listen({ isTest: true });
		const id = faxAtService();
		for (let i = 0; i < 2; i++) expect(await statusOf(receiver, naming(id))).toBe(200);
		expect(receiver.executions).toHaveLength(2);
	});
});

describe('The item', () => {
	it.each(['fax_received', 'fax_sent'] as const)(
		"is Fax.Plus's record in the form of a delivery, without a word from the request (%s)",
		async (event) => {
			const receiver = await listen({ parameters: { events: ['fax_received', 'fax_sent'] } });
			const id = faxAtService({ status: 'failed', pages: 3 }, event);
			const forged = signed({
				id: 'msg_lie',
				secrets: [OTHER_SECRET],
				body: naming(id, { status: 'failed' }, event).body as string,
			});
			expect(await statusOf(receiver, forged)).toBe(200);

			const [item] = receiver.executions[0] ?? [];
			const { from, to, startTime } = bench().account.faxes.get(id) ?? {};
			expect(item?.json).toMatchObject({
				event,
				data: { id, from, to, pages: 3, status: 'failed', uid: seed.ownerId, start_time: startTime },
				statusMeaning: expect.any(String) as string,
				isRetry: false,
				confirmedBy: 'service',
				webhookId: null,
				timestamp: null,
				hook: { id, event, target: '' },
			});
			expect(JSON.stringify(item)).not.toMatch(/"(msg_)?lie|"2001-|:99/);
		},
	);

	it('has a hint about the secret, unlike one that a signature verifies', async () => {
		const receiver = await listen({ staticData: { endpointId: 'ep_used' } }, signingSecrets(SECRET));
		await receiver.post(naming(faxAtService()));
		await receiver.post(signed());
		const hints = [];
		for (const items of receiver.executions) hints.push(await receiver.trigger.hintsOf(items));
		expect(hints).toEqual([[expect.stringMatching(/signing secret of endpoint ep_used/)], []]);
	});
});

describe('A request is refused and starts nothing', () => {
	it.each<[string, () => Delivery, INodeParameters, RegExp, status?: number]>([
		['with an unknown fax', () => naming('nowhere'), {}, /has no such fax/],
		['without a fax', () => naming(''), {}, /headers are missing or empty$/],
		['with a path', () => naming('../outbox'), {}, /headers are missing or empty$/],
		['with a large body', () => naming(faxAtService(), { text: 'x'.repeat(20_000) }), {}, /or empty$/],
		['with a page', () => naming(faxAtService(), {}, 'fax_page_received'), {}, /or empty$/],
		[
			'with an event that the trigger ignores',
			() => naming(faxAtService({}, 'fax_sent'), {}, 'fax_sent'),
			{ events: ['fax_received'] },
			/or empty$/,
		],
		[
			'with a fax in the other direction',
			() => naming(faxAtService({}, 'fax_sent')),
			{},
			/the direction of the fax/,
		],
		["with yesterday's fax", () => naming(faxAtService({ startTime: ago(25) })), {}, /older than a day/],
		[
			'with a fax in progress',
			() => naming(faxAtService({ status: 'in_progress' })),
			{},
			/isn't finished/,
			503,
		],
		[
			'with a failed fax as delivered',
			() => naming(faxAtService({ status: 'failed' })),
			{},
			/another outcome/,
			503,
		],
		[
			'if only signatures are accepted',
			() => naming(faxAtService()),
			{ options: { onlySigned: true } },
			/or empty$/,
		],
	])('%s', async (_what, delivery, parameters, says, status = 401) => {
		const events = ['fax_received', 'fax_sent', 'fax_page_received'];
		const receiver = await listen({ parameters: { events, ...parameters } });
		if (/direction/.test(says.source)) receiver.trigger.node.parameters['events'] = ['fax_received'];
		expect(await statusOf(receiver, delivery())).toBe(status);
		expect(receiver.executions).toEqual([]);
		expect(reasons(receiver)).toEqual([expect.stringMatching(says)]);
	});

	it("when Fax.Plus refuses, fails or can't be reached, and the log says why", async () => {
		const receiver = await listen();
		for (const failure of [401, 500, 'hang-up'] as const) {
			bench().simulator.fail({ times: 1, operationId: 'getFax', with: failure });
			expect(await statusOf(receiver, naming(faxAtService()))).toBe(401);
		}
		expect(receiver.executions).toEqual([]);
		expect(reasons(receiver).every((line) => /couldn't check the fax/.test(line))).toBe(true);
	});

	it("when the token can't read faxes, and the log names the missing scope", async () => {
		const receiver = await listen({
			credentials: await bench().bench.limitedAccessToken(['fax:webhook:edit']),
		});
		expect(await statusOf(receiver, naming(faxAtService()))).toBe(401);
		expect(reasons(receiver)[0]).toMatch(/couldn't check the fax with Fax\.Plus: .*fax:fax:read/);
	});

	it('until Fax.Plus knows the fax', async () => {
		const receiver = await listen();
		bench().simulator.deliverySettings.retrySchedule = [11_000];
		bench().simulator.settings.recordDelay = 5_000;
		const [delivery] = bench().simulator.faxReceived();
		await until(() => delivery?.attempts[0]?.status !== undefined);
		await letTimePass(11_000);
		expect((await delivery?.settled)?.attempts.map(({ status }) => status)).toEqual([401, 200]);
		bench().simulator.deliverySettings.retrySchedule = [];
		expect(receiver.executions).toHaveLength(1);
	});
});

describe("A fax that doesn't match the fields", () => {
	it.each<[INodeParameters, number]>([
		[{ outcome: 'failure' }, 0],
		[{ outcome: 'success' }, 1],
		[{ channels: '+1 (202) 555-9999' }, 0],
		[{ channels: `${seed.ownedNumber},+12025559999` }, 1],
	])("starts nothing, and isn't delivered again (%j)", async (parameters, count) => {
		expect(await outcomeOf('fax_received', { to: seed.ownedNumber }, parameters)).toEqual([200, count]);
	});
});

it('A request with a fax from hours before the publish starts nothing', async () => {
	const receiver = await listen({ staticData: { registeredAt: Date.now() - HOUR } });
	expect(await statusOf(receiver, naming(faxAtService({ startTime: ago(3) })))).toBe(401);
	expect(reasons(receiver)).toEqual([expect.stringMatching(/before the workflow was published/)]);
	expect(await statusOf(receiver, naming(faxAtService({ startTime: ago(0.5) })))).toBe(200);
	expect(receiver.executions).toHaveLength(1);
});

it('A fax that was already in progress at the publish starts the workflow', async () => {
	const receiver = await listen({ staticData: { registeredAt: Date.now() - HOUR } });
	const tenMinutesBefore = ago(1 + 1 / 6);
	expect(await statusOf(receiver, naming(faxAtService({ startTime: tenMinutesBefore })))).toBe(200);
	expect(receiver.executions).toHaveLength(1);
});

it('After refused deliveries, the check that finds the fax says why', async () => {
	const receiver = await listen({ parameters: { options: { onlySigned: true } } });
	const hints = async () => {
		const json = { event: 'fax_received', data: { id: faxAtService() }, confirmedBy: 'list' };
		return await receiver.trigger.hintsOf([{ json }], 'trigger');
	};
	expect(await hints()).not.toContainEqual(expect.stringMatching(/refused/));
	await statusOf(receiver, naming(faxAtService()));
	expect(await hints()).toContainEqual(expect.stringMatching(/refused .*headers are missing or empty/));
});

it('Without checks for missed faxes, the next fax says once why a request was refused', async () => {
	const receiver = await listen({ parameters: { missedFaxes: 'never' } });
	const hints = async () => {
		await statusOf(receiver, naming(faxAtService()));
		return (await receiver.trigger.hintsOf(receiver.executions.at(-1) ?? [])).filter((hint) =>
			hint.includes('refused'),
		);
	};
	expect(await hints()).toEqual([]);
	await statusOf(receiver, naming('fax_made_up'));
	expect(await hints()).toEqual([expect.stringMatching(/the signature headers are missing or empty.*log/)]);
	expect(await hints()).toEqual([]);
});

describe('No fax is lost because its record', () => {
	const NO_DATES = { startTime: null, submitTime: null, scheduledTime: null, lastUpdate: null };

	it.each<[string, object, number]>([
		['no date', {}, 200],
		['only a change today', { lastUpdate: ago(1) }, 200],
		['only a change long ago', { lastUpdate: ago(30) }, 401],
		[
			'submitted long ago, scheduled for today',
			{ submitTime: ago(60), scheduledTime: ago(1), lastUpdate: ago(1) },
			200,
		],
		['submitted long ago, began today', { submitTime: ago(60), startTime: ago(1) }, 200],
		// This date also changes when someone marks the fax as read.
		['began long ago, changed today', { startTime: ago(30), lastUpdate: ago(1) }, 401],
	])('has incomplete dates: %s', async (_what, dates, status) => {
		const answer = await outcomeOf('fax_sent', { ...NO_DATES, ...dates });
		expect(answer).toEqual([status, status === 200 ? 1 : 0]);
	});

	it.each<['fax_received' | 'fax_sent', object, number]>([
		['fax_received', { from: '', to: '' }, 1],
		['fax_received', { from: '+12025550000', to: '' }, 1],
		['fax_received', { from: '', to: '+12025550000' }, 0],
		['fax_sent', { from: '', to: '' }, 1],
		['fax_sent', { from: '', to: '+12025550000' }, 1],
		['fax_sent', { from: '+12025550000', to: '' }, 0],
	])(
		"has incomplete numbers: the account's own may be the field's (%s %j)",
		async (event, numbers, count) => {
			expect(await outcomeOf(event, numbers, { channels: '+12025559999' })).toEqual([200, count]);
		},
	);
});

describe('A fax starts the workflow once', () => {
	it("however often it's named, with one request to Fax.Plus", async () => {
		const receiver = await listen();
		const id = faxAtService();
		const all = Array.from({ length: 20 }, async () => await statusOf(receiver, naming(id)));
		expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
		expect(await statusOf(receiver, naming(id))).toBe(200);
		expect(receiver.executions).toHaveLength(1);
		expect(lookups()).toHaveLength(1);
	});

	it('whoever names it with another result', async () => {
		const receiver = await listen();
		const id = faxAtService();
		for (const status of ['success', 'failed', 'in_progress']) await receiver.post(naming(id, { status }));
		expect(receiver.executions).toHaveLength(1);
	});

	it.each(['record'] as const)(
		"even if a signed delivery comes before or after, with the event's ID as the %s",
		async (eventIds) => {
			const receiver = await listen({}, signingSecrets(SECRET));
			bench().simulator.settings.eventIds = eventIds;
			for (const isSignedFirst of [true, false]) {
				receiver.executions.length = 0;
				const id = faxAtService({ faxId: `fax_${eventIds}_${String(isSignedFirst)}` });
				const genuine = () => bench().simulator.faxReceived({ faxId: id })[0]?.settled;
				const strange = async () => await receiver.post(naming(id));
				await (isSignedFirst ? genuine() : strange());
				await (isSignedFirst ? strange() : genuine());
				expect(await passed(receiver.trigger, receiver.executions)).toHaveLength(1);
			}
		},
	);

	it("and a stranger's request with a signed fax starts nothing", async () => {
		const receiver = await listen({}, signingSecrets(SECRET));
		const [delivery] = bench().simulator.faxReceived();
		await delivery?.settled;
		const { data } = JSON.parse(delivery?.body ?? '') as { data: { id: string } };
		expect(await statusOf(receiver, naming(data.id))).toBe(401);
		expect(await statusOf(receiver, naming(data.id, { status: 'failed' }))).toBe(503);
		expect(receiver.executions).toHaveLength(1);
	});

	it.each([
		['any', 2],
		['success', 1],
	])(
		'for each result that it has had, even if its record lags behind the delivery (Outcome %s)',
		async (outcome, count) => {
			const receiver = await listen({ parameters: { events: ['fax_sent'], outcome } });
			const failed = { status: 'failed_user_busy' };
			const id = faxAtService(failed, 'fax_sent');
			expect(await statusOf(receiver, naming(id, failed, 'fax_sent'))).toBe(200);
			expect(await statusOf(receiver, naming(id, {}, 'fax_sent'))).toBe(503);
			Object.assign(bench().account.faxes.get(id) ?? {}, { status: 'success' });
			expect(await statusOf(receiver, naming(id, {}, 'fax_sent'))).toBe(200);
			expect(await passed(receiver.trigger, receiver.executions)).toHaveLength(count);
		},
	);

	it("again if n8n couldn't store the execution", async () => {
		const receiver = await listen();
		const id = faxAtService();
		receiver.onStart = () => {
			throw new Error('The database is gone');
		};
		expect(await statusOf(receiver, naming(id))).toBe(500);
		receiver.onStart = () => undefined;
		expect(await statusOf(receiver, naming(id))).toBe(200);
		expect(receiver.executions).toHaveLength(1);
	});
});
