import type { Operation } from '../openapi/sketch';
import * as accounts from './accounts';
import * as ai from './ai';
import * as contacts from './contacts';
import * as faxes from './faxes';
import * as numbers from './numbers';
import * as outbox from './outbox';
import * as shop from './shop';
import * as webhooks from './webhooks';

/** All operations of the Fax.Plus API by their operationId. */
export const operations: Readonly<Record<string, Operation>> = {
	...accounts,
	...ai,
	...contacts,
	...faxes,
	...numbers,
	...outbox,
	...shop,
	...webhooks,
};
