import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listIn } from '../../shared/service/answers';
import type { CustomField } from '../../shared/service/types';
import { customFieldPath } from '../resources/customField/fields';
import { getAll } from '../resources/customField/getAll';
import { matching } from './entries';
import { load } from './load';

/** Offers the account's custom fields by name; `filter` matches part of the name or of the ID. */
export async function searchCustomFields(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const fields = await load(this, getAll, async (api) =>
		listIn<CustomField>(await api.read({ path: customFieldPath }), 'records'),
	);
	const entries = fields.map(({ id, name }) => ({ name: name || id, value: id }));
	return { results: matching(entries, filter) };
}
