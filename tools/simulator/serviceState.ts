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

/** The state of the simulator, which tests and users can also change without the API. */
export class ServiceState {
	readonly settings: Settings = { ...DEFAULT_SETTINGS };

	/** All data of the simulator, which tests can read and change. */
	state: State = seededState();

	/** Makes every OAuth access token expire now. */
	expireAccessTokens(): void {
		for (const issued of this.state.tokens.values()) if (issued.type === 'oauth') issued.expiresAt = 0;
	}

	/**
	 * Adds a personal access token.
	 *
	 * @param values values that override the defaults. By default, the token has all scopes
	 * @returns the token in the form that requests send
	 */
	addToken(userId: string = seed.ownerId, values?: Partial<Token>): string {
		const added = token(newId('alohi_pat_'), userId, values);
		this.state.tokens.set(added.value, added);
		return added.value;
	}

	/**
	 * Adds a received fax. By default, its extraction is finished.
	 *
	 * @returns the fax's ID
	 * @throws ApiError if the account or the kind of fax doesn't exist
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
	 * Adds a fax that is still being received. It has a record with its own status but no document. The settings decide whether
	 * it's listed.
	 *
	 * @returns the fax's ID
	 * @throws ApiError if the account doesn't exist
	 */
	beginFax(values: Partial<Fax> = {}, accountId?: string): string {
		const begun = { isInProgress: true, status: 'in_progress', pages: 0 };
		return this.addFax({ ...begun, ...values }, undefined, accountId);
	}

	/**
	 * Adds a number to an account.
	 *
	 * @param assignedTo users who may send from the number. The default is only the owner
	 */
	addNumber(number: string, assignedTo?: string[], accountId: string = seed.accountId): void {
		const account = this.state.accounts.get(accountId);
		const ownerId = ownerOf(this.state, accountId);
		account?.numbers.set(number, ownNumber(number, ownerId, assignedTo));
	}

	/**
	 * A file of a fax, as the API returns it for download.
	 *
	 * @throws ApiError if the fax doesn't exist
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

	/** The endpoint with an id, in any account. */
	endpoint(id: string): Endpoint | undefined {
		return this.endpoints.find((endpoint) => endpoint.id === id);
	}

	/** All endpoints of an account. */
	endpointsOf(accountId: string = seed.accountId): Endpoint[] {
		return [...(this.state.accounts.get(accountId)?.endpoints.values() ?? [])];
	}

	/** Gives an endpoint a new secret, which makes the old one invalid. Returns undefined if the endpoint doesn't exist. */
	rotateSecret(endpointId: string): string | undefined {
		const endpoint = this.endpoint(endpointId);
		if (!endpoint) return undefined;
		endpoint.secret = newSecret();
		return endpoint.secret;
	}

	/** Removes an endpoint, as a user does in the web application. Returns false if the endpoint doesn't exist. */
	deleteEndpoint(endpointId: string): boolean {
		return [...this.state.accounts.values()].some(({ endpoints }) => endpoints.delete(endpointId));
	}

	/** Resets all data to the state at the start. */
	protected seedAgain(): void {
		this.state = seededState();
	}
}
