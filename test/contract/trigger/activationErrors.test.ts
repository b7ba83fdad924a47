import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { BROKEN_BODIES, seed } from '../../../simulator';
import type { Failure } from '../../../simulator/failures';
import { useHeldDeadlines } from '../../support/deadlines';
import { logOf, memoryOf, type TriggerBench, until, useTriggerBench } from './support/bench';
import { endPauses } from '../support/time';
import type { Trigger } from './support/trigger';

const bench = useTriggerBench();
const pass = useHeldDeadlines();

/** What an activation fails with. */
async function errorOf(activation: Promise<unknown>): Promise<NodeApiError | NodeOperationError> {
	const error = await activation.catch((caught: unknown) => caught);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	throw new Error(`Expected one of n8n's errors, but got ${String(error)}`);
}

const clinic = ({ simulator }: TriggerBench) => {
	const account = simulator.state.accounts.get(seed.accountId);
	if (!account) throw new Error('The account is gone');
	return account;
};

const BOTH_SCOPES =
	'The account lacks the webhooks feature of the Enterprise plan, or the token may not do this. A personal access token needs the scopes fax:webhook:read and fax:webhook:edit, or fax:all:read and fax:all:edit.';
const NOT_ENABLED =
	'Webhooks are not enabled: turn them on in Fax.Plus, under Settings > Integrations. If they are on, check the Base URL in the credential.';
const NEW_TOKEN = 'Enter a new access token in the credential, or reconnect it if it uses OAuth2.';

describe('A definite refusal of the service', () => {
	it.each<{
		what: string;
		status: number;
		prepare: (bench: TriggerBench) => void;
		scopes?: string[];
		advice: string;
	}>([
		{
			what: 'the feature missing',
			status: 403,
			prepare: (at) => (clinic(at).hasWebhooksFeature = false),
			advice: BOTH_SCOPES,
		},
		{
			what: 'webhooks not enabled',
			status: 404,
			prepare: (at) => (clinic(at).webhooksEnabled = false),
			advice: NOT_ENABLED,
		},
		{
			what: 'only the scope for reading',
			status: 403,
			prepare: () => undefined,
			scopes: ['fax:webhook:read'],
			advice: BOTH_SCOPES,
		},
		{
			what: 'only the scope for editing',
			status: 403,
			prepare: () => undefined,
			scopes: ['fax:webhook:edit'],
			advice: BOTH_SCOPES,
		},
		{
			what: 'a token that is revoked',
			status: 401,
			prepare: ({ simulator }) => {
				for (const token of simulator.state.tokens.values()) token.isRevoked = true;
			},
			advice: NEW_TOKEN,
		},
	])('with $what fails the activation, and says what to do', async ({ status, prepare, ...row }) => {
		const credentials = row.scopes
			? await bench().bench.limitedAccessToken(row.scopes)
			: await bench().bench.accessToken();
		const trigger = await bench().trigger({ credentials });
		prepare(bench());

		const error = await errorOf(trigger.activate());

		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ httpCode: String(status), description: undefined });
		expect(error.message).toMatch(new RegExp(`HTTP ${status}\\)\\. `));
		expect(error.message.endsWith(row.advice)).toBe(true);
		expect(trigger.staticData).toEqual({});
		expect(bench().simulator.endpointsOf()).toEqual([]);
	});

	describe.each([401, 403, 404])('of %i, where an endpoint is remembered', (status) => {
		const refuse = (): void => {
			bench().simulator.fail({ times: 100, with: status, error: 'no', description: 'It is refused' });
		};

		it('does not stop the trigger, and the next check brings it the settings that it lacks', async () => {
			const known = await bench().trigger({ parameters: { events: ['fax_received'] } });
			await known.activate();
			const [endpoint] = bench().endpointsOf(known);
			await known.delete();
			const trigger = known.edited({ parameters: { events: ['fax_sent'] } });
			const log = logOf(trigger);
			refuse();

			await trigger.activate();
			expect(log).toEqual([
				expect.stringMatching(/^warn: .* the next check does that\. It is refused .no, HTTP \d+.\. \w+/),
			]);
			bench().simulator.recover();
			endPauses();
			await bench().afterAnotherLeft();
			expect(bench().endpointsOf(trigger)).toEqual([endpoint]);

			await trigger.poll();
			expect(bench().endpointsOf(trigger)).toEqual([{ ...endpoint, filter_types: ['fax_sent'] }]);
		});
	});

	it('fails it when the endpoint was removed after a deactivation, however often n8n tries', async () => {
		const trigger = await bench().trigger();
		await trigger.activate();
		await trigger.delete();
		endPauses();
		await bench().untilGone(trigger);
		bench().simulator.fail({ times: 100, with: 401, error: 'no', description: 'It is refused' });
		for (let attempt = 0; attempt < 3; attempt++) {
			await errorOf(trigger.activate());
			await trigger.delete();
		}
		expect(bench().endpointsOf(trigger)).toEqual([]);
	});

	it('over a mistyped number costs no endpoint, though it comes before any request', async () => {
		const known = await bench().trigger();
		await known.activate();
		const [endpoint] = bench().endpointsOf(known);
		await known.delete();
		const trigger = known.edited({ parameters: { channels: '0555' } });
		await errorOf(trigger.activate());
		await trigger.delete();
		endPauses();
		await bench().afterAnotherLeft();
		expect(bench().endpointsOf(trigger)).toEqual([endpoint]);
		expect(trigger.staticData).toEqual(memoryOf(endpoint?.id, trigger));
	});

	it('is over once the trigger has been published: a deactivation right after that removes the endpoint', async () => {
		const known = await bench().trigger();
		await known.activate();
		const mistyped = known.edited({ parameters: { channels: '0555' } });
		await mistyped.delete();
		await errorOf(mistyped.activate());
		await mistyped.delete();
		const mended = mistyped.edited({ parameters: {} });
		await mended.activate();
		await mended.delete();
		endPauses();
		await bench().untilGone(known);
	});

	it('over another credential that is not connected costs no endpoint of the former', async () => {
		const known = await bench().trigger();
		await known.activate();
		const [endpoint] = bench().endpointsOf(known);
		await known.delete();
		const credentials = await bench().bench.engine.credential('faxPlusOAuth2Api', {
			baseUrl: bench().simulator.baseUrl,
		});
		const trigger = known.edited({ parameters: { authentication: 'oAuth2' }, credentials });
		await errorOf(trigger.activate());
		await trigger.delete();
		endPauses();
		await bench().afterAnotherLeft();
		expect(bench().endpointsOf(trigger)).toEqual([endpoint]);
	});

	it('says nothing that stops n8n 2.8 from trying again', async () => {
		bench().simulator.fail({ times: 10, with: 401, error: 'no', description: 'Authorization is missing' });
		const { message } = await errorOf((await bench().trigger()).activate());
		expect(message).toContain('authorization is missing');
	});
});

/** n8n 2.41 makes five attempts with fifteen seconds of pauses, and ends them after 84 seconds with words of its own. */
const ONE_TRY = 10_000;

const BACK_SOON = { error: 'closed', description: 'Back soon' };

const OUTAGES: Array<{
	what: string;
	failure: Omit<Failure, 'times'>;
	words: string;
	/** What the log adds to the words. */
	details: string;
}> = [
	...[
		{ what: 'asks to come back later', failure: { with: 429, retryAfter: '0' } },
		{ what: 'asks to come back in an hour', failure: { with: 429, retryAfter: '3600' } },
		{ what: 'answers 500', failure: { with: 500 } },
		{ what: 'answers 503', failure: { with: 503 } },
	].map(({ what, failure }) => ({
		what,
		failure: { ...BACK_SOON, ...failure },
		words: 'Back soon',
		details: `closed, HTTP ${failure.with}`,
	})),
	{
		what: 'is silent',
		failure: { with: 'silence' },
		words: 'The service did not answer in time',
		details: 'timeout',
	},
	{
		what: 'hangs up',
		failure: { with: 'hang-up' },
		words: 'The connection to the service broke',
		details: 'connection reset',
	},
];

describe.each(OUTAGES)('When the service $what', ({ failure, words, details }) => {
	/** Begins to fail, and lets the time pass that silence is given. */
	const during = async <T>(activation: () => Promise<T>, patience: number): Promise<T> => {
		bench().simulator.clearRequests();
		bench().simulator.fail({ times: 1000, ...failure });
		const running = activation();
		if (failure.with === 'silence') {
			await until(() => bench().simulator.requests.length === 1);
			pass(patience);
		}
		return await running;
	};

	it('an endpoint that is remembered counts as there, and the log says so', async () => {
		const known = await bench().trigger({ parameters: { events: ['fax_received'] } });
		await known.activate();
		const trigger = known.edited({ parameters: { events: ['fax_sent'] } });
		const log = logOf(trigger);
		const before = trigger.staticData;

		expect(await during(async () => await trigger.checkExists(), ONE_TRY)).toBe(true);

		expect(bench().writes()).toEqual([]);
		expect(trigger.staticData).toMatchObject(before);
		expect(log).toEqual([expect.stringContaining(`the next check does that. ${words} (${details})`)]);
	});

	it('the activation fails after one try when none is remembered', async () => {
		const trigger = await bench().trigger();
		const error = await errorOf(
			during(async () => {
				await trigger.activate();
			}, ONE_TRY),
		);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toContain(words);
		if (typeof failure.with === 'number') expect(error.message).toContain(`HTTP ${failure.with}`);
		expect(error.message).toMatch(/Try again later|try again\./);
		expect(bench().simulator.requests).toHaveLength(1);
		expect(trigger.staticData).toEqual({});
	});
});

const PAGE = '<html>Back in a minute</html>';

describe.each<Omit<Failure, 'times'>>([
	...BROKEN_BODIES.map((body) => ({ with: body })),
	{ with: 200, text: PAGE },
	{ with: 302, text: PAGE },
	{ with: 403, text: PAGE },
	{ with: 404, text: PAGE },
])('When something other than the service answers, or its answer breaks off (%j)', (failure) => {
	it('a trigger that is published with other events stays alive, and gets them with the next check', async () => {
		const known = await bench().trigger({ parameters: { events: ['fax_received'] } });
		await known.activate();
		const trigger = known.edited({ parameters: { events: ['fax_sent'] } });
		const [endpoint] = bench().endpointsOf(trigger);
		bench().simulator.fail({ times: 1000, ...failure });

		expect(await trigger.checkExists()).toBe(true);
		expect(bench().endpointsOf(trigger)).toEqual([endpoint]);

		bench().simulator.recover();
		await trigger.poll();
		expect(bench().endpointsOf(trigger)).toEqual([{ ...endpoint, filter_types: ['fax_sent'] }]);
	});
});

describe('What counts as remembered', () => {
	it('is an endpoint that this n8n has not removed yet', async () => {
		const trigger = await bench().trigger();
		await trigger.activate();
		await trigger.delete();
		bench().simulator.fail({ times: 10, with: 500 });
		expect(await trigger.checkExists()).toBe(true);
		expect(trigger.staticData).toEqual(memoryOf(bench().endpointsOf(trigger)[0]?.id, trigger));
	});
});

describe('An activation without a request to the service', () => {
	afterEach(() => {
		expect(bench().simulator.requests).toEqual([]);
	});

	const fails = async (trigger: Trigger): Promise<string> => {
		const error = await errorOf(trigger.activate());
		expect(error).toBeInstanceOf(NodeOperationError);
		return error.message;
	};

	it('says that an OAuth2 credential is not connected', async () => {
		const credentials = await bench().bench.engine.credential('faxPlusOAuth2Api', {
			baseUrl: bench().simulator.baseUrl,
		});
		const trigger = await bench().trigger({ parameters: { authentication: 'oAuth2' }, credentials });
		expect(await fails(trigger)).toMatch(/^The OAuth2 credential is not connected\./);
	});

	it('says that there is no credential', async () => {
		expect(await fails(await bench().trigger({ credentials: {} }))).toContain('has no credential');
	});
});

it.each(['many', 99, ''])(
	'remembering %j deliveries is refused before any request',
	async (rememberDeliveries) => {
		const trigger = await bench().trigger({ parameters: { options: { rememberDeliveries } } });
		const error = await errorOf(trigger.activate());
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toContain(
			`Remember Deliveries "${rememberDeliveries}" is not a number of 100 or more. Correct it`,
		);
		expect(bench().simulator.requests).toEqual([]);
	},
);
