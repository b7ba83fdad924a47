import { missing } from './apiError';
import type { Sender } from './faxing/sender';
import type { Caller } from './security';
import type { Settings } from './settings';
import type { Account, Fax, State, User } from './state';

type Parameter = 'country_code' | 'calling_code' | 'fax_id' | 'field_id' | 'group_id' | 'number' | 'user_id';
type OtherParameter = 'endpoint_id' | 'hook_id' | 'member_user_id' | 'outbox_fax_id';

/** A request that was authenticated and fits the OpenAPI description. */
export interface Call {
	state: State;
	caller: Caller;
	/** The caller's. */
	account: Account;
	/** The user that the path names; reading it throws an ApiError where the caller may not speak for that one. */
	user: User;
	/** What the path names; each operation has its own. */
	params: Readonly<Record<Parameter | OtherParameter, string>>;
	query: Readonly<Record<string, string | undefined>>;
	body: unknown;
	/** Content types that the caller accepts, in the order in which they were named. */
	accepted: readonly string[];
	sender: Sender;
	settings: Settings;
}

/** An answer: JSON, bytes, or nothing. */
export interface Answer {
	status: number;
	json?: object;
	bytes?: Buffer;
	contentType?: string;
}

/** Carries out one operation; a refusal is thrown as an ApiError. */
export type Handler = (call: Call) => Answer | Promise<Answer>;

export const ok = (json: object): Answer => ({ status: 200, json });

/** The answer where nothing is promised. */
export const done = ({ voidAnswer }: Settings): Answer => (voidAnswer === 'empty' ? { status: 204 } : ok({}));

/**
 * The fax that a path names by the id of its record or of its session, if it belongs to the user that the path names.
 *
 * @throws ApiError when there is none
 */
export function faxOf(call: Call): Fax {
	const { user, account, params } = call;
	const { faxes } = account;
	const id = params.fax_id;
	const fax = faxes.get(id) ?? [...faxes.values()].find(({ sessionId }) => sessionId === id);
	if (fax?.userId !== user.id) throw missing(call);
	return fax;
}
