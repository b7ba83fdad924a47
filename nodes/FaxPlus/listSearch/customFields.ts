import { listAt } from '../../shared/http/answers';
import type { CustomField } from '../../shared/records';
import { customFieldPath } from '../resources/customField/fields';
import { getAll } from '../resources/customField/getAll';
import { searchOf } from './load';

/** Offers the account's custom fields by name. */
export const searchCustomFields = searchOf(getAll, async (api) => {
	const fields = await listAt<CustomField>(api, customFieldPath, 'records');
	return fields.map(({ id, name }) => ({ name: name || id, value: id }));
});
