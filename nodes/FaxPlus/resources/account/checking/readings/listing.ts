import type { Fax } from '../../../../../shared/records';
import { getAll as getFaxes } from '../../../fax/getAll';
import { told, untold, type Subject } from '../finding';
import { dateOf, entriesOf, listedFaxes } from '../lists';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** docs/api.md, "Polling" */
export const inProgress: Subject = {
	check: 'Service: faxes in the list that are still arriving',
	guidance: getFaxes,
	async look({ service }) {
		const now = Date.now() + (service.clockAhead ?? 0);
		// A word may mean something else; a fax takes minutes.
		const isArriving = (fax: Fax): boolean =>
			/^(in_progress|receiving)$/.test(fax.status) && now - dateOf(fax, 'start_time') < HOUR;
		return (await entriesOf(service, 'inbox')).some(isArriving)
			? told('They are listed.', { listsFaxesInProgress: true })
			: untold('None is listed now.', 'Run this while a fax of several pages is arriving.');
	},
};

/** docs/api.md, "Polling" */
export const lag: Subject = {
	check: 'Service: how soon a fax is listed',
	guidance: getFaxes,
	async look({ service }) {
		const beginnings = (await listedFaxes(service)).map(({ fax }) => dateOf(fax, 'start_time'));
		const newest = Math.max(...beginnings.filter(Number.isFinite));
		const age = Date.now() + (service.clockAhead ?? 0) - newest;
		return age >= 0 && age <= HOUR
			? told(`The newest was listed within ${Math.ceil(age / MINUTE) + 1} minutes after it had begun.`)
			: untold('No fax has begun within the last hour.', 'Receive or send a fax, then run this again.');
	},
};
