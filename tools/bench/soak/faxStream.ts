import type { Simulator } from '../../simulator';
import { serviceTime } from '../../simulator/faxing/times';
import { watchFaxes, type PollingWorkflow } from '../../../test/queue/support/pollingWorkflow';
import { addAccount } from '../../../test/support/accounts';
import type { SoakRig } from './rig';
import type { Tracked } from './tallies';

const ACCOUNT = 'acc_polled';
const NUMBER = '+15550100100';

/** Adds faxes to an account that the polling trigger checks. */
export class FaxStream {
	readonly tracked: Tracked[] = [];

	private names = 0;

	private constructor(
		private readonly simulator: Simulator,
		readonly watcher: PollingWorkflow,
	) {}

	static async start({ main }: SoakRig, simulator: Simulator): Promise<FaxStream> {
		const { token } = addAccount(simulator, ACCOUNT, NUMBER);
		return new FaxStream(simulator, await watchFaxes(main.api, simulator, token.value));
	}

	/**
	 * Adds a fax to the lists.
	 *
	 * @param lateness time from the start of the fax until it's listed, in milliseconds
	 */
	add(category: 'inbox' | 'sent', lateness: number): void {
		const listedAt = Date.now();
		const begun = serviceTime(listedAt - lateness);
		const values = { category, startTime: begun, lastUpdate: begun };
		const id = this.simulator.addFax(values, undefined, ACCOUNT);
		this.tracked.push({ id, accepted: true, times: [listedAt] });
	}

	/** Renames the trigger and publishes the workflow. n8n has no static data for a trigger with a new name. */
	async publish(): Promise<void> {
		await this.watcher.rename(`Faxes ${this.names + 1}`);
		this.names += 1;
	}
}
