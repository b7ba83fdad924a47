import { field } from '../../../shared/editor/field';
import { toText } from '../../../shared/values/fieldValues';
import { emptyField, InputError } from '../../../shared/values/inputError';
import { faxIdField, userIdField, inField } from '../../fields/common';
import type { WriteCall } from '../../operation/itemCall';
import { toItems, type WriteOperation } from '../../operation/operation';

const specifyField = field('options', 'Specify Corrections', 'specifyCorrections', {
	options: [
		{ name: 'Using Fields Below', value: 'fields', description: 'Enter names and values one by one' },
		{
			name: 'Using JSON',
			value: 'json',
			description: 'Enter one JSON object, or an expression that returns one',
		},
	],
	default: 'fields',
	description: 'How to enter the corrections',
});

const correctionsField = field('fixedCollection', 'Corrections', 'corrections', {
	typeOptions: { multipleValues: true },
	displayOptions: inField(specifyField, 'fields'),
	placeholder: 'Add Correction',
	description: "The correct values. Fields that you don't add stay as they are.",
	options: [
		{
			displayName: 'Correction',
			name: 'field',
			values: [
				field('string', 'Name', 'name', {
					placeholder: 'e.g. reference_number',
					description: 'The name of the extracted field',
				}),
				field('string', 'Value', 'value', {
					placeholder: 'e.g. R-2045',
					description: 'The correct value. Leave it empty if the fax has none.',
				}),
			],
		},
	],
});

const jsonField = field('json', 'Corrections (JSON)', 'correctionsJson', {
	displayOptions: inField(specifyField, 'json'),
	default: '{}',
	placeholder: 'e.g. { "reference_number": "R-2045" }',
	description: 'An object with names and correct values of extracted fields',
});

/** PATCH /accounts/{user_id}/faxes/{fax_id}/ai/field-extraction (docs/contributing/api.md, "Fax AI") */
export const correct: WriteOperation = {
	value: 'correct',
	name: 'Correct',
	action: 'Correct field extraction',
	description: 'Correct the fields that Fax AI extracted from a fax',
	kind: 'write',
	scopes: ['fax:all:edit', 'fax:ai:edit'],
	effect: 'the extraction was corrected',
	howToCheck: 'Read the extraction with "Get". You can safely run the same correction again.',
	itemField: faxIdField,
	sendsValues: true,
	userField: userIdField,
	output: { id: 'string', status: 'string', data: 'texts by name?' },
	fields: [faxIdField, specifyField, correctionsField, jsonField],
	async execute(call) {
		const id = call.id(faxIdField);
		const path = `/accounts/${call.userId()}/faxes/${call.pathId(faxIdField)}/ai/field-extraction`;
		const body = { data: correctionsOf(call) };
		return toItems([{ id, ...(await call.writeForResult({ method: 'PATCH', path, body })) }]);
	},
};

/** Returns the corrections by the names of their fields. Empty text means that the fax has no such value. */
function correctionsOf(call: WriteCall): Record<string, string> {
	const entries =
		call.choice(specifyField) === 'json' ? Object.entries(call.object(jsonField)) : entriesOf(call);
	if (entries.length === 0)
		throw new InputError('There is nothing to correct. Add a field and its value under "Corrections".');
	return Object.fromEntries(entries.map(([name, value]) => correctionOf(toText(name, 'Name'), value)));
}

function entriesOf(call: WriteCall): Array<[unknown, unknown]> {
	const { field: added = [] } = call.object(correctionsField);
	return (added as Array<{ name?: unknown; value?: unknown }>).map(({ name, value }) => [name, value]);
}

function correctionOf(name: string, value: unknown): [string, string] {
	if (name === '')
		throw emptyField('Name', 'Enter the name of the extracted field, or remove the correction.');
	if (value !== undefined && value !== null) return [name, toText(value, name)];
	throw new InputError(`"${name}" under "Corrections" has no value. Enter one, or check its expression.`);
}
