import { audited } from '../../../shared/audit';
import { field } from '../../../shared/editor/field';
import { hostOf, isHttpUrl } from '../../../shared/endpoints/webhookUrls';
import { labelTextOf } from '../../../shared/values/text';
import { InputError } from '../../../shared/values/inputError';
import { CREATE, toItems, type WriteOperation } from '../../operation/operation';
import { eventField, hookPath, legacyHookEdit, legacyNotice } from './fields';

const targetField = field('string', 'Target URL', 'target', {
	required: true,
	placeholder: 'e.g. https://example.com/faxes',
	description: 'The address that receives the events',
});

const numbersField = field('string', 'Numbers', 'numbers', {
	placeholder: 'e.g. +15550100000',
	description: 'Your numbers to send events for, separated by commas. Leave it empty for all numbers.',
});

/** POST /hooks (docs/contributing/api.md, "Operations") */
export const create: WriteOperation = {
	...CREATE,
	action: 'Create legacy hook',
	description: 'Subscribe an address to one event, the old way and without signatures',
	...legacyHookEdit,
	effect: 'the hook was created',
	output: { target: 'string', event: 'string', numbers: 'string[]', id: 'string' },
	fields: [legacyNotice, targetField, eventField, numbersField],
	async execute(call) {
		const target = call.requiredText(targetField);
		// Fax.Plus accepts HTTP and HTTPS here. Only the current webhooks require HTTPS.
		if (!isHttpUrl(target))
			throw new InputError(
				`"${targetField.displayName}" is "${target}", which isn't an address that begins with https:// or http://. Correct it.`,
			);
		const hook = { target, event: call.choice(eventField) };
		const numbers = call.phoneNumbers(numbersField);
		const body = numbers.length > 0 ? { ...hook, numbers } : hook;
		const created = await audited(
			call.context,
			'legacyHook.created',
			async () => await call.writeForResult<{ id?: unknown }>({ method: 'POST', path: hookPath, body }),
			(hook) => ({ hookId: labelTextOf(hook?.id), host: hostOf(target) }),
		);
		return toItems([{ ...body, ...created }]);
	},
};
