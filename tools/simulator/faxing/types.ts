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

/** What Fax AI finds in a fax. */
export interface AiJob<Data> {
	/** What it says in the end; `not_requested` until somebody asks for it. */
	status: string;
	data: Data;
	/** How many reads still answer "pending" before `status` shows. */
	pendingReads: number;
	/** What `status` becomes when it is requested, and how many reads come before. */
	outcome: string;
	requestedReads: number;
}
