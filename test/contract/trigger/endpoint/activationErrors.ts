import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { BROKEN_BODIES } from '../../../../tools/simulator';
import type { Failure } from '../../../../tools/simulator/failures';
import { useHeldDeadlines } from '../../../support/deadlines';
import { logOf, memoryOf, type TriggerBench, until, useTriggerBench } from '../support/bench';
import { letTimePass, setClocksRight } from '../../support/time';
import type { Trigger, TriggerSettings } from '../support/trigger';

const bench = useTriggerBench();
const pass = useHeldDeadlines();

/** Returns the error of a failed activation. */
async function errorOf(activation: Promise<unknown>): Promise<NodeApiError | NodeOperationError> {
	const error = await activation.catch((caught: unknown) => caught);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	throw new Error(`Expected one of n8n's errors, but got ${String(error)}`);
}

/**
 * Returns a trigger whose publish failed because of an invalid number, and the same trigger before that change.
 *
 * @param lateBy how much later n8n deactivates the trigger, in milliseconds
 */
async function failedPublish(lateBy = 0): Promise<{ active: Trigger; mistyped: Trigger }> {
	const active = await bench().activeTrigger();
	const mistyped = active.edited({ parameters: { channels: '0555' } });
	await mistyped.delete();
	await errorOf(mistyped.activate());
	if (lateBy > 0) await letTimePass(lateBy);
	await mistyped.delete();
	return { active, mistyped };
}

const unconnected = async () =>
	await bench().bench.engine.credential('faxPlusOAuth2Api', { baseUrl: bench().simulator.baseUrl });

const BOTH_SCOPES =
	'Webhooks need an Enterprise plan, and a token with the right scopes. A personal access token needs the scopes fax:webhook:read and fax:webhook:edit, or fax:all:read and fax:all:edit.';
const NOT_ENABLED =
	'Turn webhooks on in Fax.Plus, under Settings > Integrations. If they\'re on, check "Base URL" in the credential.';
const NEW_TOKEN = 'Enter a new access token in the credential. If it uses OAuth2, connect it again.';

describe('A definite refusal by Fax.Plus', () => {
	const revoke = ({ simulator }: TriggerBench): void => {
		for (const token of simulator.state.tokens.values()) token.isRevoked = true;
	};
	const nothing = (): void => undefined;

	it.each<[string, number, (at: TriggerBench) => unknown, string, string[]]>([
		['a missing feature', 403, ({ account }) => (account.hasWebhooksFeature = false), BOTH_SCOPES, []],
		['webhooks turned off', 404, ({ account }) => (account.webhooksEnabled = false), NOT_ENABLED, []],
		['only the scope for reading', 403, nothing, BOTH_SCOPES, ['fax:webhook:read']],
		['only the scope for editing', 403, nothing, BOTH_SCOPES, ['fax:webhook:edit']],
		['a revoked token', 401, revoke, NEW_TOKEN, []],
	])('with %s fails the activation, and says what to do', async (_what, status, prepare, advice, scopes) => {
		const credentials =
			scopes.length > 0 ? await bench().bench.limitedAccessToken(scopes) : await bench().bench.accessToken();
		const trigger = await bench().trigger({ credentials });
		prepare(bench());

		const error = await errorOf(trigger.activate());

		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ httpCode: String(status), description: undefined });
		expect(error.message).toMatch(new RegExp(`HTTP ${status}\\)\\. `));
		expect(error.message.endsWith(advice)).toBe(true);
		expect(trigger.staticData).toEqual({});
		expect(bench().simulator.endpointsOf()).toEqual([]);
	});

	it('fails it when the endpoint was deleted after a deactivation, however often n8n tries', async () => {
		const trigger = await bench().activeTrigger();
		await trigger.delete();
		await bench().untilGone(trigger);
		bench().simulator.fail({ times: 100, with: 401, error: 'no', description: 'It is refused' });
		for (let attempt = 0; attempt < 3; attempt++) {
			await errorOf(trigger.activate());
			await trigger.delete();
		}
		expect(bench().endpointsOf(trigger)).toEqual([]);
	});

	it('ends with a successful publish: a deactivation right after that deletes the endpoint', async () => {
		const { active, mistyped } = await failedPublish();
		const fixed = mistyped.edited({ parameters: {} });
		await fixed.activate();
		await fixed.delete();
		await bench().untilGone(active);
	});

	it('deletes no endpoint if n8n stops the trigger only five seconds later', async () => {
		const { active } = await failedPublish(5_000);
		await bench().afterAnotherLeft();
		expect(bench().endpointsOf(active)).toHaveLength(1);
	});

	it("isn't confused with a deactivation some seconds later, which deletes the endpoint", async () => {
		const { active, mistyped } = await failedPublish();
		await letTimePass(11_000);
		await mistyped.delete();
		await bench().untilGone(active);
	});

	it("doesn't delete the endpoint of another trigger in the workflow, which n8n stops with it", async () => {
		const workflowId = 'workflow of two';
		const active = await bench().activeTrigger({ workflowId });
		const other = await bench().trigger({ workflowId, parameters: { channels: '0555' } });
		await errorOf(other.activate());
		await active.delete();
		await bench().afterAnotherLeft();
		expect(bench().endpointsOf(active)).toHaveLength(1);
	});

	it("about another credential that isn't connected doesn't delete the former one's endpoint", async () => {
		const former = await bench().activeTrigger();
		const [endpoint] = bench().endpointsOf(former);
		await former.delete();
		const credentials = await unconnected();
		const trigger = former.edited({ parameters: { authentication: 'oAuth2' }, credentials });
		await errorOf(trigger.activate());
		await trigger.delete();
		await bench().afterAnotherLeft();
		expect(bench().endpointsOf(trigger)).toEqual([endpoint]);
	});

	it('contains nothing that stops n8n 2.8 from trying again', async () => {
		bench().simulator.fail({ times: 10, with: 401, error: 'no', description: 'Authorization is missing' });
		const { message } = await errorOf((await bench().trigger()).activate());
		expect(message).toContain('authorization is missing');
	});
});

/**
 * Time for one attempt, in milliseconds. n8n 2.41 makes five attempts, fifteen seconds apart. After 84 seconds, it stops
 * them with its own message.
 */
const ONE_TRY = 10_000;

/** A Fax.Plus failure, and the text that must report it. */
interface Outage {
	failure: Omit<Failure, 'times'>;
	reported: string;
}

const OUTAGES: Outage[] = [
	...[{ with: 429, retryAfter: '0' }, { with: 429, retryAfter: '3600' }, { with: 500 }, { with: 503 }].map(
		(failure) => ({
			failure: { error: 'closed', description: 'Back soon', ...failure },
			reported: `Back soon (closed, HTTP ${failure.with})`,
		}),
	),
	{ failure: { with: 'silence' }, reported: 'No response from Fax.Plus in time (timeout)' },
	{ failure: { with: 'hang-up' }, reported: 'The connection to Fax.Plus broke (connection reset)' },
];

const REFUSALS: Outage[] = [401, 403, 404].map((status) => ({
	failure: { with: status, error: 'no', description: 'It is refused' },
	reported: `It is refused (no, HTTP ${status})`,
}));

/** Responses that come from something other than Fax.Plus, or break off. */
const ODD_ANSWERS: Outage[] = [
	...BROKEN_BODIES.map((body) => ({ with: body })),
	...[200, 302, 403, 404].map((status) => ({ with: status, text: '<html>Back in a minute</html>' })),
].map((failure) => ({ failure, reported: '' }));

/** Runs an activation during a failure. If Fax.Plus doesn't respond, it skips the time for one attempt. */
async function during<T>({ failure }: Outage, activation: () => Promise<T>): Promise<T> {
	bench().simulator.clearRequests();
	bench().simulator.fail({ times: 1000, ...failure });
	const running = activation();
	if (failure.with === 'silence') {
		await until(() => bench().simulator.requests.length === 1);
		pass(ONE_TRY);
	}
	return await running;
}

describe('With an endpoint in memory', () => {
	it.each([...OUTAGES, ...REFUSALS, ...ODD_ANSWERS])(
		'no failure stops the trigger, and the next check updates its settings: $failure',
		async (outage) => {
			const former = await bench().activeTrigger({ parameters: { events: ['fax_received'] } });
			const [endpoint] = bench().endpointsOf(former);
			await former.delete();
			const trigger = former.edited({ parameters: { events: ['fax_sent'] } });
			const log = logOf(trigger);

			expect(await during(outage, async () => await trigger.checkExists())).toBe(true);

			expect(bench().writes()).toEqual([]);
			expect(trigger.staticData).toEqual(memoryOf(endpoint?.id, trigger));
			expect(log).toEqual([expect.stringMatching(/^warn: .* The next check compares them\. \w+/)]);
			expect(log[0]).toContain(`The next check compares them. ${outage.reported}`);
			bench().simulator.recover();
			await bench().afterAnotherLeft();
			expect(bench().endpointsOf(trigger)).toEqual([endpoint]);

			await trigger.poll();
			expect(bench().endpointsOf(trigger)).toEqual([{ ...endpoint, filter_types: ['fax_sent'] }]);
		},
	);
});

it.each(OUTAGES)(
	'Without one in memory, the activation fails after one attempt: $failure',
	async (outage) => {
		const trigger = await bench().trigger();
		const error = await errorOf(
			during(outage, async () => {
				await trigger.activate();
			}),
		);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toContain(outage.reported);
		expect(error.message).toMatch(/[Tt]ry again/);
		expect(bench().simulator.requests).toHaveLength(1);
		expect(trigger.staticData).toEqual({});
	},
);

it.each<[string, () => Promise<Partial<TriggerSettings>>, string]>([
	[
		"an OAuth2 credential that isn't connected",
		async () => ({ parameters: { authentication: 'oAuth2' }, credentials: await unconnected() }),
		"The OAuth2 credential isn't connected.",
	],
	['no credential', async () => await Promise.resolve({ credentials: {} }), 'has no credential'],
	...['many', 99, ''].map(
		(rememberDeliveries) =>
			[
				`${rememberDeliveries} deliveries to be remembered`,
				async () => await Promise.resolve({ parameters: { options: { rememberDeliveries } } }),
				`"Remember Deliveries" is "${rememberDeliveries}", which isn't a number of 100 or more`,
			] as [string, () => Promise<Partial<TriggerSettings>>, string],
	),
	...[
		['={{ { onlySigned: true } }}', '"Options" is "={{'],
		['{"onlySigned":true}', '"Options" is '],
		[[], '"Options" is []'],
		[{ onlysigned: true }, '"Options" contains "onlysigned"'],
	].map(
		([options, message]) =>
			[
				`options that are ${JSON.stringify(options)}`,
				async () => await Promise.resolve({ parameters: { options } }),
				message,
			] as [string, () => Promise<Partial<TriggerSettings>>, string],
	),
])('An activation with %s is refused before any request', async (_what, settings, message) => {
	const error = await errorOf((await bench().trigger(await settings())).activate());
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toContain(message);
	expect(bench().simulator.requests).toEqual([]);
});

it('After a refused publish, nothing starts the workflow, and no request is sent until one succeeds', async () => {
	const active = await bench().activeTrigger();
	const refused = active.edited({ parameters: { channels: '0123' } });
	await active.delete();
	await errorOf(refused.checkExists());
	await refused.delete();
	bench().simulator.clearRequests();
	expect(await refused.poll()).toBeNull();
	expect(bench().simulator.requests).toEqual([]);

	const corrected = refused.edited({ parameters: { channels: '' } });
	await corrected.activate();
	bench().simulator.clearRequests();
	await corrected.poll();
	expect(bench().simulator.requests).not.toEqual([]);
});

it('A trigger whose first publish was refused counts from the publish that succeeds', async () => {
	const trigger = await bench().trigger();
	setClocksRight();
	bench().simulator.fail({ times: 1, with: 403, error: 'forbidden', description: 'No webhooks' });
	await errorOf(trigger.activate());
	await trigger.delete();
	const refusedAt = Date.now();
	await letTimePass(45_000);
	await trigger.activate();
	const { registeredAt } = trigger.staticData as { registeredAt: number };
	expect(registeredAt - refusedAt).toBeGreaterThan(30_000);
});
