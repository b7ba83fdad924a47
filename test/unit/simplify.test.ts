import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { ItemFields } from '../../nodes/FaxPlus/fields/itemFields';
import {
	simplifyContact,
	simplifyFor,
	simplified,
	simplifyFax,
	simplifyOutboxFax,
	type Simplify,
} from '../../nodes/FaxPlus/fields/simplify';

const fax = { id: 'fax_1', from: '+15550100999', owner_id: 'user_1', status: 'success', pages: 2 };

/** Returns the output for a fax with these field values. n8n only returns values of visible fields. */
function outputWith(parameters: IDataObject): IDataObject {
	const context = {
		getNodeParameter: (name: string, _item: number, fallback?: unknown) => parameters[name] ?? fallback,
	} as unknown as IExecuteFunctions;
	const simplify = simplifyFor(new ItemFields(context, 0), {
		names: ['id', 'status', 'pages'],
		of: ({ id, status, pages }) => ({ id, status, pages }),
	});
	return simplified([{ json: fax }], simplify)[0]?.json ?? {};
}

test.each<[string, IDataObject, IDataObject]>([
	['is simplified', { simplify: true }, { id: 'fax_1', status: 'success', pages: 2 }],
	['stays as Fax.Plus returns it when Simplify is off', { simplify: false }, fax],
	['is simplified for a model', { output: 'simplified' }, { id: 'fax_1', status: 'success', pages: 2 }],
	['is raw for a model that gets everything', { output: 'raw' }, fax],
	[
		'has the ID, which a model needs next, and the fields that a person selected',
		{ output: 'selected', outputFields: ['pages', 'status'] },
		{ id: 'fax_1', pages: 2, status: 'success' },
	],
])('a record %s', (_what, parameters, output) => {
	expect(JSON.stringify(outputWith(parameters))).toBe(JSON.stringify(output));
});

test.each<[string, IDataObject]>([
	['Simplify', { simplify: 'perhaps' }],
	['Output', { output: 'everything' }],
	['Fields', { output: 'selected', outputFields: [] }],
	['Fields', { output: 'selected', outputFields: ['colour'] }],
])('an invalid value of %s is refused by its name', (name, parameters) => {
	expect(() => outputWith(parameters)).toThrow(name);
});

test('each item has its own format', () => {
	const outputs = ['raw', 'simplified'];
	const context = {
		getNodeParameter: (name: string, item: number) => (name === 'output' ? outputs[item] : undefined),
	} as unknown as IExecuteFunctions;
	const simplify: Simplify = { names: ['id'], of: ({ id }: IDataObject) => ({ id }) };
	const records = outputs.map((_output, item) => simplifyFor(new ItemFields(context, item), simplify)(fax));
	expect(records).toEqual([fax, { id: 'fax_1' }]);
});

test('selected fields of a fax come with its contact, because a person has asked for that with an option', () => {
	const parameters: IDataObject = { output: 'selected', outputFields: ['status'] };
	const context = { getNodeParameter: (name: string) => parameters[name] } as unknown as IExecuteFunctions;
	const contact = { name: 'Ann' };
	expect(simplifyFor(new ItemFields(context, 0), simplifyFax)({ ...fax, contact })).toEqual({
		...{ id: 'fax_1', status: 'success', contact },
	});
});

test('a simplified fax shows its times with their zone, the meaning of its status, and what people wrote', () => {
	const values = { status: 'failed', comment: '2026-01-01 10:00:00', start_time: '2026-11-20 09:12:21' };
	expect(simplifyFax.of({ ...fax, ...values, direction: 'incoming' })).toEqual({
		...{ id: 'fax_1', from: '+15550100999', status: 'failed', pages: 2 },
		...{ comment: '2026-01-01 10:00:00', start_time: '2026-11-20T09:12:21.000Z' },
		statusMeaning: "The fax wasn't received. Ask the sender to send it again.",
	});
	expect(simplifyOutboxFax.of({ send_time: '2026-12-01 08:30:00 +0000', submit_time: null })).toEqual({
		send_time: '2026-12-01T08:30:00.000Z',
		submit_time: null,
	});
	expect(simplifyContact.of({ id: 'c', creation_date: '2026-01-01 10:00:00' })).toEqual({
		id: 'c',
		creation_date: '2026-01-01T10:00:00.000Z',
	});
});

test('a simplified fax shows its cost and duration if the record does', () => {
	expect(simplifyFax.of({ ...fax, cost: 2, duration: 75 })).toMatchObject({ cost: 2, duration: 75 });
	expect(Object.keys(simplifyFax.of(fax))).toEqual(expect.not.arrayContaining(['cost', 'duration']));
});

test('records without a simplified form stay as they are', () => {
	const fields = new ItemFields({} as IExecuteFunctions, 0);
	expect(simplified([{ json: fax }], simplifyFor(fields, undefined))[0]?.json).toEqual(fax);
});
