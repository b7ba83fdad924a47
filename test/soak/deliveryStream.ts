import { setTimeout as pause } from 'node:timers/promises';

import type { Delivery, Simulator } from '../../simulator';
import type { N8nApi } from '../../harness/n8n';
import { listen, type Listener } from '../queue/support';
import type { SoakRig } from './rig';
import type { Tracked } from './verdicts';

/** Lets the service deliver faxes to a workflow that begins with the trigger. */
export class DeliveryStream {
	private readonly deliveries: Delivery[] = [];

	private readonly underWay = new Set<Promise<void>>();

	copies = 0;

	private publishes = 0;

	private constructor(
		private readonly simulator: Simulator,
		private readonly api: N8nApi,
		readonly listener: Listener,
		private readonly signal: AbortSignal,
	) {}

	static async start({ main }: SoakRig, simulator: Simulator, signal: AbortSignal): Promise<DeliveryStream> {
		return new DeliveryStream(simulator, main.api, await listen(main, simulator, () => []), signal);
	}

	get count(): number {
		return this.deliveries.length;
	}

	/** All that was delivered so far. */
	get tracked(): Tracked[] {
		return this.deliveries.map(({ webhookId, attempts }) => ({
			id: webhookId,
			accepted: attempts.some(({ status = 0 }) => status >= 200 && status < 300),
			times: attempts.map(({ at }) => at),
		}));
	}

	get attempts(): number {
		return this.deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0);
	}

	/** Begins a delivery. Some time after its acceptance it may come once more. */
	begin(copyAfter?: number): void {
		const [delivery] = this.simulator.faxReceived();
		if (!delivery) throw new Error('No endpoint is subscribed');
		this.deliveries.push(delivery);
		const work = this.follow(delivery, copyAfter).finally(() => this.underWay.delete(work));
		this.underWay.add(work);
	}

	/** Waits until all is delivered or given up. */
	async settled(): Promise<void> {
		await Promise.all(this.underWay);
	}

	/** Publishes the workflow with a trigger that listens to other events. */
	async publish(): Promise<void> {
		const { workflowId } = this.listener;
		const events = ++this.publishes % 2 === 1 ? ['fax_received', 'fax_page_received'] : ['fax_received'];
		const { nodes } = await this.api.getWorkflow(workflowId);
		const changed = nodes.map((node) =>
			node.name === 'Trigger' ? { ...node, parameters: { ...node.parameters, events } } : node,
		);
		await this.api.updateWorkflow(workflowId, { nodes: changed });
		await this.api.publish(workflowId);
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
