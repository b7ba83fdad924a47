import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Slots } from '../async/slots';
import { readAccount, type Account, type ApiContext, type Authentication } from './account';
import type { Answer } from './answers';
import { discard, isStream, readStart, readBody, readJson } from './answers';
import { fromAuthorizationServer, type RenewalFault } from './authorizationServer';
import { Deadline } from './deadline';
import { fromAnswer, fromConnectionError, late, unexpectedAnswer } from './faults';
import type { ReadRequest, StreamConsumer, UploadRequest, WriteRequest } from './requests';
import { afterTransientFaults, afterTooManyRequests, withRetries, type RetryRule } from './retries';
import { renewalFor, renewToken, type TokenRenewal } from './tokenRenewal';
import { FileForm, SLOWEST_LINE } from './upload';

/** How long a request may take, when it's repeated, and how many requests run at the same time. Times are in milliseconds. */
interface Pace {
	timeout: number;
	/** If Fax.Plus asks for a longer pause, a request isn't repeated. */
	longestPause: number;
	readRule?: RetryRule;
	slots?: Slots;
}

const USUAL: Pace = { timeout: 60_000, longestPause: 60_000 };

/** For requests that something else waits for, and that can be made again later. */
export const SHORT: Pace = { timeout: 10_000, longestPause: 5_000 };

/** For activations. n8n repeats a failed activation, but n8n 2.41 ends all attempts after 84 seconds with its own error. */
export const ONE_TRY: Pace = { ...SHORT, longestPause: 0 };

/** For lists. If one page fails, all pages before it are lost. So reads are repeated after status 500 as well. */
export const LISTS: Pace = {
	...SHORT,
	readRule: (fault) => fault.status === 500 || afterTransientFaults(fault),
};

/** Pause in milliseconds. Another process that has just renewed the token may not have stored it yet. */
const STORING = 1_000;

/**
 * The one way to Fax.Plus (docs/contributing/api.md, "Basics" and "Errors"). n8n sends and authenticates the requests.
 *
 * From top to bottom, the methods are: a request and how its response is read, the attempts of a request, one attempt with
 * a possible token renewal, and a single HTTP request. Every method throws a ServiceFault if Fax.Plus refuses or can't be
 * reached.
 */
export class Api {
	/** The Date header of the last response, which shows Fax.Plus's time. */
	answerDate: unknown;
	/** Only set with OAuth2. */
	private readonly renewal: TokenRenewal | undefined;

	private constructor(
		private readonly account: Account,
		private readonly pace: Pace,
	) {
		const { context, credentialType, clientId } = account;
		if (clientId !== undefined) this.renewal = renewalFor(context.getNode(), credentialType);
	}

	/** Reads the address and the account from one of the node's credentials. An InputError says what the credential lacks. */
	static async connect(context: ApiContext, authentication: Authentication): Promise<Api> {
		return new Api(await readAccount(context, authentication), USUAL);
	}

	/** The n8n function that the requests are made for. */
	get context(): ApiContext {
		return this.account.context;
	}

	get baseUrl(): string {
		return this.account.baseUrl;
	}

	/** A key for what a process remembers about an account. Another token gets another key. */
	get accountKey(): string {
		return this.account.key;
	}

	/** Returns the same connection with another pace. Settings that are left out don't change. */
	at(pace: Partial<Pace>): Api {
		return new Api(this.account, { ...this.pace, ...pace });
	}

	/** Makes a request that changes nothing, up to four times. Returns an object or a list. */
	async read<T>(request: ReadRequest): Promise<T> {
		const { readRule = afterTransientFaults } = this.pace;
		return await this.perform(request, readRule, async (answer, deadline) => {
			const body = await readJson(answer, deadline, 'refused');
			if (body) return body as T;
			throw unexpectedAnswer('Fax.Plus responded without any content', 'refused', answer.status);
		});
	}

	/**
	 * Makes a request that changes something, and whose response isn't needed. It's only repeated after a 429 from Fax.Plus
	 * itself.
	 */
	async write(request: WriteRequest): Promise<unknown> {
		return await this.perform(request, afterTooManyRequests, async (answer, deadline) =>
			readBody(answer, deadline, 'unknown'),
		);
	}

	/** Makes a request that changes something and returns an object. Without one, it's unknown whether it was carried out. */
	async writeForResult<T extends object>(request: WriteRequest): Promise<T> {
		return await this.perform(request, afterTooManyRequests, readResult<T>);
	}

	/**
	 * Uploads a file. It's repeated after transient faults, because an upload has no lasting effect. The timeout grows with the
	 * size of the file.
	 */
	async upload<T extends object>({ path, field, file, timeout }: UploadRequest): Promise<T> {
		const request: WriteRequest = {
			method: 'POST',
			path,
			body: new FileForm(field, file),
			timeout: (timeout ?? this.pace.timeout) + Math.ceil(file.size / SLOWEST_LINE),
		};
		return await this.perform(request, afterTransientFaults, readResult<T>);
	}

	/** Reads a file as a stream, and repeats this after transient faults. The timeout restarts whenever data arrives. */
	async download<T>(request: ReadRequest, consume: StreamConsumer<T>): Promise<T> {
		const asked = { accept: '*/*', ...request };
		return await this.perform(asked, afterTransientFaults, async ({ status, headers, body }, deadline) => {
			if (status === 204 || !isStream(body))
				throw unexpectedAnswer('Fax.Plus responded without any content', 'refused', status);
			const contentType = headers['content-type'];
			deadline.extendWhileArriving(body);
			try {
				return await deadline.limit(consume(body, typeof contentType === 'string' ? contentType : undefined));
			} catch (error) {
				throw fromConnectionError(error) ?? error;
			}
		});
	}

	/**
	 * Makes a request until it gets a response or the retry rule allows no further attempt. Each attempt has its own
	 * deadline.
	 */
	private async perform<T>(
		request: ReadRequest | WriteRequest,
		rule: RetryRule,
		take: (answer: Answer, deadline: Deadline) => Promise<T>,
	): Promise<T> {
		const timeout = request.timeout ?? this.pace.timeout;
		// If there's an execution, its end aborts this signal.
		const { getExecutionCancelSignal } = this.account.context as Partial<IExecuteFunctions>;
		const stop = getExecutionCancelSignal?.call(this.account.context);
		const attempt = async (): Promise<T> => {
			const deadline = new Deadline(timeout, stop);
			try {
				const answer = await this.send({ ...request, timeout }, deadline);
				try {
					const { status, headers, body } = answer;
					if (status < 200 || status >= 300)
						throw fromAnswer(status, await readStart(body, deadline), headers);
					return await take(answer, deadline);
				} finally {
					discard(answer);
				}
			} finally {
				deadline.release();
			}
		};
		const { longestPause, slots } = this.pace;
		const attempts = async (): Promise<T> => withRetries(attempt, rule, longestPause, stop);
		return await (slots ? slots.take(attempts) : attempts());
	}

	/**
	 * Sends a request, and sends it again if an OAuth2 token has to be renewed first. If the renewal is refused, another
	 * process may have renewed the token, because n8n reads the credential again for each request. Nothing is sent after
	 * the deadline.
	 *
	 * @returns the response with any status, as soon as its headers have arrived
	 */
	private async send(request: ReadRequest | WriteRequest, deadline: Deadline): Promise<Answer> {
		const { renewal } = this;
		const tokenNumber = renewal?.tokenNumber;
		const answer = await this.sendOnce(request, deadline);
		if (answer.status !== 401 || !renewal || tokenNumber === undefined) return answer;
		discard(answer);
		const refusal = await this.replaceToken(renewal, tokenNumber, deadline);
		if (refusal) await sleep(STORING);
		const second = await this.sendOnce(request, deadline);
		if (second.status !== 401 || !refusal) return second;
		discard(second);
		throw refusal;
	}

	/**
	 * Replaces the token. If that fails, the request that needs it wasn't carried out.
	 *
	 * @returns the refusal if the authorization server permanently refuses a new token
	 * @throws the error of any other failure
	 */
	private async replaceToken(
		renewal: TokenRenewal,
		tokenNumber: number,
		deadline: Deadline,
	): Promise<RenewalFault | undefined> {
		const { context, credentialType } = this.account;
		const renewing = renewal.replace(tokenNumber, async () => renewToken(context, credentialType));
		try {
			await deadline.limit(renewing, () => late('the authorization server', 'notSent'));
			return undefined;
		} catch (error) {
			const fault = fromAuthorizationServer(error);
			if (fault?.status === 401) return fault;
			throw fault ?? error;
		}
	}

	private async sendOnce(request: ReadRequest | WriteRequest, deadline: Deadline): Promise<Answer> {
		const { context, credentialType, baseUrl, clientId } = this.account;
		const { path, accept = 'application/json', ...asked } = request;
		const options: IHttpRequestOptions = {
			method: 'GET',
			...asked,
			url: baseUrl + path,
			headers: { Accept: accept, ...(clientId !== undefined && { 'x-fax-clientid': clientId }) },
			// The body is read here, so that one that breaks off isn't mistaken for a refusal, and an endless one isn't
			// read forever.
			encoding: 'stream',
			returnFullResponse: true,
			// If n8n throws because of a refusal, the headers are lost (2.8), or the request is sent again (401).
			ignoreHttpStatusErrors: true,
			// A redirect would send the token to an address that nobody has chosen, or repeat a write there.
			disableFollowRedirect: true,
		};
		// n8n aborts requests with the context's signal, which replaces the request's own.
		const ending = Object.create(context, {
			getExecutionCancelSignal: { value: () => deadline.signal },
		}) as ApiContext;
		try {
			const response = (await deadline.limit(
				ending.helpers.httpRequestWithAuthentication.call(ending, credentialType, options),
			)) as IN8nHttpFullResponse;
			this.answerDate = response.headers['date'];
			return { status: response.statusCode, headers: response.headers, body: response.body };
		} catch (error) {
			throw fromConnectionError(error) ?? error;
		}
	}
}

/** Returns the object that a call returned. Without one, it's unknown whether the call was carried out. */
async function readResult<T extends object>(answer: Answer, deadline: Deadline): Promise<T> {
	const body = await readJson(answer, deadline, 'unknown');
	if (body && !Array.isArray(body) && Object.keys(body).length > 0) return body as T;
	throw unexpectedAnswer('Fax.Plus responded without a result', 'unknown', answer.status);
}
