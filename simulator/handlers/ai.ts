import { notFound } from '../apiError';
import type { Handler } from '../handler';
import { ok } from '../handler';
import type { CustomField } from '../state';
import { newId } from '../state';

type CustomFieldDefinition = Pick<CustomField, 'name' | 'instructions'> & Partial<CustomField>;

export const getAiCredits: Handler = ({ caller }) => ok(caller.account.credits);

export const listCustomFields: Handler = ({ caller }) =>
	ok({ records: [...caller.account.customFields.values()] });

export const createCustomField: Handler = ({ caller, body }) => {
	const { name, instructions, enabled = true } = body as CustomFieldDefinition;
	const field: CustomField = { id: newId('cf_'), name, instructions, enabled };
	caller.account.customFields.set(field.id, field);
	return ok(field);
};

export const updateCustomField: Handler = ({ caller, params, body }) => {
	const field = caller.account.customFields.get(params['field_id'] ?? '');
	if (!field) throw notFound();
	return ok(Object.assign(field, body));
};
