import type { IExecuteFunctions } from 'n8n-workflow';

import { keyOf } from '../shared/log';
import { confirmationEntry, idsAgreeFor } from '../shared/passing/fax';
import { hereOf } from '../shared/passing/here';
import type { FoundItem } from '../shared/passing/foundItem';
import type { Guard } from '../shared/passing/decideAbout';
import { peek } from '../shared/passing/store';
import type { ListedEvent } from '../shared/faxes/faxEvents';

/** For how many known faxes a check looks up whether they arrived in a signed delivery. One match is enough. */
const SAMPLE = 10;

/**
 * Holds back listed faxes of an event if there were signed deliveries of that event, but none was found in a list. Lists
 * and deliveries may then use different IDs, and each fax would start the workflow twice. One match shows that they agree.
 */
export function guardOf(context: IExecuteFunctions): Guard {
	const { agreed } = hereOf(keyOf(context));
	return async (store, fresh, recorded) => {
		const events = new Set([...fresh, ...recorded].map(eventOf));
		const doubtful = new Set<ListedEvent>();
		for (const event of events) {
			if (agreed.has(event)) continue;
			const sample = recorded.filter((one) => eventOf(one) === event).slice(-SAMPLE);
			const proofs = sample.flatMap(({ names }) => names.map((name) => confirmationEntry('signature', name)));
			const seen = await peek(store, [idsAgreeFor(event), confirmationEntry('signature', event), ...proofs]);
			if ([idsAgreeFor(event), ...proofs].some((name) => seen.has(name))) agreed.add(event);
			else if (seen.has(confirmationEntry('signature', event))) doubtful.add(event);
		}
		const facts = [...events].filter((event) => agreed.has(event)).map(idsAgreeFor);
		return { held: fresh.filter((one) => doubtful.has(eventOf(one))), facts };
	};
}

function eventOf({ item }: FoundItem): ListedEvent {
	return item.json['event'] as ListedEvent;
}
