export type { Fax } from './newFax';
export type { OutboxFax } from './outbox';

export type Category = 'inbox' | 'sent' | 'spam';

export type OutboxStatus = 'submitted' | 'converting' | 'scheduled_for_sending' | 'sending';

export interface CoverPage {
	name_to: string;
	name_from: string;
	subject: string;
	message?: string;
	flags?: string[];
}

/** A job of Fax AI and its result. */
export interface AiJob<Data> {
	/** Status once the job is done, or `not_requested` until it's requested. */
	status: string;
	data: Data;
	/** Number of reads that still return "pending" before `status` shows. */
	pendingReads: number;
	/** Status after a request. `requestedReads` is the number of reads before it shows. */
	outcome: string;
	requestedReads: number;
}
