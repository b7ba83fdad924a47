import type { IDataObject } from 'n8n-workflow';

import type { ReadCall } from '../../nodes/FaxPlus/operation/itemCall';
import type { Api } from '../../nodes/shared/http/api';
import { getAll } from '../../nodes/FaxPlus/resources/outboxFax/getAll';

const [OWN, OTHER] = ['+15550100000', '+41225550100'];

const records = [
	{ id: 'fax 1', src: OWN, to: ['+15550100200'], status: 'sending' },
	{ id: 'fax 2', src: OTHER, to: ['+15550100200', '+15550100201'], status: 'scheduled_for_sending' },
	{ id: 'fax 3', src: OWN, to: ['+15550100201'], status: 'submitted' },
];

/** Returns the IDs that "Outbox Fax: Get Many" returns with these filters. */
async function idsWith(filters: IDataObject): Promise<unknown[]> {
	const call = {
		userId: () => 'self',
		filters: () => filters,
		limited: async (list: () => Promise<unknown[]>) => await list(),
		read: async () => await Promise.resolve({ records }),
	} as unknown as ReadCall;
	return (await getAll.execute(call, {} as Api, [])).map(({ json }) => json['id']);
}

test.each<[IDataObject, string[]]>([
	[{}, ['fax 1', 'fax 2', 'fax 3']],
	[{ from: [OWN] }, ['fax 1', 'fax 3']],
	[{ to: ['+15550100201'] }, ['fax 2', 'fax 3']],
	[{ status: ['sending', 'submitted'] }, ['fax 1', 'fax 3']],
	[{ from: [OWN], to: ['+15550100201'], status: ['submitted'] }, ['fax 3']],
	[{ from: [OTHER], status: ['sending'] }, []],
])('Faxes in the outbox with %j are %j', async (filters, ids) => {
	expect(await idsWith(filters)).toEqual(ids);
});
