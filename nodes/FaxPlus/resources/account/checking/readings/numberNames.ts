import { get as getFax } from '../../../fax/get';
import { told, untold, type Subject } from '../finding';
import { entriesOf } from '../lists';

const NAMES = ['from', 'to', 'from_number', 'to_number'] as const;

/** docs/api.md, "Fax records" */
export const numberNames: Subject = {
	check: 'Service: names of the numbers in a record',
	guidance: getFax,
	async look({ service }) {
		const records = [...(await entriesOf(service, 'inbox')), ...(await entriesOf(service, 'sent'))];
		const names = NAMES.filter((name) => records.some((record) => name in record));
		const finding = `${names.join(', ')}.`;
		switch (names.join()) {
			case '':
				return untold('No record has numbers.', 'Receive or send a fax, then run this again.');
			case 'from,to':
				return told(finding, { recordNumbers: '' });
			case 'from_number,to_number':
				return told(finding, { recordNumbers: '_number' });
			default:
				return told(`A mixture: ${finding}`);
		}
	},
};
