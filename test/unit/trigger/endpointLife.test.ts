import fc from 'fast-check';
import type * as n8nWorkflow from 'n8n-workflow';
import type { IDataObject, IHookFunctions, IHttpRequestOptions, IPollFunctions } from 'n8n-workflow';

import { compareAgain, register, retire } from '../../../nodes/FaxPlusTrigger/registration';
import { MINUTE } from '../support/clock';
import { logTo, NODE } from '../support/context';

/** Decides when waiting work continues. Each run sets its own. */
let schedule: (label: string) => Promise<void> = () => Promise.resolve();

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof n8nWorkflow>('n8n-workflow'),
	sleep: async (milliseconds: number) => {
		await schedule(`sleep ${milliseconds}`);
	},
}));

let urls = 0;

/** What happens to a request. One without a response may still be carried out. */
type Fate = 'answered' | 'lost' | 'answer lost' | 'refused';

/** What n8n or a person does with the trigger. */
interface Step {
	does: 'publish' | 'deactivate' | 'check' | 'delete at the service';
	channels?: string;
	credential?: string;
	/** How many turns other work gets before this step. */
	pauses: number;
}

interface Endpoint {
	id: string;
	url: string;
	filter_types: string[];
	channels: string[] | null;
}

/** One trigger, its Fax.Plus account, and n8n's side of the webhook. Everything in it takes time. */
class World {
	readonly url = `https://n8n.example/life/${(urls += 1)}`;

	readonly endpoints = new Map<string, Endpoint>();

	/** Events that must never happen. */
	readonly violations: string[] = [];

	/** The trigger's settings after its last successful publish, or undefined if it's deactivated. */
	published: { credential: string; channels: string } | undefined;

	created = 0;

	deletions = 0;

	now = 1_800_000_000_000;

	private readonly staticData: IDataObject = {};

	private readonly fates: Fate[];

	constructor(fates: readonly Fate[]) {
		// fast-check prints the original array, so this class only changes a copy.
		this.fates = [...fates];
	}

	async do({ does, channels = '', credential = 'a', pauses }: Step): Promise<void> {
		for (let pause = 0; pause < pauses; pause++) await schedule('n8n');
		this.now += MINUTE;
		if (does === 'publish') await this.publish(credential, channels);
		if (does === 'deactivate') await this.deactivate();
		if (does === 'check') await this.check();
		if (does === 'delete at the service') this.endpoints.clear();
	}

	/** Runs n8n's hooks for a publish: a deactivation first, and another one after a failure. A check runs during the publish. */
	private async publish(credential: string, channels: string): Promise<void> {
		if (this.published) await this.deactivate();
		const checking = this.check();
		try {
			await register(this.context(credential, channels));
			this.published = { credential, channels };
		} catch {
			await retire(this.context(credential));
		}
		await checking;
	}

	private async deactivate(): Promise<void> {
		const { credential } = this.published ?? { credential: 'a' };
		this.published = undefined;
		await retire(this.context(credential));
	}

	private async check(): Promise<void> {
		if (!this.published) return;
		const { credential, channels } = this.published;
		// Errors that prevent the comparison are the caller's responsibility.
		await compareAgain(this.context(credential, channels)).catch(() => undefined);
	}

	private context(credential: string, channels = ''): IHookFunctions & IPollFunctions {
		const fields: IDataObject = {
			authentication: 'accessToken',
			events: ['fax_received'],
			channels,
			options: { numbersOfOthers: true },
		};
		return {
			getNodeParameter: (name: string, fallback?: unknown) => fields[name] ?? fallback,
			getNodeWebhookUrl: () => this.url,
			getNode: () => ({ ...NODE, id: this.url, credentials: { faxPlusApi: { id: credential } } }),
			getWorkflow: () => ({ id: this.url, name: 'Referrals', active: true }),
			getInstanceId: () => 'n8n 1',
			getWorkflowStaticData: () => this.staticData,
			getMode: () => 'trigger',
			getExecutionId: () => undefined,
			getActivationMode: () => 'activate',
			getCredentials: () => Promise.resolve({ accessToken: 't', baseUrl: 'https://api.example/v3' }),
			logger: logTo(),
			helpers: {
				httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
					await this.request(options),
				httpRequest: async () => {
					await schedule('question to n8n');
					return this.published
						? { statusCode: 401, headers: { 'x-faxplus-trigger': 'somebody' }, body: {} }
						: { statusCode: 404, headers: {}, body: { code: 404, message: 'it is not registered' } };
				},
			},
		} as unknown as IHookFunctions & IPollFunctions;
	}

	private async request({ method = 'GET', url, body }: IHttpRequestOptions): Promise<unknown> {
		const id = url.split('/webhooks/')[1];
		if (method === 'DELETE') this.deletions += 1;
		if (
			method === 'DELETE' &&
			this.published &&
			JSON.stringify(this.staticData).includes(`"endpointId":"${id}"`)
		)
			this.violations.push(`${id ?? ''} was deleted while it was in use`);

		const fate = this.fates.pop() ?? 'answered';
		await schedule(`${method} arrives`);
		if (fate === 'refused') return { statusCode: 401, headers: {}, body: { error: 'unauthorized' } };
		if (fate === 'lost') throw Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });
		const answer = this.carryOut(method, id, body as Partial<Endpoint>);
		await schedule(`${method} is answered`);
		if (fate === 'answer lost') throw Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });
		return { statusCode: 200, headers: {}, body: answer };
	}

	private carryOut(method: string, id = '', body: Partial<Endpoint>): unknown {
		const endpoint = this.endpoints.get(id);
		if (method === 'DELETE') this.endpoints.delete(id);
		if (method === 'PATCH' && endpoint) Object.assign(endpoint, body);
		if (method === 'POST') {
			this.created += 1;
			const made = { channels: null, filter_types: [], url: '', ...body, id: `ep_${this.created}` };
			this.endpoints.set(made.id, made);
		}
		return method === 'GET' ? { records: [...this.endpoints.values()].map((one) => ({ ...one })) } : {};
	}
}

const stepsOf = (does: Array<Step['does']>, extra: Partial<Record<keyof Step, fc.Arbitrary<unknown>>> = {}) =>
	fc.array(fc.record({ does: fc.constantFrom(...does), pauses: fc.nat(3), ...extra }) as fc.Arbitrary<Step>, {
		minLength: 1,
		maxLength: 6,
	});

const fatesOf = (...some: Fate[]) => fc.array(fc.constantFrom(...some), { maxLength: 20 });

const PUBLISH: Step = { does: 'publish', pauses: 0 };

/** Runs the steps one after the other, as n8n does. Work that they leave for later can run at any time. */
async function run(scheduler: fc.Scheduler, steps: Step[], fates: Fate[]): Promise<World> {
	schedule = async (label) => {
		await scheduler.schedule(Promise.resolve(), label);
	};
	const world = new World(fates);
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => world.now);
	const driver = async (): Promise<void> => {
		for (const step of [PUBLISH, ...steps]) await world.do(step);
	};
	await scheduler.waitFor(driver());
	await scheduler.waitIdle();
	clock.mockRestore();
	return world;
}

/** Checks an expectation after many runs with random steps and fates of requests. */
async function always(
	steps: fc.Arbitrary<Step[]>,
	fates: fc.Arbitrary<Fate[]>,
	expectIn: (world: World) => void,
	atTheEnd: Step[] = [],
): Promise<void> {
	const property = fc.asyncProperty(fc.scheduler(), steps, fates, async (scheduler, some, ofRequests) => {
		expectIn(await run(scheduler, [...some, ...atTheEnd], ofRequests));
	});
	await fc.assert(property, { numRuns: 300 });
}

const CHANNELS = { channels: fc.constantFrom('', 'a typo', '+15550100000') };

describe('Whatever the order of hooks, checks and removals', () => {
	it.each([
		['one credential', ['a']],
		['two credentials of one account', ['a', 'b']],
	])('with %s, the endpoint in use stays, and only the needed one is left at the end', async (_what, ids) => {
		const steps = stepsOf(['publish', 'deactivate', 'check'], { credential: fc.constantFrom(...ids) });
		await always(steps, fc.constant([]), ({ violations, endpoints, published }) => {
			expect(violations).toEqual([]);
			expect(endpoints.size).toBe(published ? 1 : 0);
		});
	});

	it('and whatever Fax.Plus refuses or leaves unanswered, no endpoint in use is deleted', async () => {
		await always(
			stepsOf(['publish', 'deactivate', 'check'], { credential: fc.constantFrom('a', 'b') }),
			fatesOf('answered', 'lost', 'answer lost', 'refused'),
			({ violations }) => {
				expect(violations).toEqual([]);
			},
		);
	});

	it('and whatever is refused, lost or mistyped, the endpoint and its secret stay until a deactivation', async () => {
		await always(
			stepsOf(['publish', 'check'], CHANNELS),
			fatesOf('answered', 'refused', 'lost'),
			({ deletions, endpoints, created }) => {
				expect(deletions).toBe(0);
				expect(endpoints.size).toBe(created);
				expect(created).toBeLessThanOrEqual(1);
			},
		);
	});

	it('and whatever fails or is deleted in Fax.Plus, one more check restores the published endpoint', async () => {
		await always(
			stepsOf(['publish', 'deactivate', 'check', 'delete at the service'], CHANNELS),
			fatesOf('answered', 'refused', 'lost'),
			({ endpoints, published }) => {
				if (!published) return;
				const channels = published.channels === '' ? null : [published.channels];
				expect([...endpoints.values()]).toEqual([expect.objectContaining({ channels })]);
			},
			Array.from({ length: 12 }, () => ({ does: 'check', pauses: 0 })),
		);
	});
});
