import { missing } from './apiError';
import type { Sender } from './faxing/sender';
import type { Caller } from './security';
import type { Settings } from './settings';
import type { Account, Fax, State, User } from './state';

type Parameter = 'country_code' | 'calling_code' | 'fax_id' | 'field_id' | 'group_id' | 'number' | 'user_id';
type OtherParameter = 'endpoint_id' | 'hook_id' | 'member_user_id' | 'outbox_fax_id';

/** An authenticated request that matches the OpenAPI description. */
export interface Call {
	state: State;
	caller: Caller;
	/** The account of the caller. */
	account: Account;
	/** The user in the path. Reading it throws an ApiError if the caller can't act for that user. */
	user: User;
	/** Parameters in the path, which depend on the operation. */
	params: Readonly<Record<Parameter | OtherParameter, string>>;
	query: Readonly<Record<string, string | undefined>>;
	body: unknown;
	/** Content types that the caller accepts, in the caller's order. */
	accepted: readonly string[];
	sender: Sender;
	settings: Settings;
}

/** A response with JSON, bytes, or no body. */
export interface Answer {
	status: number;
	json?: object;
	bytes?: Buffer;
	contentType?: string;
}

/**
 * Carries out one operation.
 *
 * @throws ApiError if the operation is refused
 */
export type Handler = (call: Call) => Answer | Promise<Answer>;

export const ok = (json: object): Answer => ({ status: 200, json });

/** The response of operations whose response Fax.Plus doesn't document. */
export const done = ({ emptyAnswer }: Settings): Answer =>
	emptyAnswer === 'empty' ? { status: 204 } : ok({});

/**
 * Finds the fax in the path by the id of its record or of its session. It must belong to the user in the path.
 *
 * @throws ApiError if there's no such fax
 */
export function faxOf(call: Call): Fax {
	const { user, account, params } = call;
	const { faxes } = account;
	const id = params.fax_id;
	const fax = faxes.get(id) ?? [...faxes.values()].find(({ sessionId }) => sessionId === id);
	if (fax?.userId !== user.id) throw missing(call);
	return fax;
}
