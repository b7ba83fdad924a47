import fc from 'fast-check';
import type * as n8nWorkflow from 'n8n-workflow';
import type { IDataObject, IHookFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { leases } from '../../../nodes/FaxPlusTrigger/endpoint/leases';
import {
	adoptEndpoint,
	registerEndpoint,
	retireEndpoint,
} from '../../../nodes/FaxPlusTrigger/endpoint/lifecycle';

/** Decides when anything that waits goes on; set for each run. */
let schedule: (label: string) => Promise<void> = () => Promise.resolve();

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof n8nWorkflow>('n8n-workflow'),
	sleep: async (milliseconds: number) => {
		await schedule(`sleep ${milliseconds}`);
	},
}));

const SETTINGS = { filter_types: ['fax_received'], channels: null };
let urls = 0;

/** What becomes of a request: an answer, or none, although it may be carried out. */
type Fate = 'answered' | 'lost' | 'answer lost' | 'refused';

/** One trigger, the account at the service, and n8n's side of the webhook, where everything takes its time. */
class World {
	readonly url = `https://n8n.example/interleaved/${(urls += 1)}`;

	readonly endpoints = new Map<string, { id: string; url: string } & typeof SETTINGS>();

	/** What must never happen, as it happens. */
	readonly violations: string[] = [];

	isRegistered = false;

	/** Whether the last thing that n8n was told is that the trigger is registered. */
	isPublished = false;

	private staticData: IDataObject = {};

	created = 0;

	deletions = 0;

	private deletionsUnderWay = 0;

	private readonly fates: Fate[];

	constructor(fates: readonly Fate[]) {
		// A copy: fast-check prints the original.
		this.fates = [...fates];
	}

	/** n8n's hooks for a publish with a credential; it answers a registration that fails with those of a deactivation. */
	async publish(credential: string, channels = ''): Promise<void> {
		const context = this.context(credential, channels);
		this.isRegistered = true;
		try {
			if (!(await adoptEndpoint(context))) await registerEndpoint(context);
			this.isPublished = true;
		} catch {
			await this.deactivate(credential);
		}
	}

	async deactivate(credential: string): Promise<void> {
		this.isPublished = false;
		await retireEndpoint(this.context(credential));
		this.isRegistered = false;
	}

	private context(credential: string, channels = ''): IHookFunctions {
		const fields: IDataObject = { authentication: 'accessToken', events: ['fax_received'], channels };
		return {
			getNodeParameter: (name: string, fallback?: unknown) => fields[name] ?? fallback,
			getNodeWebhookUrl: () => this.url,
			getNode: () => ({ name: 'Fax', parameters: {}, credentials: { faxPlusApi: { id: credential } } }),
			getWorkflow: () => ({ id: 'w1', name: 'Referrals', active: true }),
			getWorkflowStaticData: () => this.staticData,
			getMode: () => 'trigger',
			getCredentials: () => Promise.resolve({ accessToken: 't', baseUrl: 'https://api.example/v3' }),
			logger: {
				debug: () => undefined,
				info: () => undefined,
				warn: () => undefined,
				error: () => undefined,
			},
			helpers: {
				httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
					await this.request(options),
				httpRequest: async () => {
					await schedule('question to n8n');
					return this.isRegistered
						? { statusCode: 401, headers: { 'x-faxplus-trigger': 'somebody' }, body: {} }
						: { statusCode: 404, headers: {}, body: { code: 404, message: 'it is not registered' } };
				},
			},
		} as unknown as IHookFunctions;
	}

	private async request({ method = 'GET', url, body }: IHttpRequestOptions): Promise<unknown> {
		const id = url.split('/webhooks/')[1];
		const isDeletion = method === 'DELETE';
		if (isDeletion && leases.at(this.url).some((lease) => !lease.isEnding && lease.endpoint?.id === id))
			this.violations.push(`${id ?? ''} was deleted while it was in use`);
		if (
			method === 'GET' &&
			this.deletionsUnderWay > 0 &&
			leases.at(this.url).some(({ isEnding }) => !isEnding)
		)
			this.violations.push('an activation looked while a deletion was under way');

		const fate = this.fates.pop() ?? 'answered';
		if (isDeletion) {
			this.deletionsUnderWay += 1;
			this.deletions += 1;
		}
		try {
			await schedule(`${method} arrives`);
			if (fate === 'refused') return { statusCode: 401, headers: {}, body: { error: 'unauthorized' } };
			if (fate === 'lost') throw Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });
			const answer = this.carryOut(method, id, body as IDataObject);
			await schedule(`${method} is answered`);
			if (fate === 'answer lost') throw Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });
			return { statusCode: 200, headers: {}, body: answer };
		} finally {
			if (isDeletion) this.deletionsUnderWay -= 1;
		}
	}

	private carryOut(method: string, id: string | undefined, body: IDataObject): unknown {
		if (method === 'DELETE' && id !== undefined) this.endpoints.delete(id);
		if (method === 'POST') {
			this.created += 1;
			const created = { ...SETTINGS, id: `ep_${this.created}`, url: body['url'] as string };
			this.endpoints.set(created.id, created);
		}
		return method === 'GET' ? { records: [...this.endpoints.values()] } : {};
	}
}

const steps = fc.array(fc.record({ does: fc.constantFrom('publish', 'deactivate'), pauses: fc.nat(3) }), {
	minLength: 1,
	maxLength: 5,
});

/** Runs the steps as n8n does, one after the other, with credentials in turn, while removals come whenever they like. */
async function run(
	scheduler: fc.Scheduler,
	order: Array<{ does: string; pauses: number }>,
	fates: Fate[],
	credentials: string[],
): Promise<{ world: World; isActive: boolean }> {
	schedule = async (label) => {
		await scheduler.schedule(Promise.resolve(), label);
	};
	const world = new World(fates);
	let current = credentials[0] ?? '';
	let isActive = false;
	const driver = async (): Promise<void> => {
		for (const [index, { does, pauses }] of [{ does: 'publish', pauses: 0 }, ...order].entries()) {
			for (let pause = 0; pause < pauses; pause++) await schedule('n8n');
			if (isActive) await world.deactivate(current);
			isActive = does === 'publish';
			if (!isActive) continue;
			current = credentials[index % credentials.length] ?? '';
			await world.publish(current);
		}
	};
	const driving = driver();
	await scheduler.waitFor(driving);
	await scheduler.waitIdle();
	return { world, isActive };
}

describe('However removals and activations of one URL fall together', () => {
	it.each([
		{ what: 'the same credential', credentials: ['a'] },
		{ what: 'two credentials of one account', credentials: ['a', 'b'] },
	])('with $what none in use is deleted, and in the end what is needed is there', async ({ credentials }) => {
		await fc.assert(
			fc.asyncProperty(fc.scheduler(), steps, async (scheduler, order) => {
				const { world, isActive } = await run(scheduler, order, [], credentials);
				expect(world.violations).toEqual([]);
				const ids = [...world.endpoints.keys()];
				expect(ids).toHaveLength(isActive ? 1 : 0);
				if (isActive) {
					const [lease] = leases.at(world.url).filter(({ isEnding }) => !isEnding);
					expect(lease?.endpoint?.id).toBe(ids[0]);
				}
			}),
			{ numRuns: 300 },
		);
	});

	it('and whatever the service leaves unanswered, none in use is deleted', async () => {
		const fates = fc.array(fc.constantFrom<Fate>('answered', 'lost', 'answer lost'), { maxLength: 12 });
		await fc.assert(
			fc.asyncProperty(fc.scheduler(), steps, fates, async (scheduler, order, some) => {
				const { world } = await run(scheduler, order, some, ['a', 'b']);
				expect(world.violations).toEqual([]);
			}),
			{ numRuns: 300 },
		);
	});

	it('and whatever is refused or mistyped, without a deactivation nothing is deleted or created twice', async () => {
		const fates = fc.array(fc.constantFrom<Fate>('answered', 'refused'), { maxLength: 20 });
		const publishes = fc.array(fc.constantFrom('', 'a typo', '+15550100000'), { minLength: 1, maxLength: 5 });
		await fc.assert(
			fc.asyncProperty(fc.scheduler(), publishes, fates, async (scheduler, fields, some) => {
				schedule = async (label) => {
					await scheduler.schedule(Promise.resolve(), label);
				};
				const world = new World(some);
				const driver = async (): Promise<void> => {
					for (const [index, channels] of fields.entries()) {
						if (index > 0) await world.deactivate('a');
						await world.publish('a', channels);
					}
				};
				await scheduler.waitFor(driver());
				await scheduler.waitIdle();
				expect(world.violations).toEqual([]);
				expect(world.deletions).toBe(0);
				expect(world.endpoints.size).toBe(world.created);
				expect(world.created).toBeLessThanOrEqual(1);
			}),
			{ numRuns: 300 },
		);
	});

	it('and whatever is refused before and after a deactivation, what counts as published has its endpoint', async () => {
		const fates = fc.array(fc.constantFrom<Fate>('answered', 'refused'), { maxLength: 20 });
		await fc.assert(
			fc.asyncProperty(fc.scheduler(), steps, fates, async (scheduler, order, some) => {
				const { world } = await run(scheduler, order, some, ['a']);
				expect(world.violations).toEqual([]);
				if (world.isPublished) expect(world.endpoints.size).toBeGreaterThan(0);
			}),
			{ numRuns: 300 },
		);
	});
});
