import { randomBytes } from 'node:crypto';

import { ApiError, badRequest, forbidden } from '../apiError';
import { numbersOf, type Account, type User } from '../state';
import { parseZonedTime } from './times';
import type { CoverPage, OutboxStatus } from './types';
import { MOST_BYTES, type Upload } from './upload';

/** A fax on its way out, to one number. Times are Unix times in milliseconds. */
export type OutboxFax = ReturnType<typeof usualOutboxFax>;

const MOST_FILES = 10;
const MOST_DESTINATIONS = 4000;

/** The body of a request to send, of which the types have been checked. */
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
 * The faxes that a request orders, one for each destination (docs/contributing/api.md, "Sending").
 *
 * @throws ApiError when there are too many of something, or a file, a number or the time is not right
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

/** One whose sending nobody has begun. */
export function usualOutboxFax(id: string, userId: string, from: string, to: string) {
	const now = Date.now();
	return {
		id,
		/** Shared by the faxes of one request. */
		batchId: id,
		userId,
		/** Number that it is sent from. */
		src: from,
		/** As the request named it. */
		from,
		to,
		documents: [] as Upload[],
		/** Paths of the documents, as the request named them. */
		paths: [] as string[],
		comment: {} as { tags?: string[]; text?: string },
		coverPage: undefined as CoverPage | undefined,
		enhancement: true,
		/** How often it is tried again, and the pause between in seconds. */
		retry: { count: 0, delay: 0 },
		/** 0 until it is converted. */
		pages: 0,
		status: 'submitted' as OutboxStatus,
		statusChanges: [] as Array<{ at: number; status: OutboxStatus }>,
		submitTime: now,
		sendTime: now,
		/** Whether the request named a time. */
		isScheduled: false,
		/** How often it was tried. */
		tries: 0,
	};
}

/** Numbers of which one is picked for each destination; none for somebody without a number. */
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

/** 32 hexadecimal digits, as the service's. */
function outboxId(): string {
	return randomBytes(16).toString('hex');
}
