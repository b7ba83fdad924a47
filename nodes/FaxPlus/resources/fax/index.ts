import type { Resource } from '../../operation';
import { deleteOperation } from './delete';
import { download } from './download';
import { get } from './get';
import { getAll } from './getAll';
import { getReport } from './getReport';
import { getThumbnail } from './getThumbnail';
import { send } from './send';
import { update } from './update';
import { waitForResult } from './waitForResult';

export const fax: Resource = {
	value: 'fax',
	name: 'Fax',
	description: 'Send faxes, and work with those that have come or gone',
	operations: [send, waitForResult, get, getAll, download, getReport, getThumbnail, update, deleteOperation],
};
