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

/** How long after its start a fax may first be listed, in milliseconds. Long faxes arrive slowly, and lists lag. */
const LATENESS = 4 * HOUR;

/** Maximum time that lists are read back, in milliseconds. n8n may have been off over a long weekend. */
const LONGEST = 5 * 24 * HOUR;

/**
 * How long to wait for a fax's delivery, in milliseconds. This process knows what it has executed itself, but not what
 * workers have.
 */
const PATIENCE = 5 * MINUTE;
const PATIENCE_WITH_WORKERS = 10 * MINUTE;

/** What a poll looks for: faxes that weren't delivered. */
export function whatToCheckFor(context: IPollFunctions): Watched {
	const here = hereOf(keyOf(context));
	// If another process registered the trigger, n8n may not have saved the time.
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
			// Rounded down, because faxes have dates in whole seconds.
			floor: Math.floor(Math.max(registeredAt, Date.now() - here.clockAhead - LONGEST) / SECOND) * SECOND,
			patience: here.hasBegun ? PATIENCE : PATIENCE_WITH_WORKERS,
			mayBeHeld: ({ event }) => isSigned && !here.agreed.has(event),
			isDone: (found) => here.hasBegunWithListed(found.event, listedNamesOf(found)),
		},
	};
}
