import type { INodeExecutionData } from 'n8n-workflow';

import { latestTimeOf } from '../faxes/faxEvents';
import { faxesOf } from '../faxes/faxNames';
import type { NormalizedFax } from '../faxes/faxRecords';
import { passedBy } from './fax';

/** A fax that a poll has found in a list. */
export interface FoundItem {
	item: INodeExecutionData;
	names: string[];
	/** The entry that shows that this execution has begun to process the fax. */
	mark: string;
	/** Latest time of the fax, in milliseconds. */
	time: number;
}

/** @param execution as `passedBy` takes it */
export function foundItemOf(item: INodeExecutionData, execution: string): FoundItem {
	const names = faxesOf(item.json);
	return {
		item,
		names,
		mark: passedBy(execution, names[0] ?? ''),
		time: latestTimeOf(item.json['data'] as unknown as NormalizedFax),
	};
}
