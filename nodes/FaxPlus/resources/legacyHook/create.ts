import { field } from '../../../shared/editor/field';
import { isHttpUrl } from '../../../shared/endpoints/webhookUrls';
import { InputError } from '../../../shared/values/inputError';
import { CREATE, toItems, type WriteOperation } from '../../operation/operation';
import { eventField, hookPath, legacyHookEdit, legacyNotice } from './fields';

const targetField = field('string', 'Target URL', 'target', {
	required: true,
	placeholder: 'e.g. https://example.com/faxes',
	description: 'Address that receives the deliveries',
});

const numbersField = field('string', 'Numbers', 'numbers', {
	placeholder: 'e.g. +15550100000',
	description:
		'Deliver only faxes of these numbers of yours, with the plus sign and the country code, separated by commas, or an array from an expression. Empty means all.',
});

/** POST /hooks (docs/contributing/api.md, "Operations") */
export const create: WriteOperation = {
	...CREATE,
	action: 'Create legacy hook',
	description:
		'Subscribe an address to one event in the old, unsigned way, which the service is going to end',
	...legacyHookEdit,
	effect: 'the hook was created',
	output: { target: 'string', event: 'string', numbers: 'string[]', id: 'string' },
	fields: [legacyNotice, targetField, eventField, numbersField],
	async execute(call) {
		const target = call.requiredText(targetField);
		// The service takes addresses of both kinds here; only the current webhooks ask for HTTPS.
		if (!isHttpUrl(target))
			throw new InputError(
				`${targetField.displayName} "${target}" is not an address that begins with https:// or http://.`,
			);
		const hook = { target, event: call.choice(eventField) };
		const numbers = call.phoneNumbers(numbersField);
		const body = numbers.length > 0 ? { ...hook, numbers } : hook;
		const created = await call.writeForResult({ method: 'POST', path: hookPath, body });
		return toItems([{ ...body, ...created }]);
	},
};
