import { documentRequest, reportRequest } from '../../../../../shared/files/documents';
import type { FileRequest } from '../../../../../shared/files/storeFile';
import { outcomeOf } from '../../../../../shared/faxes/faxStatus';
import { isNotFound, ServiceFault } from '../../../../../shared/http/faults';
import type { Reader } from '../../../../../shared/http/requests';
import { rethrow } from '../../../../../shared/http/rethrow';
import type { Fax } from '../../../../../shared/records';
import { download } from '../../../fax/download';
import { get as getFax } from '../../../fax/get';
import { getAll as getFaxes } from '../../../fax/getAll';
import { failureOf } from '../anonymous';
import type { Asking } from '../asking';
import { reading, told, unlessRefused, untold, type Finding } from '../finding';
import { dateOf, entriesOf, isPlainId, listedFaxes, unspoiltFaxes } from '../lists';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const NAMES = ['from', 'to', 'from_number', 'to_number'] as const;

/** docs/api.md, "Fax records" */
export const numberNames = reading('names of the numbers in a record', getFax, async (service) => {
	const received = await entriesOf(service, 'inbox');
	const sent = await entriesOf(service, 'sent');
	const [known] = await unspoiltFaxes(service);
	const path = `/accounts/self/faxes/${known?.fax.id ?? ''}`;
	const single = known && (await unlessRefused(service.read<Fax>({ path })));
	const parts = { 'received faxes': received, 'sent faxes': sent, 'one fax': single ? [single] : [] };
	const forms = Object.entries(parts).map(([part, records]) => [part, formsIn(records)] as const);
	const names = formsIn(sent)[0] ?? '';
	const suffix = { 'from, to': '', 'from_number, to_number': '_number' }[names];
	const isSame = forms.every(([, found]) => found.length === 1 && found[0] === names);
	if (isSame && suffix !== undefined) return told(`${names}.`, { recordNumbers: suffix });
	const finding = forms.map(([part, found]) => `${part}: ${found.join(' or ') || 'none seen'}`).join('; ');
	return untold(`${finding}.`, 'Receive and send a fax, then run this again.');
});

/** Which names records have, each that differs once; a name that nowhere has a value counts for none. */
function formsIn(records: readonly Fax[]): string[] {
	const used = NAMES.filter((name) => records.some((record) => Boolean(record[name])));
	return [...new Set(records.map((record) => used.filter((name) => name in record).join(', ')))];
}

/** docs/api.md, "Polling" */
export const inProgress = reading('faxes in the list that are still arriving', getFaxes, async (service) => {
	const now = Date.now() + (service.clockAhead ?? 0);
	// A word may mean something else; a fax takes minutes.
	const isArriving = (fax: Fax): boolean =>
		/^(in_progress|receiving)$/.test(fax.status) && now - dateOf(fax, 'start_time') < HOUR;
	return (await entriesOf(service, 'inbox')).some(isArriving)
		? told('They are listed.', { listsFaxesInProgress: true })
		: untold('None is listed now.', 'Run this while a fax of several pages is arriving.');
});

/** docs/api.md, "Polling" */
export const lag = reading('how soon a fax is listed', getFaxes, async (service) => {
	const beginnings = (await listedFaxes(service)).map(({ fax }) => dateOf(fax, 'start_time'));
	const newest = Math.max(...beginnings.filter(Number.isFinite));
	const age = Date.now() + (service.clockAhead ?? 0) - newest;
	return age >= 0 && age <= HOUR
		? told(`The newest was listed within ${Math.ceil(age / MINUTE) + 1} minutes after it had begun.`)
		: untold('No fax has begun within the last hour.', 'Receive or send a fax, then run this again.');
});

/** docs/api.md, "Errors" */
export const missing = reading('answer for what is not there', getFax, async (service) => {
	const faxes = (await unspoiltFaxes(service)).map(({ fax }) => fax);
	const places = { faxes, outbox: await entriesOf(service, 'outbox') };
	const faults: ServiceFault[] = [];
	for (const [place, entries] of Object.entries(places)) {
		const id = entries.map((entry): unknown => entry.id).find(isPlainId);
		if (id === undefined) return unclear('No ID of a fax and of one in the outbox is known.');
		const path = `/accounts/self/${place}`;
		const fault = await faultAt(service, `${path}/${neighbourOf(id)}`);
		if (!fault) return unclear('What came for an ID that was made up is no error.');
		if (!isNotFound(fault)) throw fault;
		// A refusal of everything says nothing about what is not there.
		if (await faultAt(service, `${path}/${id}`)) return unclear('What is there was refused too.');
		faults.push(fault);
	}
	const [{ status = 0 } = {}, other] = faults;
	const finding = `${[...new Set(faults.map(failureOf))].join(', ')}.`;
	return told(finding, status === other?.status ? { missingStatus: status } : {});
});

function unclear(finding: string): Finding {
	return untold(finding, 'Run this again when a fax was sent and another waits in the outbox.');
}

/** An ID of the same form, with another character in its middle: one of another form may be refused for its form. */
function neighbourOf(id: string): string {
	const middle = id.slice(0, id.length / 2 + 1).search(/[\da-z][^\da-z]*$/i);
	const at = middle < 0 ? id.search(/[\da-z]/i) : middle;
	const character = id.charAt(at);
	const alphabet = ['0123456789', 'abcdef', 'ABCDEF'].find((some) => some.includes(character));
	const others = alphabet ?? (/[a-z]/.test(character) ? 'ghijklmnopqrstuvwxyz' : 'GHIJKLMNOPQRSTUVWXYZ');
	const other = others.charAt((others.indexOf(character) + others.length / 2) % others.length);
	return id.slice(0, at) + other + id.slice(at + 1);
}

async function faultAt(reader: Reader, path: string): Promise<ServiceFault | undefined> {
	try {
		await reader.read({ path });
		return undefined;
	} catch (error) {
		return error instanceof ServiceFault ? error : rethrow(error);
	}
}

/** docs/api.md, "Files" */
export const documents = reading('formats of documents and reports', download, async (service) => {
	const found = (await unspoiltFaxes(service)).find(({ fax }) => outcomeOf(fax.status) === 'success');
	if (!found) return untold('No fax was sent, or received and read.', 'Send a fax, then run this again.');
	const { category, fax } = found;
	const name = { userId: 'self', faxId: fax.id };
	const parts = [
		`as pdf: ${await formatOf(service, documentRequest(name, 'pdf'))}`,
		`as tiff: ${await formatOf(service, documentRequest(name, 'tiff'))}`,
		`report, of one in ${category}: ${await formatOf(service, reportRequest(name))}`,
	];
	return told(`${parts.join('; ')}.`);
});

/** What comes for a request, or how it fails. */
async function formatOf(service: Asking, { path, qs, accept, typeOf }: FileRequest): Promise<string> {
	try {
		const request = { path, ...(qs && { qs }), ...(accept !== undefined && { accept }) };
		const beginning = await service.beginningOf(request);
		const type = typeOf('', Buffer.from(beginning, 'latin1'));
		return type?.extension ?? 'no document';
	} catch (error) {
		return service.ended ? rethrow(error) : failureOf(error);
	}
}
