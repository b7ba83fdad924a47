import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listIn } from '../../shared/service/answers';
import type { OwnNumber } from '../../shared/service/types';
import { userIdField } from '../fields/common';
import { described, matching } from './entries';
import { load, userIdOf } from './load';

/** Offers the account's own numbers; `filter` matches part of a number. */
export async function searchOwnNumbers(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const path = `/accounts/${userIdOf(this)}/numbers`;
	const guidance = { scopes: ['fax:all:read', 'fax:numbers:read'], userField: userIdField };
	const numbers = await load(this, guidance, async (api) =>
		listIn<OwnNumber>(await api.read({ path }), 'numbers', 'records', 'data'),
	);
	const entries = numbers.map(({ number, status }) => ({
		name: described([number, status === 'active' ? undefined : status?.replaceAll('_', ' ')]),
		value: number,
	}));
	return { results: matching(entries, filter) };
}
