import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { BROKEN_BODIES, seed } from '../../../simulator';
import type { Failure } from '../../../simulator/failures';
import { useHeldDeadlines } from '../../support/deadlines';
import { logOf, until, useTriggerBench, type TriggerBench } from './support/bench';
import type * as pauses from './support/pauses';
import { endPauses } from './support/pauses';
import type { Trigger } from './support/trigger';

jest.mock('n8n-workflow', () => jest.requireActual<typeof pauses>('./support/pauses').withHeldPauses());

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
	'Webhooks are not enabled: turn them on in the integrations settings of your Fax.Plus account. If they are on, check the Base URL in the credential.';
const NEW_TOKEN =
	'The token has expired, was revoked or is mistyped. Enter a new access token in the credential, or reconnect it if it uses OAuth2.';

describe('A definite refusal of the service', () => {
	it.each<{
		what: string;
		status: number;
		prepare: (bench: TriggerBench) => void;
		scopes?: string[];
		description: string;
	}>([
		{
			what: 'the feature missing',
			status: 403,
			prepare: (at) => (clinic(at).hasWebhooksFeature = false),
			description: BOTH_SCOPES,
		},
		{
			what: 'webhooks not enabled',
			status: 404,
			prepare: (at) => (clinic(at).webhooksEnabled = false),
			description: NOT_ENABLED,
		},
		{
			what: 'only the scope for reading',
			status: 403,
			prepare: () => undefined,
			scopes: ['fax:webhook:read'],
			description: BOTH_SCOPES,
		},
		{
			what: 'only the scope for editing',
			status: 403,
			prepare: () => undefined,
			scopes: ['fax:webhook:edit'],
			description: BOTH_SCOPES,
		},
		{
			what: 'a token that is revoked',
			status: 401,
			prepare: ({ simulator }) => {
				for (const token of simulator.state.tokens.values()) token.isRevoked = true;
			},
			description: NEW_TOKEN,
		},
	])('with $what fails the activation, and says what to do', async ({ status, prepare, ...row }) => {
		const credentials = row.scopes
			? await bench().bench.limitedAccessToken(row.scopes)
			: await bench().bench.accessToken();
		const trigger = await bench().trigger({ credentials });
		prepare(bench());

		const error = await errorOf(trigger.activate());

		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ httpCode: String(status), description: row.description });
		expect(error.message).toContain(`HTTP ${status}`);
		expect(trigger.staticData).toEqual({});
		expect(bench().simulator.endpointsOf()).toEqual([]);
	});

	it.each([401, 403, 404])('of %i fails it also when an endpoint is remembered', async (status) => {
		const trigger = await bench().trigger();
		await trigger.activate();
		bench().simulator.fail({ times: 10, with: status, error: 'no', description: 'It is refused' });

		const error = await errorOf(trigger.checkExists());

		expect(error.message).toBe(`It is refused (no, HTTP ${status})`);
		expect(trigger.staticData['endpointId']).toBe(bench().endpointsOf(trigger)[0]?.id);
	});
});

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
		{ what: 'answers 502', failure: { with: 502 } },
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

		expect(await during(async () => await trigger.checkExists(), 10_000)).toBe(true);

		expect(bench().writes()).toEqual([]);
		expect(trigger.staticData).toEqual(before);
		const endpointId = bench().endpointsOf(trigger)[0]?.id ?? '';
		expect(log).toEqual([
			`warn: Fax.Plus Trigger "Fax" of workflow "Referrals" (${trigger.workflow.id}): the service cannot be asked about endpoint ${endpointId} now (${words} (${details})), so it is kept as it is, and looked after later`,
		]);
	});

	it('the activation fails when none is remembered', async () => {
		const trigger = await bench().trigger();
		const error = await errorOf(
			during(async () => {
				await trigger.activate();
			}, 60_000),
		);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toContain(words);
		if (typeof failure.with === 'number') expect(error.message).toContain(`HTTP ${failure.with}`);
		expect(error.description).toMatch(/Try again later|try again\./);
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
	it('a trigger that is published with other events stays alive, and gets them later', async () => {
		const known = await bench().trigger({ parameters: { events: ['fax_received'] } });
		await known.activate();
		const trigger = known.edited({ parameters: { events: ['fax_sent'] } });
		const [endpoint] = bench().endpointsOf(trigger);
		bench().simulator.fail({ times: 1000, ...failure });

		expect(await trigger.checkExists()).toBe(true);
		expect(bench().endpointsOf(trigger)).toEqual([endpoint]);

		bench().simulator.recover();
		endPauses();
		await until(() => bench().endpointsOf(trigger)[0]?.filter_types[0] === 'fax_sent');
		expect(bench().endpointsOf(trigger)).toEqual([{ ...endpoint, filter_types: ['fax_sent'] }]);
	});
});

describe('What counts as remembered', () => {
	it.each([
		['an endpoint of another URL', { endpointId: 'ep_1', url: 'https://elsewhere.example/' }],
		['one of a trigger that was deactivated when n8n ended', { endpointId: 'ep_1', isDeactivated: true }],
		['a URL alone', {}],
	])('is not %s', async (_what, remembered) => {
		const fresh = await bench().trigger();
		const trigger = fresh.edited({ staticData: { url: fresh.url, ...remembered } });
		bench().simulator.fail({ times: 10, with: 500 });
		await expect(trigger.checkExists()).rejects.toThrow('HTTP 500');
	});

	it('is an endpoint that this n8n has not removed yet', async () => {
		const trigger = await bench().trigger();
		await trigger.activate();
		await trigger.delete();
		bench().simulator.fail({ times: 10, with: 500 });
		expect(await trigger.checkExists()).toBe(true);
		expect(trigger.staticData).not.toHaveProperty('isDeactivated');
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

	it.each([false, true])('refuses an address that is not HTTPS (test: %s)', async (isTest) => {
		const trigger = await bench().trigger({ origin: 'http://localhost:5678', isTest });
		const message = await fails(trigger);
		expect(message).toContain(`HTTPS addresses only, but n8n's webhook address is ${trigger.url}.`);
		expect(message).toContain('set the environment variable WEBHOOK_URL');
	});

	it('refuses an empty choice of events', async () => {
		expect(await fails(await bench().trigger({ parameters: { events: [] } }))).toBe(
			'Events is empty. Select at least one event.',
		);
	});

	it.each(['15550100000', '+15550100000,5550100', '+0155501', '+1555FAX', '+'])(
		'refuses the numbers "%s"',
		async (channels) => {
			expect(await fails(await bench().trigger({ parameters: { channels } }))).toMatch(
				/^"[^"]+" is not a number in E\.164 form\. Write the plus sign/,
			);
		},
	);

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
