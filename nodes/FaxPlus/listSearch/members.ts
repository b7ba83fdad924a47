import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import type { Member } from '../../shared/service/types';
import { labelTextOf } from '../../shared/values/text';
import { getAll } from '../resources/member/getAll';
import { readMembers } from '../resources/member/members';
import { described, matching, stateOf } from './entries';
import { load } from './load';

/** Offers the members of the account by name; `filter` matches part of the label or of the user ID. */
export async function searchMembers(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return { results: matching(await entriesFor(this), filter) };
}

/** The same entries, for fields that take several members. */
export async function getMembers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return matching(await entriesFor(this));
}

async function entriesFor(context: ILoadOptionsFunctions): Promise<Array<{ name: string; value: string }>> {
	const members = await load(context, getAll, readMembers);
	return members
		.map((member) => ({ name: labelOf(member), value: member.uid }))
		.sort((a, b) => a.name.localeCompare(b.name));
}

/** Such as "Jane Roe (jane@example.com)"; who was invited and has not signed up may have no name yet. */
function labelOf({ uid, email, name, lastname, status }: Member): string {
	const fullName = [name, lastname].map(labelTextOf).filter(Boolean).join(' ');
	const address = labelTextOf(email) || labelTextOf(uid);
	return described([fullName === '' ? address : `${fullName} (${address})`, stateOf(status)]);
}
