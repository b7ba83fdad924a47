import type { IPollFunctions } from 'n8n-workflow';

import { listedNamesOf } from '../shared/faxes/faxNames';
import { ownerOf } from '../shared/endpoints/receivers';
import { keyOf } from '../shared/log';
import { numbersOf } from '../shared/trigger/numbers';
import { fingerprintOf } from '../shared/values/fingerprint';
import { listsOf, MOST_AT_ONCE } from '../shared/faxes/faxEvents';
import { hereOf } from '../shared/passing/here';
import type { Watched } from '../shared/watch/watch';
import { registrationOf } from '../shared/registration/addresses';
import { deliveriesToRemember } from './fields';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** For so long after it began a fax may be listed, in milliseconds: long ones come in slowly, and lists lag. */
const LATENESS = 4 * HOUR;

/** How far lists are read back at most, in milliseconds: n8n may have been off over a long weekend. */
const LONGEST = 5 * 24 * HOUR;

/** For so long a fax may still be delivered, in milliseconds. What this process executes, it knows; what workers do, it has to ask. */
const PATIENCE = 5 * MINUTE;
const PATIENCE_WITH_WORKERS = 10 * MINUTE;

/** What a poll looks for: the faxes that no delivery has brought. */
export function missedFaxesOf(context: IPollFunctions): Watched {
	const here = hereOf(keyOf(context));
	// In a process that has not registered the trigger, n8n may not have saved when it was.
	const { registeredAt = here.metAt } = registrationOf(context);
	const isSigned = context.getNode().credentials?.['faxPlusWebhookSecretApi'] !== undefined;
	const room = deliveriesToRemember(context) / 2;
	return {
		lists: listsOf(context.getNodeParameter('events', []) as string[], false),
		userId: 'self',
		lateness: LATENESS,
		account: fingerprintOf(ownerOf(context.getNode())),
		asked: {
			outcome: context.getNodeParameter('outcome', 'any'),
			numbers: numbersOf(context),
			isOff: context.getNodeParameter('missedFaxes', '') === 'never',
		},
		most: Math.min(MOST_AT_ONCE, Math.floor(room)),
		delivered: {
			// To the second, as dates of faxes are.
			floor: Math.floor(Math.max(registeredAt, Date.now() - here.clockAhead - LONGEST) / SECOND) * SECOND,
			patience: here.hasBegun ? PATIENCE : PATIENCE_WITH_WORKERS,
			mayBeHeld: ({ event }) => isSigned && !here.agreed.has(event),
			isDone: (found) => here.hasBegunWithListed(found.event, listedNamesOf(found)),
		},
	};
}
