import type { IExecuteFunctions } from 'n8n-workflow';

import { ItemFields } from '../../nodes/FaxPlus/fields/itemFields';
import { guarded } from '../../nodes/FaxPlus/resources/fax/sending/guard/guards';
import type { Source } from '../../nodes/FaxPlus/resources/fax/sending/read/source';
import { InputError } from '../../nodes/shared/values/inputError';
import { NODE } from './support/context';

const CHOSEN_BY_MODEL = "={{ $fromAI('value') }}";

/** Checks a fax of an agent's tool. By default, its fields are fixed, and all numbers are allowed. */
function refusalOf(
	fields: Record<string, unknown>,
	{ guards = {}, document = {} }: { guards?: object; document?: Partial<Source> } = {},
): InputError | undefined {
	const saved: Record<string, unknown> = { guards: { allowedDestinations: 'any', ...guards }, ...fields };
	const context = {
		getNode: () => ({ ...NODE, type: 'n8n-nodes-faxplus.faxPlusTool' }),
		getNodeParameter: (name: string, _item: number, none: unknown) => saved[name] ?? none,
	} as unknown as IExecuteFunctions;
	const files = async () => await Promise.resolve([]);
	const source = { identity: () => '', isAtHand: true, files, ...document };
	const draft = { from: () => '+15550100000', to: () => ['+15550100200'], source: () => source };
	try {
		guarded(new ItemFields(context, 0), draft);
		return undefined;
	} catch (error) {
		if (error instanceof InputError) return error;
		throw error;
	}
}

test.each([
	['From', { from: CHOSEN_BY_MODEL }, {}, 'Allowed From'],
	['From', { from: { __rl: true, mode: 'number', value: CHOSEN_BY_MODEL } }, {}, 'Allowed From'],
	['Fax', { faxId: CHOSEN_BY_MODEL }, { faxId: 'fax 1' }, 'Allowed Existing Faxes'],
])(
	'A model that may choose "%s" needs a guard, which the refusal and the audit trail name: %j',
	(field, fields, document, guard) => {
		const refusal = refusalOf(fields, { document });
		expect(refusal?.message).toMatch(
			new RegExp(`^"${field}" has an expression, .* no guard "${guard}"\\. A person must add the guard`),
		);
		expect(refusal?.guard).toBe(guard);
	},
);

test("A document's address is checked with the numbers, so no item is sent before one with a bad address", () => {
	const document = { url: new URL('https://evil.example/a.pdf') };
	expect(refusalOf({}, { document })).toMatchObject({
		message: expect.stringContaining('but the tool may not read any address') as unknown,
		guard: 'Allowed Document Addresses',
	});
	const guards = { allowedDocumentAddresses: 'files.example.com' };
	expect(refusalOf({}, { guards, document })?.message).toMatch(/isn't in "Allowed Document Addresses"/);
	const allowed = { url: new URL('https://files.example.com/a.pdf') };
	expect(refusalOf({}, { guards, document: allowed })).toBeUndefined();
});
