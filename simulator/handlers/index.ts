import type { Handler } from '../handler';
import * as accounts from './accounts';
import * as ai from './ai';
import * as contacts from './contacts';
import * as faxes from './faxes';
import * as numbers from './numbers';
import * as outbox from './outbox';
import * as shop from './shop';
import * as webhooks from './webhooks';

/** The handler of each operation, by its operationId in the OpenAPI description. */
export const handlers: Record<string, Handler> = {
	...accounts,
	...ai,
	...contacts,
	...faxes,
	...numbers,
	...outbox,
	...shop,
	...webhooks,
};
