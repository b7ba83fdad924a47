import { setTimeout as pause } from 'node:timers/promises';

import { DeliveredFaxes, Ledger, listen, type Listener } from '../../harness/endurance';
import { seed, type Simulator } from '../../simulator';
import { insist } from './clock';
import { missedParameters, prepareMissed } from './missedFaxes';
import type { MissedFaxes } from './options';
import type { SoakRig } from './rig';

const CHECK_MS = 500;

/** A workflow that starts with the trigger, and the faxes that the simulator delivers to it. */
export class WebhookTrigger {
	readonly ledger: Ledger;

	private publishes = 0;

	private constructor(
		private readonly simulator: Simulator,
		private readonly rig: SoakRig,
		readonly listener: Listener,
		readonly faxes: DeliveredFaxes,
		private readonly signal: AbortSignal,
		private readonly missed: MissedFaxes | undefined,
	) {
		this.ledger = new Ledger(rig.main.api, listener, faxes);
	}

	static async start(
		rig: SoakRig,
		simulator: Simulator,
		signal: AbortSignal,
		missed?: MissedFaxes,
	): Promise<WebhookTrigger> {
		const listener = await listen(rig.main, simulator, {
			about: '$json.confirmedBy',
			...(missed && { secret: missed.secret, parameters: missedParameters }),
		});
		const findsMissed = missed !== undefined && !isKeyless(missed);
		const faxes = new DeliveredFaxes(simulator, listener.passes, findsMissed, signal);
		if (missed) await prepareMissed(rig, simulator, listener, missed);
		return new WebhookTrigger(simulator, rig, listener, faxes, signal, missed);
	}

	/** Whether deliveries and lists have no key in common, but deliveries are accepted because of their signature. */
	get isKeyless(): boolean {
		return this.missed !== undefined && isKeyless(this.missed);
	}

	/** Number of items by how they were verified. */
	get confirmations(): Record<string, number> {
		const counts: Record<string, number> = {};
		for (const { about } of this.listener.passes.passes) counts[about] = (counts[about] ?? 0) + 1;
		return counts;
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
}

function isKeyless({ keys, secret }: MissedFaxes): boolean {
	return keys === 'none' && secret === 'right';
}
