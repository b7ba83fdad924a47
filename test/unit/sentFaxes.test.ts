import type { IExecuteFunctions } from 'n8n-workflow';

import type { ItemFields } from '../../nodes/FaxPlus/fields/itemFields';
import { sentFaxes, submissionIn } from '../../nodes/FaxPlus/resources/fax/sending/submit/sentFaxes';

const [FROM, ONE, OTHER] = ['+15550100000', '+15550100200', '+41225550122'];

/** Returns the faxes of a send to two numbers, if Fax.Plus shows these records. */
function faxesIn(records: Parameters<typeof submissionIn>[0]) {
	const job = { from: FROM, to: [ONE, OTHER] };
	const context = {} as IExecuteFunctions;
	return sentFaxes({ context } as ItemFields, job, submissionIn(records, job));
}

test('each recipient has a fax, whatever the format of the number in its record', () => {
	const records = [
		{ id: 'fax 2', to: '+41 22 555 01 22' },
		{ id: 'fax 1', to: '15550100200', status: 'submitted' },
	];
	expect(faxesIn(records)).toEqual([
		{ id: 'fax 1', to: ONE, from: FROM, status: 'submitted' },
		{ id: 'fax 2', to: OTHER, from: FROM, status: 'submitted' },
	]);
});

test("a recipient without a record isn't shown as sent, because nothing shows that Fax.Plus accepted it", () => {
	expect(faxesIn([{ id: 'fax 1', to: ONE }])).toEqual([
		{ id: 'fax 1', to: ONE, from: FROM, status: 'submitted' },
		{
			...{ id: null, to: OTHER, from: FROM, status: 'not_confirmed' },
			statusMeaning: expect.stringMatching(/^It's unknown whether Fax\.Plus accepted the fax\./) as unknown,
		},
	]);
});
