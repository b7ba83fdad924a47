import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

import type { Api, ApiAnswer } from './api';
import { ApiError, badRequest } from './apiError';
import { isBrokenBody, sendFailure, statusOf } from './failedAnswer';
import type { Failure } from './failures';
import { readMultipart } from './faxing/multipart';
import { Upload } from './faxing/upload';
import type { Simulator } from './simulator';

/** A request to the API and its result. */
export interface RequestLogEntry {
	operationId: string;
	method: string;
	/** Path below the base URL. */
	path: string;
	query: Record<string, string | string[]>;
	headers: Record<string, string | string[] | undefined>;
	/** The body. For an upload, it's the file's name, content type, size and hash. */
	body: unknown;
	/** Status of the response, or undefined if there's none yet. */
	status?: number;
	/** Unix time in milliseconds. */
	startedAt: number;
}

/** A request's body, which is undefined if there's none, and the problem with it. */
interface ReceivedBody {
	value: unknown;
	problem?: ApiError;
}

type Service = Pick<Simulator, 'failures' | 'latency' | 'maxInFlight' | 'requests'>;

const PREFIX = '/v3';
const REQUESTS_KEPT = 20_000;

/** Receives the API's requests and logs them. It can delay or fail requests as configured. */
export class ApiServer {
	private inFlight = 0;

	constructor(
		private readonly api: Api,
		private readonly service: Service,
	) {}

	/** Adds the API's routes. Bodies are read as bytes, because the API itself must refuse invalid JSON. */
	async register(app: FastifyInstance): Promise<void> {
		await app.register(
			(scope, _options, done) => {
				scope.removeAllContentTypeParsers();
				scope.addContentTypeParser('*', { parseAs: 'buffer' }, ({ headers }, body, parsed) => {
					parsed(null, readBody(headers['content-type'], body as Buffer));
				});
				const takeUpload = async (request: FastifyRequest, body: Readable) =>
					await this.counted(async () => await readUpload(request, body));
				scope.addContentTypeParser(/^multipart\/form-data/, takeUpload);
				scope.all('/*', async (request, reply) => await this.handle(request, reply));
				done();
			},
			{ prefix: PREFIX },
		);
	}

	private async handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
		const body = (request.body as ReceivedBody | undefined) ?? { value: undefined };
		const entry = this.log(request, body);
		return await this.counted(async () => {
			const { latency } = this.service;
			const milliseconds = typeof latency === 'number' ? latency : latency(entry);
			if (milliseconds > 0) await pause(milliseconds);
			return await this.answer(request, reply, entry, body);
		});
	}

	/** Does some work while a request is in flight. An upload is already in flight while its bytes arrive. */
	private async counted<T>(work: () => Promise<T>): Promise<T> {
		this.inFlight += 1;
		this.service.maxInFlight = Math.max(this.service.maxInFlight, this.inFlight);
		try {
			return await work();
		} finally {
			this.inFlight -= 1;
		}
	}

	private async answer(
		request: FastifyRequest,
		reply: FastifyReply,
		entry: RequestLogEntry,
		body: ReceivedBody,
	): Promise<unknown> {
		const failure = this.service.failures.next(entry);
		if (failure && !isAfterEffect(failure)) return await fail(reply, failure, entry);
		const answer = await this.api.handle(
			{
				method: request.method,
				path: pathOf(request),
				query: entry.query,
				headers: request.headers as Record<string, string>,
				body: body.value,
			},
			body.problem,
		);
		if (failure) return await fail(reply, failure, entry, answer);
		entry.status = answer.status;
		return await send(reply, answer);
	}

	private log(request: FastifyRequest, body: ReceivedBody): RequestLogEntry {
		const path = pathOf(request);
		const entry: RequestLogEntry = {
			operationId: this.api.operationId(request.method, path),
			method: request.method,
			path: path.slice(PREFIX.length),
			query: request.query as RequestLogEntry['query'],
			headers: request.headers,
			body: body.value instanceof Upload ? body.value.toJSON() : body.value,
			startedAt: Date.now(),
		};
		const { requests } = this.service;
		if (requests.length >= REQUESTS_KEPT) requests.shift();
		requests.push(entry);
		return entry;
	}
}

/** A problem with an upload must not be reported before the caller's rights have been checked. */
async function readUpload({ headers }: FastifyRequest, body: Readable): Promise<ReceivedBody> {
	try {
		return { value: await readMultipart(headers, body) };
	} catch (error) {
		if (error instanceof ApiError) return { value: undefined, problem: error };
		throw error;
	}
}

function pathOf(request: FastifyRequest): string {
	return request.url.split('?')[0] ?? '';
}

async function fail(
	reply: FastifyReply,
	failure: Failure,
	entry: RequestLogEntry,
	answer?: ApiAnswer,
): Promise<unknown> {
	const status = statusOf(failure, answer);
	if (status !== undefined) entry.status = status;
	return await sendFailure(reply, failure, answer);
}

/** A successful response that breaks off means that the call was carried out. */
function isAfterEffect(failure: Failure): boolean {
	return failure.afterEffect === true || isBrokenBody(failure.with);
}

async function send(reply: FastifyReply, { status, json, bytes, contentType }: ApiAnswer): Promise<unknown> {
	if (contentType !== undefined) reply.type(contentType);
	return await reply.code(status).send(bytes ?? json);
}

/** Reads a body, which must be JSON and must be declared as JSON. */
function readBody(contentType: string | undefined, bytes: Buffer | undefined): ReceivedBody {
	if (!bytes || bytes.length === 0) return { value: undefined };
	const text = bytes.toString('utf8');
	if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
		return { value: text, problem: badRequest('Invalid request: Content-Type must be application/json') };
	}
	try {
		return { value: JSON.parse(text) as unknown };
	} catch {
		return { value: text, problem: badRequest('Invalid request: The body is not valid JSON') };
	}
}
