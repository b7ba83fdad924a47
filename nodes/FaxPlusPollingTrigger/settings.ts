import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { userIdField } from '../shared/editor/userField';
import type { Authentication } from '../shared/service/account';
import type { NormalizedFax } from '../shared/service/faxRecords';
import { ownerOf } from '../shared/service/triggerMarks';
import { isWantedOutcome } from '../shared/trigger/outcome';
import { toBoolean, toNumber, toOptions } from '../shared/values/fieldValues';
import { fingerprintOf } from '../shared/values/fingerprint';
import { InputError } from '../shared/values/inputError';
import { pathPart } from '../shared/values/paths';
import { numbersIn, sameNumber } from '../shared/values/phoneNumbers';
import { toText } from '../shared/values/text';
import { eventsField, includeSpamOption, lookBackOption } from './fields';
import type { PolledList } from './lists';
import { listsOf } from './lists';

const HOUR = 3_600_000;

/** What a person has set. */
export interface PollSettings {
	authentication: Authentication;
	lists: PolledList[];
	/** Encoded as one part of a path. */
	userId: string;
	/** Milliseconds for which a fax may be listed after it began. */
	lateness: number;
	/** Stands for the account and the user. */
	account: string;
	/** Whether the fields ask for a fax. */
	isWanted: (fax: NormalizedFax) => boolean;
}

/**
 * Reads the fields.
 *
 * @throws InputError for a value that will not do
 */
export function pollSettings(context: IPollFunctions | IExecuteFunctions): PollSettings {
	const read = (name: string, fallback?: unknown): unknown =>
		'getInputData' in context
			? context.getNodeParameter(name, 0, fallback)
			: context.getNodeParameter(name, fallback);
	const options = read('options', {}) as IDataObject;
	const events = toOptions(eventsField, read('events', []));
	if (events.length === 0) throw new InputError('Events is empty. Select at least one event.');
	const numbers = numbersIn(read('channels'));
	const outcome = read('outcome', 'any');
	const userId = userIdOf(options['userId']);
	const { includeSpam = false, lookBackHours = lookBackOption.default } = options;
	return {
		authentication: read('authentication') as Authentication,
		lists: listsOf(events, toBoolean(includeSpamOption, includeSpam)),
		userId,
		lateness: toNumber(lookBackOption, lookBackHours) * HOUR,
		account: fingerprintOf(`${ownerOf(context.getNode())} ${userId}`),
		isWanted: (fax) =>
			isWantedOutcome(outcome, fax.status) &&
			(numbers.length === 0 || numbers.some((one) => sameNumber(one, fax.from) || sameNumber(one, fax.to))),
	};
}

/** An option that was added and left empty stands for the credential's own user. */
function userIdOf(value: unknown = userIdField.default): string {
	const text = toText(value, userIdField.displayName);
	return text === '' ? 'self' : pathPart(text, userIdField.displayName);
}
