import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import type { Account } from '../state';
import { countPages } from './documents';
import { FAXED_BACK, type Lines } from './lines';
import type { OutboxFax, OutboxStatus } from './types';

/** How long the parts of sending take. */
export interface SendingSpeed {
	/** Milliseconds that a fax waits for its conversion. The conversion itself takes as long. */
	converting: number;
	/** Milliseconds for a call. `perPage` is added for each page. */
	sending: number;
	perPage: number;
	/** Milliseconds for each second of the pause between two tries. */
	retrySecond: number;
}

/** A speed for tests. */
export const TEST_SPEED: Readonly<SendingSpeed> = { converting: 5, sending: 10, perPage: 1, retrySecond: 10 };

/** A speed for people who watch. */
export const WATCHED_SPEED: Readonly<SendingSpeed> = {
	converting: 1500,
	sending: 3000,
	perPage: 500,
	retrySecond: 1000,
};

/** Longest time that a timer can wait, in milliseconds. No simulator runs that long. */
const LONGEST_PAUSE = 2 ** 31 - 1;

interface SenderEvents {
	/** Called when a fax has left the outbox, with the result of its last try. */
	onSent: (account: Account, fax: OutboxFax, result: string) => void;
	/** Called after `onSent` if the receiver faxes the pages back. */
	onFaxedBack: (account: Account, fax: OutboxFax) => void;
}

/** Moves faxes through the outbox, where they're submitted, converted, scheduled, sent and finally removed. */
export class Sender {
	private stopping = new AbortController();

	private hurrying = new AbortController();

	private readonly underWay = new Set<Promise<void>>();

	constructor(
		private readonly service: { sending: SendingSpeed; lines: Lines },
		private readonly events: SenderEvents,
	) {
		setMaxListeners(0, this.stopping.signal, this.hurrying.signal);
	}

	/** Adds faxes to the outbox and starts to send them. */
	submit(account: Account, faxes: readonly OutboxFax[]): void {
		for (const fax of faxes) account.outbox.set(fax.id, fax);
		for (const fax of faxes) {
			const sending = this.send(account, fax, this.stopping.signal).finally(() => {
				this.underWay.delete(sending);
			});
			this.underWay.add(sending);
		}
	}

	/** Resolves when all faxes that are now being sent are sent or canceled. */
	async settled(): Promise<void> {
		await Promise.all(this.underWay);
	}

	/** Cancels all faxes that are being sent. */
	stop(): void {
		this.stopping.abort();
		this.stopping = new AbortController();
		setMaxListeners(0, this.stopping.signal);
	}

	/** Sends all current faxes without any more pauses. */
	hurry(): void {
		this.hurrying.abort();
		this.hurrying = new AbortController();
		setMaxListeners(0, this.hurrying.signal);
	}

	private async send(account: Account, fax: OutboxFax, signal: AbortSignal): Promise<void> {
		const { sending: speed } = this.service;
		const { signal: hurry } = this.hurrying;
		const move = async (status: OutboxStatus, milliseconds: () => number): Promise<void> => {
			if (fax.status !== status) {
				fax.status = status;
				fax.statusChanges.push({ at: Date.now(), status });
			}
			await wait(milliseconds(), signal, hurry);
			if (account.outbox.get(fax.id) !== fax) throw new Canceled();
		};
		try {
			await move('submitted', () => speed.converting);
			await move('converting', () => speed.converting);
			fax.pages = await countPages(fax);
			await move('scheduled_for_sending', () => fax.sendTime - Date.now());
			let result = await this.call(fax, move);
			while (!['success', FAXED_BACK].includes(result) && fax.tries <= fax.retry.count) {
				await move('scheduled_for_sending', () => fax.retry.delay * speed.retrySecond);
				result = await this.call(fax, move);
			}
			account.outbox.delete(fax.id);
			this.events.onSent(account, fax, result === FAXED_BACK ? 'success' : result);
			if (result !== FAXED_BACK) return;
			await wait(speed.sending, signal, hurry);
			this.events.onFaxedBack(account, fax);
		} catch (error) {
			if (!(error instanceof Canceled) && !signal.aborted) throw error;
		}
	}

	/** Tries once to send a fax, and returns the result. */
	private async call(
		fax: OutboxFax,
		move: (status: OutboxStatus, milliseconds: () => number) => Promise<void>,
	): Promise<string> {
		const { sending: speed, lines } = this.service;
		await move('sending', () => speed.sending + speed.perPage * fax.pages);
		fax.tries += 1;
		return lines.next(fax.to);
	}
}

/** Thrown if a fax was removed from the outbox. */
class Canceled extends Error {}

async function wait(milliseconds: number, stop: AbortSignal, hurry: AbortSignal): Promise<void> {
	const signal = AbortSignal.any([stop, hurry]);
	try {
		await pause(Math.max(Math.min(milliseconds, LONGEST_PAUSE), 0), undefined, { signal });
	} catch (error) {
		if (stop.aborted || !hurry.aborted) throw error;
	}
}
