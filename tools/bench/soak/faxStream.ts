import type { Simulator } from '../../simulator';
import { serviceTime } from '../../simulator/faxing/times';
import { watchFaxes, type PollingWorkflow } from '../../../test/queue/support/pollingWorkflow';
import { addAccount } from '../../../test/support/accounts';
import type { SoakRig } from './rig';
import type { Tracked } from './tallies';

const ACCOUNT = 'acc_polled';
const NUMBER = '+15550100100';

/** Lists faxes of an account that the polling trigger watches. */
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
	 * Lists a fax.
	 *
	 * @param lateness how long before it began, in milliseconds
	 */
	add(category: 'inbox' | 'sent', lateness: number): void {
		const listedAt = Date.now();
		const begun = serviceTime(listedAt - lateness);
		const values = { category, startTime: begun, lastUpdate: begun };
		const id = this.simulator.addFax(values, undefined, ACCOUNT);
		this.tracked.push({ id, accepted: true, times: [listedAt] });
	}

	/** Publishes the workflow with another name of the trigger, which n8n then has no memory of. */
	async publish(): Promise<void> {
		await this.watcher.rename(`Faxes ${this.names + 1}`);
		this.names += 1;
	}
}
