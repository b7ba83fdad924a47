import type { ApiContext, Authentication } from './account';
import { readAccount } from './account';
import type { Answer } from './answers';
import { discard, isStream, isSuccess, readAcknowledgement, readJson, readRefusal } from './answers';
import { Deadline } from './deadline';
import { fromConnectionError, unexpectedAnswer } from './faults';
import { HttpClient } from './httpClient';
import type { ReadRequest, StreamConsumer, UploadRequest, WriteRequest, Writes } from './requests';
import type { RetryRule } from './retries';
import { afterTransientFaults, afterTooManyRequests, withRetries } from './retries';
import { FileForm, timeForBytes } from './upload';

/** How long requests may take, in milliseconds. */
interface Limits {
	/** One attempt, from the first byte to the last. */
	timeout: number;
	/** The service may ask for longer pauses; then a request is not tried again. */
	longestPause: number;
}

const USUAL: Limits = { timeout: 60_000, longestPause: 60_000 };
const SHORT: Limits = { timeout: 10_000, longestPause: 5_000 };
const JSON_TYPE = 'application/json';

/**
 * The one way to the service (docs/api.md, "Basics" and "Errors").
 * Every method throws a ServiceFault when the service refuses or cannot be reached.
 */
export class Api implements Writes {
	private constructor(
		private readonly client: HttpClient,
		private readonly limits: Limits,
	) {}

	/**
	 * Reads the address and the account from the credential.
	 *
	 * @param authentication which of the node's credentials to use
	 * @throws InputError when the credential lacks something
	 */
	static async connect(context: ApiContext, authentication: Authentication): Promise<Api> {
		return new Api(new HttpClient(await readAccount(context, authentication)), USUAL);
	}

	/** Address of the API without a slash at the end. */
	get baseUrl(): string {
		return this.client.account.baseUrl;
	}

	/** The same with short timeouts, for requests that others wait for and that can be made again later. */
	withShortTimeout(): Api {
		return new Api(this.client, SHORT);
	}

	/** Makes a request that changes nothing; after transient faults, up to three times more. */
	async read<T>(request: ReadRequest): Promise<T> {
		return await this.perform(request, JSON_TYPE, afterTransientFaults, async (answer, deadline) => {
			const body = await readJson(answer, deadline, 'refused');
			if (body) return body as T;
			throw unexpectedAnswer('The service answered without any content', 'refused', answer.status);
		});
	}

	/** Makes a request that changes something; again only after 429, which says that it was not carried out. */
	async write(request: WriteRequest): Promise<unknown> {
		return await this.perform(request, JSON_TYPE, afterTooManyRequests, readAcknowledgement);
	}

	/** The same for calls that are answered with an object. */
	async writeForResult<T extends object>(request: WriteRequest): Promise<T> {
		return await this.perform(request, JSON_TYPE, afterTooManyRequests, readResult<T>);
	}

	/** Hands over a file, with the retries of `read`; besides the timeout it may take the time that its size needs. */
	async upload<T extends object>({ path, field, file, timeout }: UploadRequest): Promise<T> {
		const request: WriteRequest = {
			method: 'POST',
			path,
			body: new FileForm(field, file),
			timeout: (timeout ?? this.limits.timeout) + timeForBytes(file.size),
		};
		return await this.perform(request, JSON_TYPE, afterTransientFaults, readResult<T>);
	}

	/**
	 * Reads binary content as a stream, with the retries of `read`, also when the connection breaks half-way. The timeout
	 * begins anew with all that arrives.
	 */
	async download<T>({ accept = '*/*', ...request }: ReadRequest, consume: StreamConsumer<T>): Promise<T> {
		return await this.perform(
			request,
			accept,
			afterTransientFaults,
			async ({ status, headers, body }, deadline) => {
				if (status === 204 || !isStream(body)) {
					throw unexpectedAnswer('The service answered without any content', 'refused', status);
				}
				const contentType = headers['content-type'];
				deadline.extendWhileArriving(body);
				const consuming = consume(body, typeof contentType === 'string' ? contentType : undefined);
				try {
					return await deadline.limit(consuming);
				} catch (error) {
					throw fromConnectionError(error) ?? error;
				}
			},
		);
	}

	/** Makes a request until it is answered or the rule allows no other attempt, each within its own deadline. */
	private async perform<T>(
		request: ReadRequest | WriteRequest,
		accept: string,
		rule: RetryRule,
		take: (answer: Answer, deadline: Deadline) => Promise<T>,
	): Promise<T> {
		const timeout = request.timeout ?? this.limits.timeout;
		const attempt = async (): Promise<T> => {
			const deadline = new Deadline(timeout, this.client.stop);
			try {
				const answer = await this.client.send({ ...request, timeout }, accept, deadline);
				try {
					if (!isSuccess(answer)) throw await readRefusal(answer, deadline);
					return await take(answer, deadline);
				} finally {
					discard(answer);
				}
			} finally {
				deadline.release();
			}
		};
		return await withRetries(attempt, rule, this.limits.longestPause, this.client.stop);
	}
}

/** The object that a call is answered with; without one, nobody knows what became of it. */
async function readResult<T extends object>(answer: Answer, deadline: Deadline): Promise<T> {
	const body = await readJson(answer, deadline, 'unknown');
	if (body && !Array.isArray(body) && Object.keys(body).length > 0) return body as T;
	throw unexpectedAnswer('The service answered without a result', 'unknown', answer.status);
}
