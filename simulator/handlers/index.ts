import type { Handler } from '../handler';
import * as accounts from './accounts';
import * as ai from './ai';
import * as auth from './auth';
import * as contacts from './contacts';
import * as files from './files';
import * as legacyHooks from './legacyHooks';
import * as outbox from './outbox';
import * as shop from './shop';
import * as webhooks from './webhooks';

/** The handler of each operation, by its operationId in the OpenAPI description. */
export const handlers: Record<string, Handler> = {
	...accounts,
	...auth,
	...contacts,
	...legacyHooks,
	...outbox,
	...shop,
	...webhooks,
	createCustomField: ai.createCustomField,
	getAiCredits: ai.getAiCredits,
	getFieldExtraction: ai.getFieldExtraction,
	getThumbnail: files.getThumbnail,
	listCustomFields: ai.listCustomFields,
	updateCustomField: ai.updateCustomField,
};
