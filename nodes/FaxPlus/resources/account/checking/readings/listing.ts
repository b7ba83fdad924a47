import { isUnderWay } from '../../../../../shared/service/faxStatus';
import { getAll as getFaxes } from '../../../fax/getAll';
import { told, untold, type Subject } from '../finding';
import { dateOf, entriesOf } from '../lists';
import { listedFaxes } from './listDate';

const MINUTE = 60_000;

/** docs/api.md, "Polling" */
export const inProgress: Subject = {
	check: 'Service: faxes in the list that are still arriving',
	guidance: getFaxes,
	async look({ service }) {
		const isListed = (await entriesOf(service, 'inbox')).some(({ status }) => isUnderWay(status));
		return isListed
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
		const minutes = Math.max(1, Math.ceil(age / MINUTE));
		return Number.isFinite(age) && minutes <= 60
			? told(`The newest was listed within ${minutes} minutes after it had begun.`)
			: untold('No fax has begun within the last hour.', 'Receive or send a fax, then run this again.');
	},
};
