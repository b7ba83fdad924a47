import type { Resource } from '../../operation';
import { deleteOperation } from './delete';
import { download } from './download';
import { get } from './get';
import { getAll } from './getAll';
import { getReport } from './getReport';
import { getThumbnail } from './getThumbnail';
import { update } from './update';

export const fax: Resource = {
	value: 'fax',
	name: 'Fax',
	description: 'Faxes that have come or gone',
	operations: [download, get, getAll, getReport, getThumbnail, update, deleteOperation],
};
