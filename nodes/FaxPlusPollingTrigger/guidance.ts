import type { Guidance } from '../shared/editor/advice';
import { userIdField } from '../shared/editor/userField';

/** What permits listing faxes, and what to do where the service refuses it (docs/api.md, "Polling"). */
export const listingGuidance: Guidance = {
	scopes: ['fax:all:read', 'fax:fax:read'],
	userField: userIdField,
};

/** The same for a trigger that has nothing to go on from. */
export const firstPollGuidance: Guidance = {
	...listingGuidance,
	ifNotDone:
		'No poll has gone well yet, and only faxes that come after the first one that does start the workflow.',
};

/** The same for a trigger that has been at work. */
export const pollingGuidance: Guidance = {
	...listingGuidance,
	ifNotDone:
		'The faxes that come meanwhile start the workflow once this is mended: each poll looks for what has come since the last one that went well.',
};
