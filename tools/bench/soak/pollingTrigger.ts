import { Ledger, ListedFaxes, watchFaxes, type Watcher } from '../../harness/endurance';
import type { Simulator } from '../../simulator';
import { addAccount } from '../../simulator/addAccount';
import type { SoakRig } from './rig';

const ACCOUNT = 'acc_polled';
const NUMBER = '+15550100100';

/** A workflow that starts with the polling trigger, and the faxes of an account that it checks. */
export class PollingTrigger {
	readonly faxes: ListedFaxes;

	readonly ledger: Ledger;

	private names = 0;

	private constructor(
		{ main }: SoakRig,
		simulator: Simulator,
		readonly watcher: Watcher,
	) {
		this.faxes = new ListedFaxes(simulator, ACCOUNT);
		this.ledger = new Ledger(main.api, watcher, this.faxes);
	}

	static async start(rig: SoakRig, simulator: Simulator): Promise<PollingTrigger> {
		const { token } = addAccount(simulator, ACCOUNT, NUMBER);
		return new PollingTrigger(rig, simulator, await watchFaxes(rig.main.api, simulator, token.value));
	}

	/**
	 * Renames the trigger and publishes the workflow. n8n has no static data for a trigger with a new name, so only n8n's store
	 * shows the trigger which faxes it has finished.
	 */
	async publish(): Promise<void> {
		await this.watcher.rename(`Faxes ${this.names + 1}`);
		this.names += 1;
	}
}
