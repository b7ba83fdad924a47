import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { seed, type Delivery, type Simulator } from '../../simulator';
import { serviceTime } from '../../simulator/faxing/times';
import { listen, type Listener } from '../../../test/queue/support';
import { insist } from './clock';
import type { MissedFaxes } from './options';
import type { SoakRig } from './rig';
import type { DeliveryArrival } from './schedule';
import type { Tracked } from './tallies';

/** Polls four times a minute. At a realistic pace, a run would take two hours. */
const POLL_TIMES = {
	item: [0, 15, 30, 45].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/**
 * Age of the trigger's endpoint in milliseconds, which is written into its static data. Faxes are older than the run, so
 * the endpoint must be even older.
 */
const REGISTERED_MS = 24 * 3_600_000;

/** Age of a fax, in milliseconds, at which the trigger no longer waits for its delivery. */
const LONG_AGO_MS = 900_000;

const CHECK_MS = 500;

/** A fax and its delivery. */
interface Fax {
	id: string;
	begunAt: number;
	listedAt: number;
	delivery?: Delivery | undefined;
}

/** Delivers faxes to a workflow that starts with the trigger. */
export class DeliveryStream {
	private readonly all: Fax[] = [];

	/** Fax ids, keyed by each name that deliveries and records use for the fax. */
	readonly names = new Map<string, string>();

	/** Number of items by how they were verified. */
	readonly confirmations: Record<string, number> = {};

	private readonly underWay = new Set<Promise<void>>();

	copies = 0;

	private publishes = 0;

	private constructor(
		private readonly simulator: Simulator,
		private readonly rig: SoakRig,
		readonly listener: Listener,
		private readonly signal: AbortSignal,
		private readonly missed: MissedFaxes | undefined,
	) {
		listener.passes.nameOf = (text) => {
			const [confirmedBy = '', name = ''] = text.split(' ');
			this.confirmations[confirmedBy] = (this.confirmations[confirmedBy] ?? 0) + 1;
			return this.names.get(name) ?? name;
		};
	}

	static async start(
		rig: SoakRig,
		simulator: Simulator,
		signal: AbortSignal,
		missed?: MissedFaxes,
	): Promise<DeliveryStream> {
		const listener = await listen(rig.main, simulator, {
			counted: "encodeURIComponent($json.confirmedBy + ' ' + ($json.webhookId ?? $json.data.id))",
			...(missed && {
				secret: missed.secret,
				parameters: { pollTimes: POLL_TIMES, options: { rememberDeliveries: 10_000 } },
			}),
		});
		const stream = new DeliveryStream(simulator, rig, listener, signal, missed);
		if (missed) await stream.prepare(missed);
		return stream;
	}

	get count(): number {
		return this.all.length;
	}

	/** Whether the trigger can use the lists to find faxes that were never delivered. */
	get checksForMissed(): boolean {
		return this.missed !== undefined && !this.isKeyless;
	}

	/** Whether deliveries and lists have no key in common, but deliveries are accepted because of their signature. */
	get isKeyless(): boolean {
		return this.missed?.keys === 'none' && this.missed.secret === 'right';
	}

	/**
	 * All faxes so far. If the trigger can find missed faxes, every fax must reach it. Otherwise, only faxes with an
	 * accepted delivery must.
	 */
	get tracked(): Tracked[] {
		return this.all.map(({ id, begunAt, delivery }) => {
			const attempts = delivery?.attempts ?? [];
			const isDelivered = attempts.some(({ status = 0 }) => status >= 200 && status < 300);
			return {
				id,
				accepted: this.checksForMissed || isDelivered,
				times: [begunAt, ...attempts.map(({ at }) => at)],
			};
		});
	}

	get attempts(): number {
		return this.all.reduce((sum, { delivery }) => sum + (delivery?.attempts.length ?? 0), 0);
	}

	/** Adds a received fax and delivers it. A copy of the delivery may follow some time after it was accepted. */
	addFax({ copyAfter, isLost = false, age = 0, lag = 0 }: Omit<DeliveryArrival, 'at' | 'kind'>): void {
		const begunAt = Date.now();
		const time = serviceTime(begunAt - age);
		const id = this.simulator.addFax({ startTime: time, lastUpdate: time, listedFrom: begunAt + lag });
		const [delivery] = isLost ? [] : this.simulator.faxReceived({ faxId: id });
		this.all.push({ id, begunAt, listedAt: begunAt + lag, delivery });
		const session = this.simulator.state.accounts.get(seed.accountId)?.faxes.get(id)?.sessionId ?? id;
		for (const name of [id, session, delivery?.webhookId ?? id]) this.names.set(name, id);
		if (!delivery) return;
		const work = this.follow(delivery, copyAfter).finally(() => this.underWay.delete(work));
		this.underWay.add(work);
	}

	/** When a fax was received and listed, and how n8n responded to its delivery. */
	storyOf(id: string): string {
		const { begunAt = 0, listedAt = 0, delivery } = this.all.find((fax) => fax.id === id) ?? {};
		const clock = (at: number) => new Date(at).toISOString().slice(11, 19);
		const attempts = delivery?.attempts.map(({ at, status }) => `${clock(at)} (${status ?? 'no answer'})`);
		return `${id}: came ${clock(begunAt)}, listed ${clock(listedAt)}, delivered ${attempts?.join(', ') ?? 'never'}`;
	}

	/** Waits until each delivery is either accepted or given up. */
	async settled(): Promise<void> {
		await Promise.all(this.underWay);
	}

	/** Changes the events of the trigger and publishes the workflow. */
	async publish(): Promise<void> {
		const { workflowId } = this.listener;
		const { api } = this.rig.main;
		const events = ++this.publishes % 2 === 1 ? ['fax_received', 'fax_page_received'] : ['fax_received'];
		const { nodes } = await api.getWorkflow(workflowId);
		const changed = nodes.map((node) =>
			node.name === 'Trigger' ? { ...node, parameters: { ...node.parameters, events } } : node,
		);
		await api.updateWorkflow(workflowId, { nodes: changed });
		await api.publish(workflowId);
	}

	/**
	 * Deletes the endpoint in the simulator and waits for the next one. If its secret is needed, it's then added to the
	 * credential, as a person would do.
	 */
	async deleteEndpoint(): Promise<void> {
		const { simulator, signal } = this;
		const endpoints = simulator.state.accounts.get(seed.accountId)?.endpoints;
		endpoints?.clear();
		while (endpoints?.size === 0) {
			const goesOn = await pause(CHECK_MS, true, { signal }).catch(() => false);
			if (!goesOn) return;
		}
		const [endpoint] = endpoints?.values() ?? [];
		if (endpoint && this.missed?.secret === 'right')
			await insist(async () => {
				await this.listener.enterSecrets(endpoint.secret);
			});
	}

	/** Sends deliveries to a starting n8n instance, which responds with 200 and does nothing else. */
	async swallow(count: number): Promise<void> {
		const settings = this.simulator.deliverySettings;
		const { mapUrl } = settings;
		const starting = createServer((_request, response) => response.end('n8n is starting up. Please wait'));
		await new Promise<void>((resolve) => starting.listen(0, '127.0.0.1', resolve));
		settings.mapUrl = () => `http://127.0.0.1:${(starting.address() as AddressInfo).port}/`;
		for (let fax = 0; fax < count; fax++) this.addFax({ age: LONG_AGO_MS });
		await this.settled();
		settings.mapUrl = mapUrl;
		starting.close();
	}

	private async prepare({ keys }: MissedFaxes): Promise<void> {
		const { simulator, rig, listener } = this;
		const faxes = simulator.state.accounts.get(seed.accountId)?.faxes;
		const heard = [...(faxes?.values() ?? [])].at(-1);
		faxes?.clear();
		// If deliveries and lists share a key, the trigger learns it from this fax.
		const time = serviceTime(Date.now() - LONG_AGO_MS);
		if (keys !== 'none') this.simulator.addFax({ ...heard, startTime: time, lastUpdate: time });
		simulator.settings.eventIds = keys === 'all' || keys === 'id' ? 'record' : 'session';
		simulator.settings.eventFiles = keys === 'all' || keys === 'file' ? 'record' : 'event';
		const { staticData } = await rig.main.api.getWorkflow(listener.workflowId);
		const older = JSON.stringify(registeredSince(staticData, Date.now() - REGISTERED_MS));
		await rig.write(
			`update workflow_entity set "staticData" = '${older}' where id = '${listener.workflowId}'`,
		);
		// n8n only reads static data when it starts.
		await rig.main.kill();
		await rig.supervisor.untilAllRun();
	}

	private async follow(delivery: Delivery, copyAfter: number | undefined): Promise<void> {
		await delivery.settled;
		if (copyAfter === undefined || delivery.state !== 'delivered') return;
		const isDue = await pause(copyAfter, true, { signal: this.signal }).catch(() => false);
		if (!isDue) return;
		this.copies += 1;
		await this.simulator.replay(delivery.webhookId);
	}
}

/** Static data of a workflow, with another creation time for the trigger's endpoint. */
function registeredSince(staticData: unknown, registeredAt: number): object {
	const { global, ...others } = staticData as { global: Record<string, object> };
	const [name, endpoint] = Object.entries(global).find(([one]) => one.startsWith('faxPlus endpoint ')) ?? [];
	if (name === undefined) throw new Error('The workflow does not remember when its trigger was registered');
	return { ...others, global: { ...global, [name]: { ...endpoint, registeredAt } } };
}
