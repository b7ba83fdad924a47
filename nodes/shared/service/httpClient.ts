import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Account, ApiContext } from './account';
import type { Answer } from './answers';
import { discard } from './answers';
import type { Deadline } from './deadline';
import { fromAuthorizationServer } from './authorizationServer';
import { fromConnectionError, late } from './faults';
import type { ReadRequest, WriteRequest } from './requests';
import { TokenRenewal } from './tokenRenewal';

/** Makes single requests through n8n, which authenticates them. */
export class HttpClient {
	/** Only with OAuth2. */
	private readonly renewal: TokenRenewal | undefined;

	constructor(readonly account: Account) {
		const { context, credentialType, clientId } = account;
		if (clientId === undefined) return;
		this.renewal = new TokenRenewal(
			async () => (await context.helpers.refreshOAuth2Token.call(context, credentialType)) as unknown,
		);
	}

	/** The execution's own end, where there is an execution. */
	get stop(): AbortSignal | undefined {
		const { getExecutionCancelSignal } = this.account.context as Partial<IExecuteFunctions>;
		return getExecutionCancelSignal?.call(this.account.context);
	}

	/**
	 * Sends a request, and once more if an OAuth2 token has to be renewed before. Nothing is sent after the deadline.
	 *
	 * @param accept the type of the answer
	 * @returns the answer, whatever its status, as soon as its headers are there
	 * @throws ServiceFault when there is no answer
	 */
	async send(request: ReadRequest | WriteRequest, accept: string, deadline: Deadline): Promise<Answer> {
		const tokenNumber = this.renewal?.tokenNumber;
		const answer = await this.sendOnce(request, accept, deadline);
		if (answer.status !== 401 || !this.renewal || tokenNumber === undefined) return answer;
		discard(answer);
		await this.replaceToken(this.renewal, tokenNumber, deadline);
		return await this.sendOnce(request, accept, deadline);
	}

	private async sendOnce(
		request: ReadRequest | WriteRequest,
		accept: string,
		deadline: Deadline,
	): Promise<Answer> {
		const { context, credentialType } = this.account;
		const ending = endingWith(context, deadline.signal);
		try {
			const response = (await deadline.limit(
				ending.helpers.httpRequestWithAuthentication.call(
					ending,
					credentialType,
					this.optionsOf(request, accept),
				),
			)) as IN8nHttpFullResponse;
			return { status: response.statusCode, headers: response.headers, body: response.body };
		} catch (error) {
			throw fromConnectionError(error, 'service') ?? error;
		}
	}

	private optionsOf(request: ReadRequest | WriteRequest, accept: string): IHttpRequestOptions {
		const { baseUrl, clientId } = this.account;
		return {
			method: 'GET',
			...request,
			url: baseUrl + request.path,
			headers: { Accept: accept, ...(clientId === undefined ? {} : { 'x-fax-clientid': clientId }) },
			// The body is read here, so that one that breaks off is never taken for a refusal, and none is read without end.
			encoding: 'stream',
			returnFullResponse: true,
			// A refusal that n8n throws loses its headers on the way (2.8), or is sent again (401).
			ignoreHttpStatusErrors: true,
			// A redirect would carry the token, or repeat a write, to an address that nobody chose.
			disableFollowRedirect: true,
		};
	}

	/** The request that met the expired token was refused; whatever goes wrong here, it is not carried out. */
	private async replaceToken(renewal: TokenRenewal, tokenNumber: number, deadline: Deadline): Promise<void> {
		try {
			await deadline.limit(renewal.replace(tokenNumber), () => late('authorization server', 'notSent'));
		} catch (error) {
			throw fromAuthorizationServer(error) ?? error;
		}
	}
}

/** n8n ends requests by the signal that the context gives, and overwrites that of a request with it. */
function endingWith(context: ApiContext, signal: AbortSignal): ApiContext {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as ApiContext;
}
