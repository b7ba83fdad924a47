import { readAccount, type ApiContext, type Authentication } from './account';
import type { Answer } from './answers';
import { discard, isStream, isSuccess, readAcknowledgement, readJson, readRefusal } from './answers';
import { Deadline } from './deadline';
import { fromConnectionError, unexpectedAnswer } from './faults';
import { HttpClient } from './httpClient';
import type { ReadRequest, StreamConsumer, UploadRequest, WriteRequest, Writes } from './requests';
import { afterTransientFaults, afterTooManyRequests, withRetries, type RetryRule } from './retries';
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

/** n8n makes a failed activation again, and 2.41 ends all attempts together after 84 seconds with words of its own. */
const ONE_TRY: Limits = { ...SHORT, longestPause: 0 };

/**
 * The one way to the service (docs/api.md, "Basics" and "Errors").
 * Every method throws a ServiceFault when the service refuses or cannot be reached.
 */
export class Api implements Writes {
	private constructor(
		private readonly client: HttpClient,
		private readonly limits: Limits,
		private readonly readRule = afterTransientFaults,
	) {}

	/** Reads the address and the account from one of the node's credentials; an InputError says what it lacks. */
	static async connect(context: ApiContext, authentication: Authentication): Promise<Api> {
		return new Api(new HttpClient(await readAccount(context, authentication)), USUAL);
	}

	/** Address of the API without a slash at the end. */
	get baseUrl(): string {
		return this.client.account.baseUrl;
	}

	/** The Date header of the last answer: the service's clock. */
	get dateTold(): unknown {
		return this.client.dateTold;
	}

	/** The same with short timeouts, for requests that others wait for and that can be made again later. */
	withShortTimeout(): Api {
		return new Api(this.client, SHORT);
	}

	/** The same with one short try, for activations: n8n makes those again itself, and gives up what takes long. */
	withOneTry(): Api {
		return new Api(this.client, ONE_TRY);
	}

	/** The same for looks at lists, which cost all before it when a page fails: reads are made again after status 500, too. */
	forLooks(): Api {
		return new Api(this.client, SHORT, (fault) => fault.status === 500 || afterTransientFaults(fault));
	}

	/** Makes a request that changes nothing; after transient faults, up to three times more. */
	async read<T>(request: ReadRequest): Promise<T> {
		return await this.perform(request, this.readRule, async (answer, deadline) => {
			const body = await readJson(answer, deadline, 'refused');
			if (body) return body as T;
			throw unexpectedAnswer('The service answered without any content', 'refused', answer.status);
		});
	}

	/** Makes a request that changes something; again only after a 429 in the service's own words. */
	async write(request: WriteRequest): Promise<unknown> {
		return await this.perform(request, afterTooManyRequests, readAcknowledgement);
	}

	/** The same for calls that are answered with an object. */
	async writeForResult<T extends object>(request: WriteRequest): Promise<T> {
		return await this.perform(request, afterTooManyRequests, readResult<T>);
	}

	/** Hands over a file, with the retries of `read`; besides the timeout it may take the time that its size needs. */
	async upload<T extends object>({ path, field, file, timeout }: UploadRequest): Promise<T> {
		const request: WriteRequest = {
			method: 'POST',
			path,
			body: new FileForm(field, file),
			timeout: (timeout ?? this.limits.timeout) + timeForBytes(file.size),
		};
		return await this.perform(request, afterTransientFaults, readResult<T>);
	}

	/**
	 * Reads binary content as a stream, with the retries of `read`, also when the connection breaks half-way. The timeout
	 * begins anew with all that arrives.
	 */
	async download<T>(request: ReadRequest, consume: StreamConsumer<T>): Promise<T> {
		const asked = { accept: '*/*', ...request };
		return await this.perform(asked, afterTransientFaults, async ({ status, headers, body }, deadline) => {
			if (status === 204 || !isStream(body))
				throw unexpectedAnswer('The service answered without any content', 'refused', status);
			const contentType = headers['content-type'];
			deadline.extendWhileArriving(body);
			try {
				return await deadline.limit(consume(body, typeof contentType === 'string' ? contentType : undefined));
			} catch (error) {
				throw fromConnectionError(error) ?? error;
			}
		});
	}

	/** Makes a request until it is answered or the rule allows no other attempt, each within its own deadline. */
	private async perform<T>(
		request: ReadRequest | WriteRequest,
		rule: RetryRule,
		take: (answer: Answer, deadline: Deadline) => Promise<T>,
	): Promise<T> {
		const timeout = request.timeout ?? this.limits.timeout;
		const attempt = async (): Promise<T> => {
			const deadline = new Deadline(timeout, this.client.stop);
			try {
				const answer = await this.client.send({ ...request, timeout }, deadline);
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
