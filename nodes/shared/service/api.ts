import type {
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { NodeApiError, sleep } from 'n8n-workflow';

import type { Outcome } from './faults';
import {
	causesOf,
	fromAnswer,
	fromAuthorizationServer,
	fromConnectionError,
	isBrokenConnection,
	ServiceFault,
} from './faults';
import type { Gate } from './firstAlone';
import { firstAlone, open } from './firstAlone';
import { isAddress } from '../values/addresses';
import { InputError } from '../values/inputError';
import type { ByteStream, ReadRequest, StreamConsumer, WriteRequest, Writes } from './requests';
import { toText } from '../values/text';

/** The kinds of n8n functions that can make requests. */
type ApiContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

/** Values of the `authentication` field. */
export type Authentication = 'accessToken' | 'oAuth2';

/** How long requests may take, in milliseconds. */
interface Patience {
	timeout: number;
	/** The service may ask for longer pauses; then a request is not tried again. */
	longestPause: number;
}

const USUAL: Patience = { timeout: 60_000, longestPause: 60_000 };
const HASTY: Patience = { timeout: 10_000, longestPause: 5_000 };
const RETRY_STATUS = new Set([429, 502, 503, 504]);
const RETRIES = 3;
const FIRST_PAUSE = 500;

/**
 * The one way to the service: addresses, authentication, and what is tried again.
 * Every method throws a ServiceFault when the service refuses or cannot be reached.
 */
export class Api implements Writes {
	/**
	 * What every request goes through. The first one meets an expired OAuth2 token and has n8n refresh it for the others.
	 * n8n 2.8 takes no turns in that: each of several at once would offer the same refresh token, which may be good for one
	 * of them only.
	 */
	private readonly gate: Gate;

	private constructor(
		private readonly context: ApiContext,
		private readonly credentialType: string,
		/** Address of the API without a slash at the end. */
		readonly baseUrl: string,
		/** Only with OAuth2. */
		private readonly clientId: string | undefined,
		private readonly patience = USUAL,
	) {
		this.gate = clientId === undefined ? open : firstAlone();
	}

	/**
	 * Reads the addresses from the credential.
	 *
	 * @param authentication which of the node's credentials to use
	 */
	static async connect(context: ApiContext, authentication: Authentication): Promise<Api> {
		const isOAuth2 = authentication === 'oAuth2';
		const credentialType = isOAuth2 ? 'faxPlusOAuth2Api' : 'faxPlusApi';
		const credentials = await context.getCredentials(credentialType);
		const baseUrl = toText(credentials['baseUrl']).replace(/\/+$/, '');
		if (!isAddress(baseUrl)) {
			throw new InputError(
				'The Base URL in the credential is not an address. Open the credential and enter one such as https://restapi.fax.plus/v3.',
			);
		}
		if (!isOAuth2) return new Api(context, credentialType, baseUrl, undefined);
		const token = credentials['oauthTokenData'] as { access_token?: unknown } | undefined;
		if (!token?.access_token) {
			throw new InputError(
				'The OAuth2 credential is not connected. Open it, connect your account and permit access.',
			);
		}
		return new Api(context, credentialType, baseUrl, toText(credentials['clientId']));
	}

	/** The same for requests that hold others up, and that can be made again later. */
	inHaste(): Api {
		return new Api(this.context, this.credentialType, this.baseUrl, this.clientId, HASTY);
	}

	/**
	 * Makes a request that changes nothing. After 429, 502, 503, 504 or a broken connection it is made again, up to
	 * three times with growing pauses, or after the time the service asks for, if that is a minute at most (in haste:
	 * five seconds).
	 *
	 * @returns the parsed body
	 */
	async read<T>(request: ReadRequest): Promise<T> {
		return await this.withRetries(async () => {
			const { body } = await this.send(request);
			return expectJson(body) as T;
		});
	}

	/**
	 * Makes a request that changes something, exactly once: repeating it could buy a number twice.
	 */
	async write(request: WriteRequest): Promise<void> {
		const { body } = await this.gate(async () => await this.send(request));
		if (!isEmpty(body)) expectJson(body, 'unknown');
	}

	/**
	 * The same for calls that are answered with an object.
	 *
	 * @returns the parsed body
	 */
	async writeForResult<T extends object>(request: WriteRequest): Promise<T> {
		const { body } = await this.gate(async () => await this.send(request));
		return expectJson(body, 'unknown') as T;
	}

	/**
	 * Reads binary content as a stream, with the retries of `read`, also when the connection breaks half-way.
	 *
	 * @param consume takes the whole stream; called again with a new stream when the first one broke
	 */
	async download<T>(request: ReadRequest, consume: StreamConsumer<T>): Promise<T> {
		const timeout = request.timeout ?? this.patience.timeout;
		return await this.withRetries(async () => {
			const { body, headers } = await this.send(request, 'stream');
			const stream = body as ByteStream;
			const contentType = headers['content-type'];
			const consuming = consume(stream, typeof contentType === 'string' ? contentType : undefined);
			try {
				return await within(timeout, consuming);
			} catch (error) {
				stream.destroy();
				return raise(fromConnectionError(error) ?? error);
			}
		});
	}

	private async withRetries<T>(attempt: () => Promise<T>): Promise<T> {
		return await this.gate(async () => await repeated(attempt, this.patience.longestPause));
	}

	private async send(
		request: ReadRequest | WriteRequest,
		encoding?: 'stream',
	): Promise<IN8nHttpFullResponse> {
		const options: IHttpRequestOptions = {
			method: 'method' in request ? request.method : 'GET',
			url: this.baseUrl + request.path,
			headers: { Accept: encoding ? '*/*' : 'application/json' },
			json: encoding === undefined,
			timeout: request.timeout ?? this.patience.timeout,
			returnFullResponse: true,
			// A redirect would carry the token, or repeat a write, to an address that nobody chose.
			disableFollowRedirect: true,
		};
		if (request.qs) options.qs = request.qs;
		if ('body' in request) options.body = request.body;
		if (encoding) options.encoding = encoding;
		if (this.clientId !== undefined)
			options.headers = { ...options.headers, 'x-fax-clientid': this.clientId };

		return await this.exchange(options);
	}

	/** Lets n8n send the request, and refresh an expired OAuth2 token on the way. */
	private async exchange(options: IHttpRequestOptions): Promise<IN8nHttpFullResponse> {
		try {
			return (await this.context.helpers.httpRequestWithAuthentication.call(
				this.context,
				this.credentialType,
				options,
			)) as IN8nHttpFullResponse;
		} catch (error) {
			const answer = answerIn(error, options.url);
			if (!answer) return raise(fromConnectionError(error) ?? fromAuthorizationServer(error) ?? error);
			return raise(fromAnswer(answer.status, await readBody(answer.data), answer.headers ?? {}));
		}
	}
}

/**
 * Finds the list in an answer: the list itself, or the property that holds it.
 *
 * @param keys names of properties that may hold the list; the first that does is taken
 * @throws ServiceFault when there is no list
 */
export function listIn<T>(body: unknown, ...keys: string[]): T[] {
	if (Array.isArray(body)) return body as T[];
	if (typeof body === 'object' && body !== null) {
		for (const key of keys) {
			const value = (body as Record<string, unknown>)[key];
			if (Array.isArray(value)) return value as T[];
		}
	}
	throw new ServiceFault(
		`The service answered without the expected list (${keys.join(' or ')})`,
		'refused',
		200,
		'unexpected_answer',
	);
}

/** Whether an answer came without a body, as after a deletion. */
function isEmpty(body: unknown): boolean {
	return body === undefined || body === null || body === '';
}

function expectJson(body: unknown, outcome: Outcome = 'refused'): object {
	if (typeof body === 'object' && body !== null) return body;
	throw new ServiceFault(
		'The answer is not JSON, so it does not come from the service. Check the Base URL in the credential',
		outcome,
		200,
		'unexpected_answer',
	);
}

/** Makes attempts until one succeeds, or fails in a way that another would not mend. */
async function repeated<T>(attempt: () => Promise<T>, longestPause: number): Promise<T> {
	for (let retry = 0; ; retry++) {
		try {
			return await attempt();
		} catch (error) {
			const pause = pauseBeforeRetry(error, retry, longestPause);
			if (pause === undefined) return raise(error);
			await sleep(pause);
		}
	}
}

/** Milliseconds until the next attempt; undefined when there should be none. */
function pauseBeforeRetry(error: unknown, retry: number, longestPause: number): number | undefined {
	if (!(error instanceof ServiceFault) || retry >= RETRIES) return undefined;
	if (!RETRY_STATUS.has(error.status ?? 0) && !isBrokenConnection(error)) return undefined;
	if (error.retryAfter !== undefined) return error.retryAfter <= longestPause ? error.retryAfter : undefined;
	return FIRST_PAUSE * 2 ** retry * (0.75 + Math.random() / 2);
}

/** Throws what it is given; for errors that pass through a `catch` unchanged. */
export function raise(error: unknown): never {
	throw error;
}

interface HttpAnswer {
	status: number;
	data?: unknown;
	headers?: Record<string, unknown>;
}

/** The service's answer inside the error that n8n makes of it; the authorization server's answers are not meant. */
function answerIn(error: unknown, url: string): HttpAnswer | undefined {
	for (const cause of causesOf(error)) {
		const { response, config } = cause as { response?: HttpAnswer; config?: { url?: string } };
		if (response && config?.url === url) return response;
	}
	return answerOfOlderN8n(error);
}

/** n8n 2.8 drops the cause of its errors, and keeps of the answer the status and the body. */
function answerOfOlderN8n(error: unknown): HttpAnswer | undefined {
	if (!(error instanceof NodeApiError) || error.cause !== undefined) return undefined;
	const status = Number(error.httpCode);
	return status >= 300 ? { status, data: error.context['data'] } : undefined;
}

/** Error bodies arrive as streams when the request asked for one; one that breaks off leaves nothing to read. */
async function readBody(body: unknown): Promise<unknown> {
	if (!isStream(body)) return body;
	try {
		const chunks: Buffer[] = [];
		for await (const chunk of body) chunks.push(Buffer.from(chunk as Uint8Array));
		return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
	} catch {
		return undefined;
	}
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
	return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Waits for the work, but no longer than the time given in milliseconds. */
async function within<T>(timeout: number, work: Promise<T>): Promise<T> {
	let isDone = false;
	const finished = work.finally(() => {
		isDone = true;
	});
	// Short naps, so that no timer outlives the work for long.
	const watch = async (): Promise<never> => {
		const end = Date.now() + timeout;
		while (!isDone && Date.now() < end) await sleep(Math.min(1000, end - Date.now()));
		if (isDone) return await new Promise<never>(() => undefined);
		throw new ServiceFault('The content did not arrive in time', 'unknown', undefined, 'ETIMEDOUT');
	};
	return await Promise.race([finished, watch()]);
}
