import { documentRequest, reportRequest } from '../../../nodes/shared/files/documents';
import type { FileRequest } from '../../../nodes/shared/files/storeFile';
import { normalized, recipientsOf } from '../../../nodes/shared/faxes/faxRecords';
import { outcomeOf } from '../../../nodes/shared/faxes/faxStatus';
import { isNotFound, ServiceFault } from '../../../nodes/shared/http/faults';
import type { Reader } from '../../../nodes/shared/http/requests';
import { onlyFor, rethrow } from '../../../nodes/shared/http/rethrow';
import type { Fax, OutboxFax } from '../../../nodes/shared/records';
import { sameNumber } from '../../../nodes/shared/values/phoneNumbers';
import { fromServiceForm } from '../../../nodes/shared/values/times';
import type { SlowReader } from '../slowReader';
import { failureOf, reading, told, unlessRefused, untold, type Finding } from '../finding';
import { areSame, dateOf, entriesOf, isPlainId } from '../lists';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Longer than the pause before another try. */
const LONG_AFTER = 15 * MINUTE;

/** Characters that can stand for each other in an ID, whether it is hexadecimal or not. */
const ALPHABETS = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'];

const NAMES = ['from', 'to', 'from_number', 'to_number'] as const;

/** docs/contributing/api.md, "Fax records" */
export const numberNames = reading('names of the numbers in a record', async (service) => {
	const received = await entriesOf(service, 'inbox');
	const sent = await entriesOf(service, 'sent');
	const plain = sent.find(({ id }) => isPlainId(id));
	const path = `/accounts/self/faxes/${plain?.id ?? ''}`;
	const single = plain && (await unlessRefused(service.read<Fax>({ path })));
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

/** docs/contributing/api.md, "Polling" */
export const inProgress = reading('faxes in the list that are still arriving', async (service) => {
	const now = Date.now() + (service.clockAhead ?? 0);
	// A word may mean something else; a fax takes minutes.
	const isArriving = (fax: Fax): boolean =>
		/^(in_progress|receiving)$/.test(fax.status) && now - dateOf(fax, 'start_time') < HOUR;
	return (await entriesOf(service, 'inbox')).some(isArriving)
		? told('They are listed.', { listsFaxesInProgress: true })
		: untold('None is listed now.', 'Run this while a fax of several pages is arriving.');
});

/** docs/contributing/api.md, "Polling" */
export const lag = reading('how soon a fax is listed', async (service) => {
	const faxes = [...(await entriesOf(service, 'inbox')), ...(await entriesOf(service, 'sent'))];
	const beginnings = faxes.map((fax) => dateOf(fax, 'start_time'));
	const newest = Math.max(...beginnings.filter(Number.isFinite));
	const age = Date.now() + (service.clockAhead ?? 0) - newest;
	return age >= 0 && age <= HOUR
		? told(`The newest was listed within ${Math.ceil(age / MINUTE) + 1} minutes after it had begun.`)
		: untold('No fax has begun within the last hour.', 'Receive or send a fax, then run this again.');
});

/** docs/contributing/api.md, "Errors" */
export const missing = reading('answer for what is not there', async (service) => {
	const places = {
		faxes: await entriesOf(service, 'sent'),
		outbox: await entriesOf(service, 'outbox'),
	};
	const unclear = (finding: string): Finding =>
		untold(finding, 'Run this again when a fax was sent and another waits in the outbox.');
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

/** An ID of the same form, with another character in its middle: one of another form may be refused for its form. */
function neighbourOf(id: string): string {
	const middle = id.slice(0, id.length / 2 + 1).search(/[\da-z][^\da-z]*$/i);
	const at = middle < 0 ? id.search(/[\da-z]/i) : middle;
	const character = id.charAt(at);
	const others = ALPHABETS.find((some) => some.includes(character)) ?? '';
	const other = others.charAt((others.indexOf(character) + others.length / 2) % others.length);
	return id.slice(0, at) + other + id.slice(at + 1);
}

async function faultAt(reader: Reader, path: string): Promise<ServiceFault | undefined> {
	return await reader.read({ path }).then(
		() => undefined,
		onlyFor(ServiceFault, (fault) => fault),
	);
}

/** docs/contributing/api.md, "Files". Of what was sent: whether a look marks a received fax as read is not public. */
export const documents = reading('formats of documents and reports', async (service) => {
	const sent = await entriesOf(service, 'sent');
	const fax = sent.find(({ id, status }) => isPlainId(id) && outcomeOf(status) === 'success');
	if (!fax) return untold('No fax was sent.', 'Send a fax, then run this again.');
	const name = { userId: 'self', faxId: fax.id };
	const parts = [
		`as pdf: ${await formatOf(service, documentRequest(name, 'pdf'))}`,
		`as tiff: ${await formatOf(service, documentRequest(name, 'tiff'))}`,
		`report: ${await formatOf(service, reportRequest(name))}`,
	];
	return told(`${parts.join('; ')}.`);
});

/** What comes for a request, or how it fails. */
async function formatOf(service: SlowReader, { path, qs, accept, typeOf }: FileRequest): Promise<string> {
	try {
		const request = { path, ...(qs && { qs }), ...(accept !== undefined && { accept }) };
		return typeOf('', await service.beginningOf(request))?.extension ?? 'no document';
	} catch (error) {
		return service.ended ? rethrow(error) : failureOf(error);
	}
}

/** docs/contributing/api.md, "Outbox" */
export const outboxRecords = reading(
	'a fax to several numbers in the outbox',

	async (service) => {
		const outbox = await entriesOf(service, 'outbox');
		const shared = outbox.filter((record) => recipientsOf(record).length > 1);
		// A record for each recipient may have the numbers of all, and others may have gone while this one waits for another try.
		const isAlone = (record: OutboxFax): boolean =>
			Number(fromServiceForm(record.send_time)) > Date.now() + LONG_AFTER &&
			record.status === 'scheduled_for_sending' &&
			shared.filter((other) => numbersOf(other) === numbersOf(record)).length === 1;
		// Somebody may have deleted the other records of each.
		if (shared.filter(isAlone).length > 1) return untold('One record for all, as far as can be seen.', '');
		// Records with one number and the same upload may be those of several sends.
		return untold(
			'No two records are certain to be those of faxes to several numbers.',
			'Send a fax to two numbers with "Send At" in an hour, another one to two other numbers, run this again, then delete them from the outbox.',
		);
	},
);

/** docs/contributing/api.md, "Sending". Last: a fax that was in the outbox at the beginning may have been sent meanwhile. */
export const keptId = reading('ID of a fax after the outbox', async (service) => {
	const waiting = await entriesOf(service, 'outbox');
	const isSoon = waiting.some(({ status }) => status !== 'scheduled_for_sending');
	const sent = isSoon ? await entriesOf(service, 'sent', { limit: 25 }) : [];
	return sent.some((fax) => waiting.some((record) => isOf(fax, record)))
		? told('It is that of the outbox.', { faxIdKept: true })
		: untold('No fax has left the outbox meanwhile with the same ID.', 'Run this while a fax is being sent.');
});

function numbersOf(record: OutboxFax): string {
	return recipientsOf(record).sort().join();
}

/** Whether a sent fax is that of the outbox: an ID may be a number, and that of another fax too. */
function isOf(fax: Fax, record: OutboxFax): boolean {
	const [sent = Number.NaN, waiting = Number.NaN] = [fax, record].map(({ submit_time: time }) =>
		Number(fromServiceForm(time)),
	);
	return (
		areSame([fax], [record]) &&
		recipientsOf(record).some((number) => sameNumber(number, normalized(fax).to)) &&
		Math.abs(sent - waiting) <= 1000
	);
}
