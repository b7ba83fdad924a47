import type { Fax } from '../../../../../shared/records';
import { get as getFax } from '../../../fax/get';
import { told, unlessRefused, untold, type Subject } from '../finding';
import { entriesOf, isPlainId, unspoiltFaxes } from '../lists';

const NAMES = ['from', 'to', 'from_number', 'to_number'] as const;

/** docs/api.md, "Fax records" */
export const numberNames: Subject = {
	check: 'Service: names of the numbers in a record',
	guidance: getFax,
	async look({ service }) {
		const received = await entriesOf(service, 'inbox');
		const sent = await entriesOf(service, 'sent');
		const id = (await unspoiltFaxes(service)).map(({ fax }): unknown => fax.id).find(isPlainId);
		const path = `/accounts/self/faxes/${id ?? ''}`;
		const single = id === undefined ? undefined : await unlessRefused(service.read<Fax>({ path }));
		const parts = { 'received faxes': received, 'sent faxes': sent, 'one fax': single ? [single] : [] };
		const forms = Object.entries(parts).map(([part, records]) => [part, formsIn(records)] as const);
		const names = formsIn(sent)[0] ?? '';
		const suffix = { 'from, to': '', 'from_number, to_number': '_number' }[names];
		const isSame = forms.every(([, found]) => found.length === 1 && found[0] === names);
		const finding = forms.map(([part, found]) => `${part}: ${found.join(' or ') || 'none seen'}`).join('; ');
		if (isSame && suffix !== undefined) return told(`${names}.`, { recordNumbers: suffix });
		return untold(`${finding}.`, 'Receive and send a fax, then run this again.');
	},
};

/** Which names records have, each that differs once; a name that nowhere has a value counts for none. */
function formsIn(records: readonly Fax[]): string[] {
	const used = NAMES.filter((name) => records.some((record) => Boolean(record[name])));
	return [...new Set(records.map((record) => used.filter((name) => name in record).join(', ')))];
}
