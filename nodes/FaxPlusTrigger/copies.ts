import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { keyOf } from '../shared/log';
import { faxesOf, happenedIn } from '../shared/passing/fax';
import { hereOf } from '../shared/passing/here';
import { newAmong } from '../shared/passing/recording';

const MINUTE = 60_000;

/** Over so many milliseconds executions of one fax are spread. */
const SPREAD = 2_000;

/**
 * Of faxes for which no signature vouches, those that nobody has asked about before: two processes may have asked the service about
 * one at the same moment, and n8n's store, which has no lock, would not tell them apart. So they ask twice, at times of their
 * own within one minute. Who was killed in between keeps away what is delivered again until that ends.
 */
export async function firstToAsk(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	capacity: number,
): Promise<INodeExecutionData[]> {
	const here = hereOf(keyOf(context));
	const mayMeetCopies = (item: INodeExecutionData): boolean =>
		item.json['confirmedBy'] === 'service' && !here.hasTaken(item);
	if (!items.some(mayMeetCopies)) return items;
	const restOfMinute = MINUTE - (Date.now() % MINUTE);
	await sleep(Math.random() * SPREAD + (restOfMinute < 2 * SPREAD ? restOfMinute : 0));
	const minute = Math.floor(Date.now() / MINUTE);
	const entriesOf = ({ json }: INodeExecutionData): { faxes: string[] } => ({
		faxes: faxesOf(json).map((name) => happenedIn(`minute ${minute}`, `question about ${name}`)),
	});
	const first = await newAmong(context, items, entriesOf, capacity);
	await sleep(Math.random() * SPREAD);
	return first;
}
