import type { Fax } from '../../../../../shared/service/types';
import { get as getFax } from '../../../fax/get';
import { told, untold, type Subject } from '../finding';
import { entriesOf } from '../lists';

const NAMES = ['from', 'to', 'from_number', 'to_number'] as const;

/** docs/api.md, "Fax records" */
export const numberNames: Subject = {
	check: 'Service: names of the numbers in a record',
	guidance: getFax,
	async look({ service }) {
		const received = namesIn(await entriesOf(service, 'inbox'));
		const sent = namesIn(await entriesOf(service, 'sent'));
		if (received + sent === '')
			return untold('No record has numbers.', 'Receive or send a fax, then run this again.');
		if (received !== sent)
			return told(`Received faxes: ${received || 'none seen'}; sent faxes: ${sent || 'none seen'}.`);
		const suffix = { 'from, to': '', 'from_number, to_number': '_number' }[sent];
		return told(`${sent}.`, suffix === undefined ? {} : { recordNumbers: suffix });
	},
};

function namesIn(records: readonly Fax[]): string {
	return NAMES.filter((name) => records.some((record) => name in record)).join(', ');
}
