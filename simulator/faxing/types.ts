import type { KindName } from '../kinds';
import type { Upload } from './upload';

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

/** A fax that has arrived or was sent. Times are in the service's form. */
export interface Fax {
	id: string;
	/** The id of the fax session, which covers retries and by which events name the fax. */
	sessionId: string;
	userId: string;
	category: Category;
	direction: 'incoming' | 'outgoing';
	status: string;
	from: string;
	to: string;
	pages: number;
	comment: string;
	isRead: boolean;
	/** In pages. */
	cost: number;
	/** Seconds. */
	duration: number;
	startTime: string;
	submitTime: string | null;
	scheduledTime: string | null;
	lastUpdate: string;
	maxRetry: number | null;
	retryDelay: number | null;
	coverPage?: CoverPage;
	/** What was uploaded for it, in the order in which it was sent. */
	documents: Upload[];
	/** What its pages show if nothing was uploaded, and what Fax AI finds there. */
	kind: KindName;
	/** Bytes of a received fax's document as PDF; of a small size if left out. */
	fileSize?: number;
	thumbnail: Buffer;
	extraction: AiJob<Record<string, string>>;
	ocr: AiJob<string>;
	/** Whether it is still arriving; it has a record then, but no document. */
	isInProgress: boolean;
	/** Unix times in milliseconds from which on the API knows its record, lists it, and has its document. */
	knownFrom: number;
	listedFrom: number;
	documentFrom: number;
}

/** A fax on its way out, to one number. Times are Unix times in milliseconds. */
export interface OutboxFax {
	id: string;
	/** Shared by the faxes of one request. */
	batchId: string;
	userId: string;
	/** Number that it is sent from. */
	src: string;
	/** As the request named it. */
	from: string;
	to: string;
	documents: Upload[];
	/** Paths of the documents, as the request named them. */
	paths: string[];
	comment: { tags?: string[]; text?: string };
	coverPage?: CoverPage;
	enhancement: boolean;
	/** How often it is tried again, and the pause between in seconds. */
	retry: { count: number; delay: number };
	/** 0 until it is converted. */
	pages: number;
	status: OutboxStatus;
	statusChanges: Array<{ at: number; status: OutboxStatus }>;
	submitTime: number;
	sendTime: number;
	/** Whether the request named a time. */
	isScheduled: boolean;
	/** How often it was tried. */
	tries: number;
}
