import { field } from '../../../../shared/editor/field';
import { toObject } from '../../../../shared/values/fieldValues';
import { InputError } from '../../../../shared/values/inputError';
import type { ItemFields } from '../../../fields/itemFields';
import type { SendEvidence } from './evidence';

/** Where it is not added the field `evidence` of the input item counts: n8n evaluates no default of an entry that is not there. */
export const sendEvidenceOption = field('string', 'Evidence of the Send', 'sendEvidence', {
	default: '={{ $json.evidence }}',
	description:
		'For Evidence: what "Send" has put out as such, an object or JSON, by which the documents are known; the field "evidence" of the input item where this is not added. May be empty.',
});

const COUNT = /^\d+$/;

/**
 * Reads the evidence that "Send" has put out. Without any nothing is known.
 *
 * @throws InputError for what it has not put out, and for the evidence of another fax
 */
export function sendEvidenceIn(fields: ItemFields, faxId: string): SendEvidence {
	const { displayName } = sendEvidenceOption;
	const { context, itemIndex, options } = fields;
	const isAdded = fields.hasOption(sendEvidenceOption);
	const ofItem = context.getInputData()[itemIndex]?.json['evidence'];
	const value = (isAdded ? options.value(sendEvidenceOption) : ofItem) ?? '';
	const given = value === '' ? {} : toObject(sendEvidenceOption, value);
	const id = textOf(given['faxId']) || faxId;
	if (id !== faxId)
		throw new InputError(
			`${displayName} is that of fax "${id}", and the field Fax holds "${faxId}". Give the evidence of the same fax, or leave the field empty.`,
		);
	const textIn = (name: keyof SendEvidence, form: RegExp): string | null => {
		const text = textOf(given[name]);
		if (text === '') return null;
		if (form.test(text)) return text;
		throw new InputError(
			`${displayName}: ${name} "${text}" is not what "Send" puts out. Pass the evidence on as it came, or leave the field empty.`,
		);
	};
	const numberIn = (name: keyof SendEvidence): number | null => {
		const text = textIn(name, COUNT);
		return text === null ? null : Number(text);
	};
	return {
		documents: numberIn('documents'),
		sha256: textIn('sha256', /^[0-9a-f]{64}(, [0-9a-f]{64})*$/),
		bytes: textIn('bytes', /^\d+(, \d+)*$/),
		pages: numberIn('pages'),
		submittedAt: textIn('submittedAt', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
	};
}

/** A table may have made a number of digits, a date of a time, and empty text of nothing. */
function textOf(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value ?? '').replaceAll('"', '');
}
