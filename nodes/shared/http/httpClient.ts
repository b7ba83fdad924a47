import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Account, ApiContext } from './account';
import { discard, type Answer } from './answers';
import type { Deadline } from './deadline';
import { fromAuthorizationServer, type RenewalFault } from './authorizationServer';
import { fromConnectionError, late } from './faults';
import type { ReadRequest, WriteRequest } from './requests';
import { renewalFor, type TokenRenewal } from './tokenRenewal';

/** In milliseconds: another process that has just renewed a token may not have stored it yet. */
const STORING = 1_000;

/** Makes single requests through n8n, which authenticates them. */
export class HttpClient {
	/** The Date header of the last answer. */
	dateTold: unknown;
	/** Only with OAuth2. */
	private readonly renewal: TokenRenewal | undefined;

	constructor(readonly account: Account) {
		const { context, credentialType, clientId } = account;
		if (clientId !== undefined) this.renewal = renewalFor(context.getNode(), credentialType);
	}

	/** The execution's own end, where there is an execution. */
	get stop(): AbortSignal | undefined {
		const { getExecutionCancelSignal } = this.account.context as Partial<IExecuteFunctions>;
		return getExecutionCancelSignal?.call(this.account.context);
	}

	/**
	 * Sends a request, and once more if an OAuth2 token has to be renewed before. Where its renewal is refused, another process
	 * may have renewed it: n8n reads the credential afresh for each request. Nothing is sent after the deadline.
	 *
	 * @returns the answer, whatever its status, as soon as its headers are there
	 */
	async send(request: ReadRequest | WriteRequest, deadline: Deadline): Promise<Answer> {
		const tokenNumber = this.renewal?.tokenNumber;
		const answer = await this.sendOnce(request, deadline);
		if (answer.status !== 401 || !this.renewal || tokenNumber === undefined) return answer;
		discard(answer);
		const refusal = await this.replaceToken(this.renewal, tokenNumber, deadline);
		if (refusal) await sleep(STORING);
		const second = await this.sendOnce(request, deadline);
		if (second.status !== 401 || !refusal) return second;
		discard(second);
		throw refusal;
	}

	private async sendOnce(request: ReadRequest | WriteRequest, deadline: Deadline): Promise<Answer> {
		const { context, credentialType } = this.account;
		const ending = endingWith(context, deadline.signal);
		try {
			const options = this.optionsOf(request);
			const response = (await deadline.limit(
				ending.helpers.httpRequestWithAuthentication.call(ending, credentialType, options),
			)) as IN8nHttpFullResponse;
			this.dateTold = response.headers['date'];
			return { status: response.statusCode, headers: response.headers, body: response.body };
		} catch (error) {
			throw fromConnectionError(error) ?? error;
		}
	}

	private optionsOf(request: ReadRequest | WriteRequest): IHttpRequestOptions {
		const { baseUrl, clientId } = this.account;
		const { accept = 'application/json', ...options } = request;
		return {
			method: 'GET',
			...options,
			url: baseUrl + request.path,
			headers: { Accept: accept, ...(clientId !== undefined && { 'x-fax-clientid': clientId }) },
			// The body is read here, so that one that breaks off is never taken for a refusal, and none is read without end.
			encoding: 'stream',
			returnFullResponse: true,
			// A refusal that n8n throws loses its headers on the way (2.8), or is sent again (401).
			ignoreHttpStatusErrors: true,
			// A redirect would carry the token, or repeat a write, to an address that nobody chose.
			disableFollowRedirect: true,
		};
	}

	/**
	 * The request that met the expired token was refused; whatever goes wrong here, it is not carried out.
	 *
	 * @returns what the authorization server has said if it refuses a new token for good
	 */
	private async replaceToken(
		renewal: TokenRenewal,
		tokenNumber: number,
		deadline: Deadline,
	): Promise<RenewalFault | undefined> {
		const { context, credentialType } = this.account;
		const renewing = renewal.replace(tokenNumber, async () =>
			context.helpers.refreshOAuth2Token.call(context, credentialType),
		);
		try {
			await deadline.limit(renewing, () => late('authorization server', 'notSent'));
			return undefined;
		} catch (error) {
			const fault = fromAuthorizationServer(error);
			if (fault?.status === 401) return fault;
			throw fault ?? error;
		}
	}
}

/** n8n ends requests by the signal that the context gives, and overwrites that of a request with it. */
function endingWith(context: ApiContext, signal: AbortSignal): ApiContext {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as ApiContext;
}
