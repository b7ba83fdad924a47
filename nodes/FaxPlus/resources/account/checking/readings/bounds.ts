import { getAll as getFaxes } from '../../../fax/getAll';
import { told, untold, type Subject } from '../finding';
import { areSame, dateOf } from '../lists';
import { faxesWithin, isListed, listDateOf, SECOND } from './listDate';

/** docs/api.md, "Fax records" and "Polling" */
export const bounds: Subject = {
	check: 'Service: whether after and before include their own second',
	guidance: getFaxes,
	async look({ service }) {
		const { limited } = await listDateOf(service);
		if (!limited)
			return untold('It is not known by which date.', 'Receive or send a fax, then run this again.');
		const { category, fax, date } = limited;
		const at = dateOf(fax, date);
		const after = await isListed(service, limited, at, at + 2 * SECOND);
		const before = await isListed(service, limited, at - 2 * SECOND, at);
		// Another fax may hide it where few are told at once; and any may come, change or go in between.
		const near = await faxesWithin(service, category, at - 4 * SECOND, at + 4 * SECOND);
		if (!areSame([fax], near) || near.some((found) => dateOf(found, date) !== at))
			return untold('No fax is alone in its second.', 'Receive or send a fax, then run this again.');
		return told(`after ${includes(after)}, before ${includes(before)}.`, {
			afterIsInclusive: after,
			beforeIsInclusive: before,
		});
	},
};

function includes(isInclusive: boolean): string {
	return isInclusive ? 'includes it' : 'does not';
}
