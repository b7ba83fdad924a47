import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { userIdField } from '../shared/editor/commonFields';
import { ownerOf } from '../shared/endpoints/receivers';
import type { Authentication } from '../shared/http/account';
import { readField } from '../shared/trigger/readField';
import { toBoolean, toNumber, toOptions } from '../shared/values/fieldValues';
import { fingerprintOf } from '../shared/values/fingerprint';
import { pathPart } from '../shared/values/paths';
import { numbersIn } from '../shared/values/phoneNumbers';
import { toText } from '../shared/values/text';
import { eventsField, includeSpamOption, lookBackOption } from './fields';
import type { AgainSettings } from '../shared/watch/againUntilRead';
import { againSettings } from '../shared/watch/againUntilRead';
import { isWantedFax, listsOf } from '../shared/watch/faxes';
import type { Watch } from '../shared/watch/news';

const HOUR = 3_600_000;

/** How many passes of faxes n8n's de-duplication store keeps, oldest out first: more than are ever passed on once more. */
export const CAPACITY = 10_000;

/** What a person has set. */
export interface PollSettings extends Pick<Watch, 'userId' | 'account' | 'lists' | 'lateness' | 'isWanted'> {
	authentication: Authentication;
	/** Of which a fax has to have one, in E.164 form; none stand for all. */
	numbers: string[];
	/** Undefined unless unread faxes are to be passed on again. */
	again: AgainSettings | undefined;
}

/**
 * Reads the fields.
 *
 * @throws InputError for a value that will not do
 */
export function pollSettings(context: IPollFunctions | IExecuteFunctions): PollSettings {
	const read = (name: string, fallback?: unknown): unknown => readField(context, name, fallback);
	const options = read('options', {}) as IDataObject;
	const events = toOptions(eventsField, read('events', []));
	const numbers = numbersIn(read('channels'));
	const outcome = read('outcome', 'any');
	const { includeSpam = false, lookBackHours = lookBackOption.default, userId: user = '' } = options;
	// An option that was added and left empty stands for the credential's own user.
	const userId = pathPart(toText(user, userIdField.displayName) || 'self', userIdField.displayName);
	return {
		authentication: read('authentication') as Authentication,
		lists: listsOf(events, toBoolean(includeSpamOption, includeSpam)),
		userId,
		lateness: toNumber(lookBackOption, lookBackHours) * HOUR,
		account: fingerprintOf(`${ownerOf(context.getNode())} ${userId}`),
		numbers,
		again: againSettings(options, events),
		isWanted: (found) => isWantedFax(found, outcome, numbers),
	};
}
