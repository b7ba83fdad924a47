import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { getAll } from '../resources/number/getAll';
import { readNumbers } from '../resources/number/numbers';
import { described, matching, stateOf } from './entries';
import { load, userIdOf } from './load';

/** Offers the account's own numbers; `filter` matches part of a number. */
export async function searchOwnNumbers(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const userId = userIdOf(this);
	const numbers = await load(this, getAll, async (api) => await readNumbers(api, userId));
	const entries = numbers.map(({ number, status }) => ({
		name: described([number, stateOf(status)]),
		value: number,
	}));
	return { results: matching(entries, filter) };
}
