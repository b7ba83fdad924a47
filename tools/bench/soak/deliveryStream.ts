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

/** Four times a minute, as nobody has two hours. */
const POLL_TIMES = {
	item: [0, 15, 30, 45].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** So many hours ago the trigger was registered, as far as it knows: the faxes are older than the run. */
const REGISTERED_MS = 24 * 3_600_000;

/** So long ago faxes came that are waited for no more. */
const LONG_AGO_MS = 900_000;

const LOOK_MS = 500;

/** A fax with what was delivered of it. */
interface Fax {
	id: string;
	begunAt: number;
	listedAt: number;
	delivery?: Delivery | undefined;
}

/** Lets the service deliver faxes to a workflow that begins with the trigger. */
export class DeliveryStream {
	private readonly all: Fax[] = [];

	/** The faxes, by all that deliveries and records call them. */
	readonly names = new Map<string, string>();

	/** How many items came, by who vouched for them. */
	readonly ways: Record<string, number> = {};

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
		listener.passes.nameOf = (told) => {
			const [way = '', name = ''] = told.split(' ');
			this.ways[way] = (this.ways[way] ?? 0) + 1;
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

	/** Whether what no webhook brings can be found in the lists. */
	get looksForMissed(): boolean {
		return this.missed !== undefined && !this.isKeyless;
	}

	/** Whether deliveries name faxes by nothing that lists know, and are trusted all the same. */
	get isKeyless(): boolean {
		return this.missed?.keys === 'none' && this.missed.secret === 'right';
	}

	/** All that has come so far. What is listed counts as accepted, unless nobody can tell that it was not delivered. */
	get tracked(): Tracked[] {
		return this.all.map(({ id, begunAt, delivery }) => {
			const attempts = delivery?.attempts ?? [];
			const isDelivered = attempts.some(({ status = 0 }) => status >= 200 && status < 300);
			return {
				id,
				accepted: this.looksForMissed || isDelivered,
				times: [begunAt, ...attempts.map(({ at }) => at)],
			};
		});
	}

	get attempts(): number {
		return this.all.reduce((sum, { delivery }) => sum + (delivery?.attempts.length ?? 0), 0);
	}

	/** Lets a fax come. Some time after the acceptance of its delivery that may come once more. */
	letFaxCome({ copyAfter, isLost = false, age = 0, lag = 0 }: Omit<DeliveryArrival, 'at' | 'kind'>): void {
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

	/** When a fax came and was listed, and how its delivery was answered. */
	storyOf(id: string): string {
		const { begunAt = 0, listedAt = 0, delivery } = this.all.find((fax) => fax.id === id) ?? {};
		const clock = (at: number) => new Date(at).toISOString().slice(11, 19);
		const attempts = delivery?.attempts.map(({ at, status }) => `${clock(at)} (${status ?? 'no answer'})`);
		return `${id}: came ${clock(begunAt)}, listed ${clock(listedAt)}, delivered ${attempts?.join(', ') ?? 'never'}`;
	}

	/** Waits until all is delivered or given up. */
	async settled(): Promise<void> {
		await Promise.all(this.underWay);
	}

	/** Publishes the workflow with a trigger that listens to other events. */
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

	/** Deletes the endpoint at the service; where its secret counts, a person enters that of the next one. */
	async deleteEndpoint(): Promise<void> {
		const { simulator, signal } = this;
		const endpoints = simulator.state.accounts.get(seed.accountId)?.endpoints;
		endpoints?.clear();
		while (endpoints?.size === 0) {
			const goesOn = await pause(LOOK_MS, true, { signal }).catch(() => false);
			if (!goesOn) return;
		}
		const [endpoint] = endpoints?.values() ?? [];
		if (endpoint && this.missed?.secret === 'right')
			await insist(async () => {
				await this.listener.enterSecrets(endpoint.secret);
			});
	}

	/** Lets an n8n that is starting up take deliveries: it answers 200, and that is all it does. */
	async swallow(count: number): Promise<void> {
		const settings = this.simulator.deliverySettings;
		const { mapUrl } = settings;
		const starting = createServer((_request, response) => response.end('n8n is starting up. Please wait'));
		await new Promise<void>((resolve) => starting.listen(0, '127.0.0.1', resolve));
		settings.mapUrl = () => `http://127.0.0.1:${(starting.address() as AddressInfo).port}/`;
		for (let fax = 0; fax < count; fax++) this.letFaxCome({ age: LONG_AGO_MS });
		await this.settled();
		settings.mapUrl = mapUrl;
		starting.close();
	}

	private async prepare({ keys }: MissedFaxes): Promise<void> {
		const { simulator, rig, listener } = this;
		const faxes = simulator.state.accounts.get(seed.accountId)?.faxes;
		const heard = [...(faxes?.values() ?? [])].at(-1);
		faxes?.clear();
		// By it the trigger learns that deliveries and lists call faxes alike, where they do.
		const time = serviceTime(Date.now() - LONG_AGO_MS);
		if (keys !== 'none') this.simulator.addFax({ ...heard, startTime: time, lastUpdate: time });
		simulator.settings.eventIds = keys === 'all' || keys === 'id' ? 'record' : 'session';
		simulator.settings.eventFiles = keys === 'all' || keys === 'file' ? 'record' : 'event';
		const { staticData } = await rig.main.api.getWorkflow(listener.workflowId);
		const older = JSON.stringify(registeredSince(staticData, Date.now() - REGISTERED_MS));
		await rig.write(
			`update workflow_entity set "staticData" = '${older}' where id = '${listener.workflowId}'`,
		);
		// n8n reads static data when it starts.
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

/** What a workflow remembers, with another time at which its trigger was registered. */
function registeredSince(staticData: unknown, registeredAt: number): object {
	const { global, ...others } = staticData as { global: Record<string, object> };
	const [name, endpoint] = Object.entries(global).find(([one]) => one.startsWith('faxPlus endpoint ')) ?? [];
	if (name === undefined) throw new Error('The workflow does not remember when its trigger was registered');
	return { ...others, global: { ...global, [name]: { ...endpoint, registeredAt } } };
}
