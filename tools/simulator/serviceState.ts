import { ApiError } from './apiError';
import { arrivedFax } from './faxing/arrivedFax';
import { fileOf, type FileKind } from './faxing/files';
import { checkKind } from './kinds';
import { ownNumber, token } from './makers';
import { seed } from './seed';
import { seededState } from './seededState';
import { DEFAULT_SETTINGS, type Settings } from './settings';
import type { Endpoint, Fax, State, Token } from './state';
import { accountWith, newId, newSecret, ownerOf } from './state';

/** What the service knows, and what tests and people change in it without the API. */
export class ServiceState {
	readonly settings: Settings = { ...DEFAULT_SETTINGS };

	/** Everything that the service knows; tests may look and change. */
	state: State = seededState();

	/** Lets every OAuth access token expire now. */
	expireAccessTokens(): void {
		for (const issued of this.state.tokens.values()) if (issued.type === 'oauth') issued.expiresAt = 0;
	}

	/**
	 * Adds a personal access token.
	 *
	 * @param values what is special about it; it has all scopes unless they say otherwise
	 * @returns the token as it is sent
	 */
	addToken(userId: string = seed.ownerId, values?: Partial<Token>): string {
		const added = token(newId('alohi_pat_'), userId, values);
		this.state.tokens.set(added.value, added);
		return added.value;
	}

	/**
	 * Adds a fax that has arrived, with a finished extraction unless said otherwise.
	 *
	 * @returns its ID
	 * @throws ApiError when there is no such account, or no such kind of fax
	 */
	addFax(
		values: Partial<Fax> = {},
		extraction?: Partial<Fax['extraction']>,
		accountId: string = seed.accountId,
	): string {
		const account = accountWith(this.state, accountId);
		checkKind(values.kind);
		const added = arrivedFax(this, account, values, extraction);
		account.faxes.set(added.id, added);
		return added.id;
	}

	/**
	 * Lets a fax begin to arrive. It has a record with a status of its own, but no document, and is listed only if the
	 * settings say so.
	 *
	 * @returns its ID
	 * @throws ApiError when there is no such account
	 */
	beginFax(values: Partial<Fax> = {}, accountId?: string): string {
		const begun = { isInProgress: true, status: 'in_progress', pages: 0 };
		return this.addFax({ ...begun, ...values }, undefined, accountId);
	}

	/**
	 * Adds a number to an account.
	 *
	 * @param assignedTo the users who may send from it; only the owner when left out
	 */
	addNumber(number: string, assignedTo?: string[], accountId: string = seed.accountId): void {
		const account = this.state.accounts.get(accountId);
		const ownerId = ownerOf(this.state, accountId);
		account?.numbers.set(number, ownNumber(number, ownerId, assignedTo));
	}

	/**
	 * A file of a fax, as the API gives it to download.
	 *
	 * @throws when there is no such fax
	 */
	async fileOf(faxId: string, kind: FileKind = 'pdf', accountId: string = seed.accountId): Promise<Buffer> {
		const found = this.state.accounts.get(accountId)?.faxes.get(faxId);
		if (!found) throw new ApiError(404, 'not_found', `There is no fax ${faxId}`);
		return await fileOf(found, kind);
	}

	/** The endpoints of all accounts. */
	get endpoints(): Endpoint[] {
		return [...this.state.accounts.keys()].flatMap((accountId) => this.endpointsOf(accountId));
	}

	/** The endpoint with an id, whatever its account. */
	endpoint(id: string): Endpoint | undefined {
		return this.endpoints.find((endpoint) => endpoint.id === id);
	}

	/** All endpoints of an account. */
	endpointsOf(accountId: string = seed.accountId): Endpoint[] {
		return [...(this.state.accounts.get(accountId)?.endpoints.values() ?? [])];
	}

	/** Gives an endpoint a new secret, from which on the old one is void; undefined when there is no such endpoint. */
	rotateSecret(endpointId: string): string | undefined {
		const endpoint = this.endpoint(endpointId);
		if (!endpoint) return undefined;
		endpoint.secret = newSecret();
		return endpoint.secret;
	}

	/** Removes an endpoint, as a person does in the web application; false when there is no such endpoint. */
	deleteEndpoint(endpointId: string): boolean {
		return [...this.state.accounts.values()].some(({ endpoints }) => endpoints.delete(endpointId));
	}

	/** Forgets everything but what was there at first. */
	protected seedAgain(): void {
		this.state = seededState();
	}
}
