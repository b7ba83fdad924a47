import { randomBytes } from 'node:crypto';

import { ApiError, badRequest, forbidden } from '../apiError';
import { numbersOf, type Account, type User } from '../state';
import { parseZonedTime } from './times';
import type { CoverPage, OutboxStatus } from './types';
import { MOST_BYTES, type Upload } from './upload';

/** A fax in the outbox, to one number. Its times are Unix times in milliseconds. */
export type OutboxFax = ReturnType<typeof usualOutboxFax>;

const MOST_FILES = 10;
const MOST_DESTINATIONS = 4000;

/** The body of a request to send, whose types were already checked. */
export interface SendRequest {
	from: string;
	to: string[];
	files: string[];
	comment?: OutboxFax['comment'];
	options?: { enhancement?: boolean; retry?: Partial<OutboxFax['retry']> };
	send_time?: string;
	return_ids?: boolean;
	cover_page?: CoverPage;
}

/**
 * The faxes of a request, one for each destination (docs/contributing/api.md, "Sending").
 *
 * @throws ApiError if there are too many files or destinations, if the files are too large, if a file or the time doesn't
 * exist, or if the sender isn't one of the user's numbers
 */
export function outboxFaxes(account: Account, user: User, request: SendRequest): OutboxFax[] {
	const { files, to, comment = {}, options = {}, cover_page, send_time } = request;
	if (files.length > MOST_FILES) {
		throw new ApiError(400, 'too_many_files', `A fax has at most ${MOST_FILES} files`);
	}
	if (to.length > MOST_DESTINATIONS) {
		const problem = `A fax has at most ${MOST_DESTINATIONS} destinations`;
		throw new ApiError(400, 'too_many_destinations', problem);
	}
	const sources = sourcesOf(account, user, request.from);
	const documents = files.map((path) => uploadAt(account, path));
	if (documents.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) {
		throw new ApiError(413, 'payload_too_large', 'The files are larger than 150 MB in all');
	}
	const submitTime = Date.now();
	const sendTime = send_time === undefined ? submitTime : parseZonedTime(send_time);
	if (sendTime === undefined) throw badRequest(`There is no such time as ${send_time ?? ''}`);
	const batchId = outboxId();
	return to.map((number) => ({
		...usualOutboxFax(outboxId(), user.id, request.from, number),
		batchId,
		src: sources[Math.floor(Math.random() * sources.length)] ?? user.id,
		documents,
		paths: files,
		comment,
		coverPage: cover_page,
		enhancement: options.enhancement ?? true,
		retry: { count: 0, delay: 0, ...options.retry },
		submitTime,
		statusChanges: [{ at: submitTime, status: 'submitted' }],
		sendTime,
		isScheduled: send_time !== undefined,
	}));
}

/** A fax in the outbox that isn't being sent yet. */
export function usualOutboxFax(id: string, userId: string, from: string, to: string) {
	const now = Date.now();
	return {
		id,
		/** Id that the faxes of one request share. */
		batchId: id,
		userId,
		/** Number from which the fax is sent, or the user's id if there's none. */
		src: from,
		/** The sender as the request specified it. */
		from,
		to,
		documents: [] as Upload[],
		/** Paths of the documents, as the request specified them. */
		paths: [] as string[],
		comment: {} as { tags?: string[]; text?: string },
		coverPage: undefined as CoverPage | undefined,
		enhancement: true,
		/** Number of retries, and the pause between them in seconds. */
		retry: { count: 0, delay: 0 },
		/** Number of pages, which is 0 until the fax is converted. */
		pages: 0,
		status: 'submitted' as OutboxStatus,
		statusChanges: [] as Array<{ at: number; status: OutboxStatus }>,
		submitTime: now,
		sendTime: now,
		/** Whether the request specified a time. */
		isScheduled: false,
		/** Number of tries so far. */
		tries: 0,
	};
}

/**
 * Numbers that the request names as its sender. One is chosen at random for each destination. The list is empty for
 * `no_number`.
 */
function sourcesOf(account: Account, user: User, from: string): string[] {
	if (/^no_number$/i.test(from)) return [];
	const own = numbersOf(account, user).map(({ number }) => number);
	const wanted = from.split(/, ?/);
	const foreign = wanted.find((number) => !own.includes(number.replace(/\*.*/, '')));
	if (foreign !== undefined) throw forbidden(`${foreign} is not a number of the user`);
	return wanted;
}

function uploadAt(account: Account, path: string): Upload {
	const upload = account.uploads.get(path);
	if (!upload) throw badRequest(`There is no uploaded file ${path}`);
	return upload;
}

/** An id of 32 hexadecimal digits, like Fax.Plus's own. */
function outboxId(): string {
	return randomBytes(16).toString('hex');
}
