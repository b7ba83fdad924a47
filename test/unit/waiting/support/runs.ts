import type { FaxResult } from '../../../../nodes/FaxPlus/resources/fax/waiting/faxResult';
import { toResult, waitedFor } from '../../../../nodes/FaxPlus/resources/fax/waiting/waitForSend';
import type { Wait } from '../../../../nodes/FaxPlus/fields/waitOptions';
import { waitForFax } from '../../../../nodes/FaxPlus/resources/fax/waiting/waitForFax';
import type { ReadCall } from '../../../../nodes/FaxPlus/operation/itemCall';
import type { ModelFax, Service } from './service';

/** One run of the node, whose items wait together. */
export class Run {
	private readonly call: ReadCall;

	constructor(
		service: Service,
		private readonly wait: Wait,
	) {
		const context = {
			getExecutionCancelSignal: () => undefined,
			getNode: () => ({ parameters: {}, credentials: { faxPlusApi: { id: service.userId } } }),
		};
		this.call = { context, read: service.read.bind(service) } as unknown as ReadCall;
	}

	/** Waits for faxes that were all sent in one request, which ends right now. */
	async sent(faxes: readonly ModelFax[], wait = this.wait): Promise<FaxResult[]> {
		const sent = faxes.map(({ outboxId: id, to, from }) => ({ id, to, from, status: 'submitted' }));
		return await waitedFor(this.call, 'self', sent, wait, true);
	}

	/** Waits for an ID, as "Wait for Result" does. */
	async waitedFor(id: string): Promise<FaxResult[]> {
		const results = await waitForFax(this.call, 'self', { id }, this.wait);
		return results.map((waited) => toResult(waited, { id }));
	}
}

/** Lets time pass until some work is done. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
	const state = { isDone: false };
	const done = work.finally(() => {
		state.isDone = true;
	});
	done.catch(() => undefined);
	await pass(0);
	while (!state.isDone) await jest.advanceTimersToNextTimerAsync();
	return await done;
}

/** Lets time pass and runs its timers. */
export async function pass(milliseconds: number): Promise<void> {
	await jest.advanceTimersByTimeAsync(milliseconds);
}
