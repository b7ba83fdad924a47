import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { userIdField } from '../shared/editor/commonFields';
import { requireKnownEntries } from '../shared/editor/collections';
import { valueOfList } from '../shared/editor/listField';
import { ownerOf } from '../shared/endpoints/receivers';
import type { Authentication } from '../shared/http/account';
import { numbersOf } from '../shared/trigger/numbers';
import { readField } from '../shared/trigger/readField';
import { toBoolean, toNumber, toOptions, toText } from '../shared/values/fieldValues';
import { fingerprintOf } from '../shared/values/fingerprint';
import { pathPart } from '../shared/values/paths';
import { eventsField, includeSpamOption, lookBackOption, optionsField } from './fields';
import { listsOf, MOST_AT_ONCE } from '../shared/faxes/faxEvents';
import { ENTRIES_OF_A_FAX } from '../shared/passing/fax';
import type { Watched } from '../shared/watch/watch';

const HOUR = 3_600_000;

/**
 * Number of entries that n8n's de-duplication store keeps before it drops the oldest. That's enough for more faxes than are
 * ever handed over again.
 */
export const CAPACITY = 10_000 * ENTRIES_OF_A_FAX;

/** The settings in the node's fields. */
export interface PollSettings extends Watched {
	authentication: Authentication;
}

/**
 * Reads the fields.
 *
 * @throws InputError for an invalid value
 */
export function pollSettings(context: IPollFunctions | IExecuteFunctions): PollSettings {
	const read = (name: string, fallback?: unknown): unknown => readField(context, name, fallback);
	const options = read('options', {}) as IDataObject;
	requireKnownEntries(optionsField, options);
	const events = toOptions(eventsField, read('events', []));
	const numbers = numbersOf(context);
	const outcome = read('outcome', 'any');
	const { includeSpam = false, lookBackHours = lookBackOption.default, userId: user = '' } = options;
	// An option that was added but left empty means the credential's own user.
	const userId = pathPart(
		toText(valueOfList(user), userIdField.displayName) || 'self',
		userIdField.displayName,
	);
	return {
		authentication: read('authentication') as Authentication,
		lists: listsOf(events, toBoolean(includeSpamOption, includeSpam)),
		userId,
		lateness: toNumber(lookBackOption, lookBackHours) * HOUR,
		account: fingerprintOf(`${ownerOf(context.getNode())} ${userId}`),
		asked: { outcome, numbers },
		most: MOST_AT_ONCE,
	};
}
