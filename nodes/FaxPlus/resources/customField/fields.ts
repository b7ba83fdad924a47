import type { Output } from '../../fields/output';
import { field } from '../../../shared/editor/field';

/** Operations that change custom fields need one of these scopes, and an administrator. */
export const customFieldEdit = {
	scopes: ['fax:all:edit', 'fax:ai_settings:edit'],
	adminOnly: true,
	howToCheck: 'Check the custom fields with "Get Many" before you run the node again.',
} as const;

export const customFieldPath = '/accounts/self/ai/custom-fields';

/** The fields for the values of a custom field. */
export const nameField = field('string', 'Name', 'name', {
	placeholder: 'e.g. invoice_number',
	description: 'The name of the field. Extraction results use it too.',
});

export const instructionsField = field('string', 'Instructions', 'instructions', {
	typeOptions: { rows: 3 },
	placeholder: 'e.g. The number of the invoice, printed at the top right',
	description: 'What Fax AI should look for, in plain words',
});

export const enabledField = field('boolean', 'Enabled', 'enabled', {
	default: true,
	description: 'Whether Fax AI extracts this field',
});

export const customFieldOutput: Output = {
	...{ id: 'string', name: 'string', instructions: 'string', enabled: 'boolean' },
};
