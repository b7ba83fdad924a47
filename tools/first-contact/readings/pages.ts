import { ServiceFault } from '../../../nodes/shared/http/faults';
import { onlyFor, rethrow } from '../../../nodes/shared/http/rethrow';
import type { Reader } from '../../../nodes/shared/http/requests';
import { failureOf, reading, told, unlessRefused, untold, type Finding } from '../finding';
import { answerOf, areSame, CONTACTS, entriesIn, entriesOf, type Identified } from '../lists';

/** Faxes that are asked for at once: more than any source names. */
const FAXES = 1000;

const MORE_FAXES = 'Run this again when more faxes have come or gone.';
const MORE_CONTACTS = 'Add contacts in Fax.Plus, then run this again.';

/** Nobody has so many entries that a list which heeds it still has one there. */
const BEYOND = 1_000_000;

/** Entries of which the order shows where a part of them begins. */
const ENOUGH = 4;

interface Place {
	limit: number;
	offset: number;
}

/** The beginning of a list, and a way to read other parts of it. */
export interface Part {
	page: readonly Identified[];
	read: (place: Place) => Promise<Identified[]>;
	/** What it has come to that more was asked for. */
	refused?: Finding;
}

/** docs/contributing/api.md, "Pages" */
export const faxOffset = reading('offset in the list of faxes', async (service) =>
	offsetFinding('offsetHonoured', await faxesOf(service), MORE_FAXES),
);

/** docs/contributing/api.md, "Fax records" */
export const faxPage = reading('most faxes at once', async (service) => {
	const part = await faxesOf(service);
	if (part.refused) return part.refused;
	if (part.page.length >= FAXES) return told(`${FAXES} at least.`);
	return mostFinding('largestLimit', part, MORE_FAXES);
});

/** docs/contributing/api.md, "Contacts", as all below */
export const contactTotal = reading('total_count of contacts', async (service) => {
	const whole = await answerOf(service, 'contacts');
	const part = await contactsOf(service);
	const { page } = part;
	const { length } = page;
	// One may be deleted in between, and another has to be left behind the first.
	if (length < 3) return untold('There are fewer than three contacts.', MORE_CONTACTS);
	// It may have another name, be nested, or be there only where there is more.
	if (!isCounted(whole)) {
		const first = await answerOf(service, 'contacts', { limit: 1 });
		const isNever = entriesIn(first).length === 1 && !isCounted(first) && (await isUnchanged(part));
		return isNever
			? told('It does not come.', { contactsTotalTold: false })
			: untold('Not in every answer.', MORE_CONTACTS);
	}
	const { total_count: total } = whole;
	if (typeof total !== 'number' || total <= length) return untold('Not as a number of all.', MORE_CONTACTS);
	// What it counts beyond the entries that come nobody sees.
	const { total_count: again } = await answerOf(service, 'contacts', secondPlace(page));
	const finding = again === total ? 'It comes, as far as can be seen.' : 'It may count another thing.';
	return untold(finding, MORE_CONTACTS);
});

export const contactOffset = reading('offset in the list of contacts', async (service) =>
	offsetFinding('contactsOffsetHonoured', await contactsOf(service), MORE_CONTACTS),
);

export const contactPage = reading('most contacts at once', async (service) => {
	const part = await contactsOf(service);
	const { length } = part.page;
	if (length >= CONTACTS) return told(`${length} at least.`);
	return mostFinding('largestContactPage', part, MORE_CONTACTS);
});

/** Whether an answer tells beside its list how many there are, by whatever name. */
function isCounted(answer: object): boolean {
	const around = JSON.stringify(answer, (_name, value: unknown) => (Array.isArray(value) ? [] : value));
	return /"[^"]*(total|count)[^"]*":/i.test(around);
}

async function contactsOf(reader: Reader): Promise<Part> {
	const read: Part['read'] = async (place) => entriesOf(reader, 'contacts', place);
	return { page: await entriesOf(reader, 'contacts'), read };
}

/** The beginning of the longer list of faxes, as much of it as comes at once, if no more was asked for than is permitted. */
async function faxesOf(reader: Reader): Promise<Part> {
	const [inbox, sent] = [await entriesOf(reader, 'inbox'), await entriesOf(reader, 'sent')];
	const category = inbox.length >= sent.length ? 'inbox' : 'sent';
	const read: Part['read'] = async (place) => entriesOf(reader, category, place);
	const page = await entriesOf(reader, category, { limit: FAXES }).catch(
		ifRefused(refusal(`A limit of ${FAXES}`)),
	);
	return Array.isArray(page) ? { page, read } : { page: { inbox, sent }[category], read, refused: page };
}

/** A page without its first entry and the last one: a list that counts pages, or heeds no limit, answers in another way. */
function secondPlace({ length }: readonly unknown[]): Place {
	return { limit: length - 2, offset: 1 };
}

/** Whether the beginning, asked for anew, has the entries that it had: after a deletion other places show others. */
async function isUnchanged({ page, read }: Part): Promise<boolean> {
	const { length } = page;
	const again = await read({ limit: length + 1, offset: 0 }).catch(
		ifRefused(async () => read({ limit: length - 1, offset: 0 })),
	);
	return areSame(again.slice(0, length - 1), page.slice(0, -1));
}

/**
 * Whether a list is certain to heed `offset` (docs/contributing/api.md, "Pages"): by what comes at its second place, at the end of the
 * page and far behind it, while its beginning stays the same. Of one that seems to ignore it nothing is certain: the list may
 * begin anew behind its end.
 */
async function isOffsetHeeded(part: Part): Promise<boolean> {
	const { page, read } = part;
	const { length } = page;
	if (length < ENOUGH) return false;
	if (!areSame(await read(secondPlace(page)), page.slice(1, -1))) return false;
	// Hidden entries may let pages that are counted look so at one place, but not at two.
	if (!areSame(await read({ limit: 2, offset: length - 2 }), page.slice(-2))) return false;
	const far = await read({ limit: 2, offset: BEYOND }).catch(ifRefused(() => []));
	const isFirst = ({ id }: Identified): boolean => page.slice(0, 2).some((entry) => entry.id === id);
	return !far.some(isFirst) && (await isUnchanged(part));
}

/** @param more what makes the list longer */
export async function offsetFinding(setting: string, part: Part, more: string): Promise<Finding> {
	const { page, read } = part;
	if (page.length < ENOUGH) return untold('There are fewer than four.', more);
	const isHeeded = await isOffsetHeeded(part).catch(ifRefused(refusal('An offset')));
	if (typeof isHeeded !== 'boolean') return isHeeded;
	if (isHeeded) return told('It is heeded.', { [setting]: true });
	const isIgnored = areSame(await read(secondPlace(page)), page.slice(0, -2));
	return isIgnored ? untold('It is ignored, as far as can be seen.', more) : notCertain(more);
}

/** How many entries a list gives at once: as many as came, if as many follow on the last one, by an offset that is heeded. */
async function mostFinding(setting: string, part: Part, more: string): Promise<Finding> {
	const { page, read } = part;
	const { length } = page;
	if (!(await unlessRefused(isOffsetHeeded(part)))) return notCertain(more);
	const next = await read({ limit: length, offset: length - 1 });
	const isCertain =
		next.length === length &&
		areSame([...page, ...next.slice(1)], [...page.slice(0, -1), ...next]) &&
		areSame(page, await read({ limit: length + 1, offset: 0 }));
	return isCertain ? told(`${length}.`, { [setting]: length }) : notCertain(more);
}

/** Handles the refusal of what was asked for, in a `catch`. */
function ifRefused<T>(handle: (fault: ServiceFault) => T): (error: unknown) => T {
	return onlyFor(ServiceFault, (fault) => (fault.status === 400 ? handle(fault) : rethrow(fault)));
}

/** A refusal tells something, too. */
function refusal(what: string): (fault: ServiceFault) => Finding {
	return (fault) => told(`${what} is refused: ${failureOf(fault)}.`);
}

function notCertain(more: string): Finding {
	return untold('It cannot be told for certain.', more);
}
