import { until } from '../../../../tools/harness/until';
import { seed } from '../../../../tools/simulator';
import type { RequestLogEntry } from '../../../../tools/simulator/apiServer';
import { accountWith, type Endpoint } from '../../../../tools/simulator/state';
import { auditTrailIn, type AuditLine } from '../../../support/auditTrail';
import { isMarked, urlInUse } from '../../../support/endpointUrls';
import { useBench, type Bench } from '../../support/bench';
import { endPauses, longPauses } from '../../support/time';
import { Trigger, type TriggerSettings } from './trigger';
import { WebhookServer } from './webhookServer';

export { until };

/** The numbers of the account. */
export const OWN_NUMBERS = [seed.ownedNumber, '+41225550100'];

const WRITES = ['createWebhook', 'updateWebhook', 'deleteWebhook'];

/** Number of triggers so far. The package remembers each one until this process ends. */
let triggers = 0;

/** The built trigger in n8n's engine, its webhook URLs, and the simulator. */
export class TriggerBench {
	constructor(
		readonly bench: Bench,
		readonly server: WebhookServer,
	) {}

	get simulator() {
		return this.bench.simulator;
	}

	/** The account of the default credential. */
	get account() {
		return accountWith(this.simulator.state, seed.accountId);
	}

	/** Returns a trigger with a URL of its own. By default, it has a personal access token of the account's owner. */
	async trigger(settings: Partial<TriggerSettings> = {}): Promise<Trigger> {
		triggers += 1;
		return new Trigger(this.bench.engine, {
			credentials: settings.credentials ?? (await this.bench.accessToken()),
			origin: this.server.origin,
			webhookId: `hook-${triggers}`,
			...settings,
		});
	}

	/** Returns an active trigger with a URL of its own. */
	async activeTrigger(settings: Partial<TriggerSettings> = {}): Promise<Trigger> {
		const trigger = await this.trigger(settings);
		await trigger.activate();
		return trigger;
	}

	/** Adds an endpoint to the account, as if it had already been there. */
	addEndpoint(values: Partial<Endpoint> & Pick<Endpoint, 'id' | 'url'>): Endpoint {
		const endpoint = { filter_types: ['fax_received'], channels: null, secret: 'whsec_b2xk', ...values };
		this.account.endpoints.set(endpoint.id, endpoint);
		return endpoint;
	}

	/** Returns the account's endpoints at the trigger's URL, even if they're marked for deletion. */
	endpointsOf({ url }: Trigger, accountId?: string): Endpoint[] {
		return this.simulator
			.endpointsOf(accountId)
			.filter((endpoint) => urlInUse(endpoint) === url)
			.map((endpoint) => (isMarked(endpoint) ? { ...endpoint, url } : endpoint));
	}

	/** Returns whether all endpoints at the trigger's URL are marked for deletion. */
	isMarkedUnused({ url }: Trigger): boolean {
		return this.simulator.endpoints.filter((endpoint) => urlInUse(endpoint) === url).every(isMarked);
	}

	/** Returns the requests that change endpoints, in order, without those that only mark them. */
	writes(): RequestLogEntry[] {
		return this.simulator.requests.filter(
			({ operationId, body }) =>
				WRITES.includes(operationId) && (operationId !== 'updateWebhook' || !isOnlyUrl(body)),
		);
	}

	/**
	 * Returns a trigger that was active and has just been deactivated. At its URL, n8n responds that nothing is registered.
	 * `log` has only the lines after the deactivation, and `trail` what the audit trail shows about endpoints.
	 */
	async deactivated(
		settings: Partial<TriggerSettings> = {},
	): Promise<{ trigger: Trigger; log: string[]; logged: string[]; trail: AuditLine[] }> {
		const trigger = await this.activeTrigger(settings);
		const trail: AuditLine[] = [];
		const log = logOf(trigger, trail);
		const pauses = longPauses.length;
		expect(await trigger.delete()).toBe(true);
		const logged = log.splice(0);
		// The endpoint is marked before the removal waits.
		if (logged.some((line) => line.includes('will be deleted')))
			await until(() => longPauses.length > pauses);
		return { trigger, log, logged, trail };
	}

	idsOf(trigger: Trigger): string[] {
		return this.endpointsOf(trigger).map(({ id }) => id);
	}

	/** The ids of all endpoints in the account. */
	get ids(): string[] {
		return [...this.account.endpoints.keys()];
	}

	/** Ends pauses until the trigger's endpoint is removed. */
	async untilGone(trigger: Trigger): Promise<void> {
		await until(() => {
			endPauses();
			return this.endpointsOf(trigger).length === 0;
		});
	}

	/** Ends pauses until the endpoint of another trigger is removed. By then, all earlier removals have been decided, too. */
	async afterAnotherLeft(): Promise<void> {
		endPauses();
		const { trigger } = await this.deactivated();
		await this.untilGone(trigger);
	}
}

function isOnlyUrl(body: unknown): boolean {
	return JSON.stringify(Object.keys(body as object)) === '["url"]';
}

/** Sets up a bench for the tests of a file. `jest.mock` must use `withHeldPauses`. */
export function useTriggerBench(): () => TriggerBench {
	const bench = useBench();
	let triggerBench: TriggerBench | undefined;

	beforeAll(async () => {
		const server = await WebhookServer.start();
		triggerBench = new TriggerBench(bench(), server);
		Object.assign(bench().simulator.deliverySettings, { ca: server.certificate, retrySchedule: [] });
	});
	beforeEach(() => {
		triggerBench?.server.unregisterAll();
		if (triggerBench) triggerBench.account.ownedNumbers = OWN_NUMBERS;
	});
	afterAll(async () => {
		await triggerBench?.server.stop();
	});

	return () => {
		if (!triggerBench) throw new Error('The bench is there only while tests run');
		return triggerBench;
	};
}

/** Returns the static data for an endpoint in use. */
export function memoryOf(id: string | undefined, { url }: Trigger): object {
	const [registeredAt, home] = [expect.any(Number), expect.any(String)] as unknown[];
	return { endpointId: id, url, registeredAt, home };
}

/**
 * Collects the log lines of the trigger from now on, as "level: text".
 *
 * @param trail gets the lines of the audit trail about endpoints. The log leaves them out
 */
export function logOf({ logger }: Trigger, trail: AuditLine[] = []): string[] {
	const lines: string[] = [];
	for (const level of ['debug', 'info', 'warn', 'error'] as const) {
		jest.spyOn(logger, level).mockImplementation((message: string) => {
			const ofEndpoints = auditTrailIn([message]).filter(({ event }) =>
				String(event).startsWith('endpoint.'),
			);
			if (ofEndpoints.length > 0) trail.push(...ofEndpoints);
			else lines.push(`${level}: ${message}`);
		});
	}
	return lines;
}

/** Ends all pauses of a removal that fails, and waits until the log has a line like this. */
export async function untilGivenUp(log: string[], line: RegExp): Promise<void> {
	await until(() => {
		endPauses();
		return log.some((one) => line.test(one));
	});
}

/** Waits until the log has a line like this. */
export async function untilLogged(log: string[], line: RegExp): Promise<void> {
	await until(() => log.some((one) => line.test(one)));
}
