import type { Reads } from '../../shared/http/requests';
import type { Member } from '../../shared/records';
import { labelTextOf } from '../../shared/values/text';
import { getAll, readMembers } from '../resources/member/getAll';
import { described, sorted, stateOf, optionsOf, searchOf, type Entry } from './load';

async function readEntries(api: Reads): Promise<Entry[]> {
	const members = await readMembers(api);
	return sorted(members.map((member) => ({ name: labelOf(member), value: member.uid })));
}

/** Offers the members of the account by name. */
export const searchMembers = searchOf(getAll, readEntries);

export const getMembers = optionsOf(getAll, readEntries);

/** Such as "Jane Roe (jane@example.com)"; who was invited and has not signed up may have no name yet. */
function labelOf({ uid, email, name, lastname, status }: Member): string {
	const fullName = [name, lastname].map(labelTextOf).filter(Boolean).join(' ');
	const address = labelTextOf(email) || labelTextOf(uid);
	return described([fullName === '' ? address : `${fullName} (${address})`, stateOf(status)]);
}
