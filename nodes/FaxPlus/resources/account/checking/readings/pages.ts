import { FAX_DATES } from '../../../../../shared/service/faxCursor';
import { ServiceFault } from '../../../../../shared/service/faults';
import type { Reader } from '../../../../../shared/service/requests';
import { rethrow } from '../../../../../shared/service/rethrow';
import { inServiceForm } from '../../../../../shared/values/times';
import { getAll as getFaxes } from '../../../fax/getAll';
import { failureOf } from '../anonymous';
import { told, untold, type Finding, type Subject } from '../finding';
import { dateOf, entriesOf, faxesOf, type Category } from '../lists';

/** Nobody has so many faxes that a list which heeds it still has one there. */
export const BEYOND = 1_000_000;

/** More than any source names. */
const LONG = 1000;

const MORE_FAXES = 'Run this again when more faxes have come or gone.';

/** docs/api.md, "Pages" */
export const faxOffset: Subject = {
	check: 'Service: offset in the list of faxes',
	guidance: getFaxes,
	async look({ service }) {
		const category = await longerCategory(service);
		if (category === undefined) return untold('There is no fax.', MORE_FAXES);
		return await unlessUnderstood('offset', async () => {
			const beyond = await faxesOf(service, category, { limit: 1, offset: BEYOND });
			return offsetFinding('offsetHonoured', beyond.length === 0);
		});
	},
};

/** docs/api.md, "Fax records" */
export const faxPage: Subject = {
	check: 'Service: most faxes at once',
	guidance: getFaxes,
	async look({ service }) {
		const category = await longerCategory(service);
		if (category === undefined) return untold('There is no fax.', MORE_FAXES);
		return await unlessUnderstood(`A limit of ${LONG}`, async () => {
			const page = await faxesOf(service, category, { limit: LONG });
			if (page.length >= LONG) return told(`${LONG} at least.`);
			if (page.length < (await entriesOf(service, category)).length)
				return told(`A limit of ${LONG} gives fewer than one of 50.`);
			const known = new Set(page.map(({ id }) => id));
			const dates = page.flatMap((fax) => FAX_DATES.map((name) => dateOf(fax, name)));
			const oldest = Math.min(...dates.filter(Number.isFinite));
			const before = Number.isFinite(oldest) ? { before: inServiceForm(new Date(oldest)) } : {};
			const earlier = await faxesOf(service, category, before);
			return earlier.some(({ id }) => !known.has(id))
				? told(`${page.length}.`, { largestLimit: page.length })
				: untold('All of this account come at once.', MORE_FAXES);
		});
	},
};

export function offsetFinding(setting: string, isHeeded: boolean): Finding {
	return told(isHeeded ? 'It is heeded.' : 'It is ignored.', { [setting]: isHeeded });
}

/** That the service refuses a parameter tells something too. */
export async function unlessUnderstood(what: string, look: () => Promise<Finding>): Promise<Finding> {
	try {
		return await look();
	} catch (error) {
		if (!(error instanceof ServiceFault) || error.status !== 400) return rethrow(error);
		return told(`${what} is refused: ${failureOf(error)}.`);
	}
}

/** Where more faxes are; undefined where there are none at all. */
async function longerCategory(reader: Reader): Promise<Category | undefined> {
	const inbox = await entriesOf(reader, 'inbox');
	const sent = await entriesOf(reader, 'sent');
	if (inbox.length + sent.length === 0) return undefined;
	return inbox.length >= sent.length ? 'inbox' : 'sent';
}
