import type { Guidance } from '../shared/editor/advice';
import { userIdField } from '../shared/editor/userField';

/** What permits listing faxes, and what to do where the service refuses it (docs/api.md, "Polling"). */
export const pollingGuidance: Guidance = {
	scopes: ['fax:all:read', 'fax:fax:read'],
	userField: userIdField,
	ifNotDone:
		'The faxes that come meanwhile start the workflow once this is mended: each poll looks for what has come since the last one that went well.',
};
