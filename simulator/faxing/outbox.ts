import { randomBytes } from 'node:crypto';

import { ApiError, badRequest, forbidden } from '../apiError';
import { numbersOf, type Account, type User } from '../state';
import { parseZonedTime } from './times';
import type { CoverPage, OutboxFax } from './types';
import { MOST_BYTES, type Upload } from './upload';

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
 * The faxes that a request orders, one for each destination (docs/api.md, "Sending").
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
		id: outboxId(),
		batchId,
		userId: user.id,
		src: sources[Math.floor(Math.random() * sources.length)] ?? user.id,
		from: request.from,
		to: number,
		documents,
		paths: files,
		comment,
		...(cover_page ? { coverPage: cover_page } : {}),
		enhancement: options.enhancement ?? true,
		retry: { count: 0, delay: 0, ...options.retry },
		pages: 0,
		status: 'submitted',
		statusChanges: [{ at: submitTime, status: 'submitted' }],
		submitTime,
		sendTime,
		isScheduled: send_time !== undefined,
		tries: 0,
	}));
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
