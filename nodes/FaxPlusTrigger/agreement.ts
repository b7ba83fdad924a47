import type { IExecuteFunctions } from 'n8n-workflow';

import { keyOf } from '../shared/log';
import { cameBy, idsAgreeFor } from '../shared/passing/fax';
import { hereOf } from '../shared/passing/here';
import type { FoundItem } from '../shared/passing/foundItem';
import type { Guard } from '../shared/passing/passed';
import { peek } from '../shared/passing/store';
import type { ListedEvent } from '../shared/faxes/faxEvents';

/** Of so many delivered faxes a check finds out whether one was signed: one is enough. */
const SAMPLE = 10;

/**
 * Keeps back what a list tells, as long as signed deliveries of its event have come and none was found again in a list: if lists
 * call faxes something else than deliveries do, each would pass twice. Once one is found, lists and deliveries agree.
 */
export function guardOf(context: IExecuteFunctions): Guard {
	const { agreed } = hereOf(keyOf(context));
	return async (store, fresh, recorded) => {
		const events = new Set([...fresh, ...recorded].map(eventOf));
		const doubtful = new Set<ListedEvent>();
		for (const event of events) {
			if (agreed.has(event)) continue;
			const sample = recorded.filter((one) => eventOf(one) === event).slice(-SAMPLE);
			const proofs = sample.flatMap(({ names }) => names.map((name) => cameBy('signature', name)));
			const seen = await peek(store, [idsAgreeFor(event), cameBy('signature', event), ...proofs]);
			if ([idsAgreeFor(event), ...proofs].some((name) => seen.has(name))) agreed.add(event);
			else if (seen.has(cameBy('signature', event))) doubtful.add(event);
		}
		const facts = [...events].filter((event) => agreed.has(event)).map(idsAgreeFor);
		return { held: fresh.filter((one) => doubtful.has(eventOf(one))), facts };
	};
}

function eventOf({ item }: FoundItem): ListedEvent {
	return item.json['event'] as ListedEvent;
}
