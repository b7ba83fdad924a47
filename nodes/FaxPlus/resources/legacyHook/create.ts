import { InputError } from '../../../shared/values/inputError';
import { numbersIn } from '../../../shared/values/phoneNumbers';
import type { LegacyHook } from '../../../shared/service/types';
import type { ItemCall } from '../../itemCall';
import { toItems } from '../../itemCall';
import type { Operation } from '../../operation';
import { eventField, hookPath, legacyHookEdit, legacyNotice } from './fields';

/** POST /hooks */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create a legacy hook',
	description:
		'Subscribe an address to one event in the old, unsigned way, which the service is going to end',
	kind: 'write',
	...legacyHookEdit,
	fields: [
		legacyNotice,
		{
			displayName: 'Target URL',
			name: 'target',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/faxes',
			description: 'Address that receives the deliveries',
		},
		eventField,
		{
			displayName: 'Numbers',
			name: 'numbers',
			type: 'string',
			default: '',
			placeholder: 'e.g. +15550100000',
			description:
				'Deliver only faxes of these numbers of yours, in E.164 form, separated by commas, or an array from an expression. Empty means all.',
		},
	],
	async execute(call) {
		const hook = {
			target: targetUrl(call),
			event: call.requiredText('event', 'Event'),
		};
		const numbers = numbersIn(call.value('numbers'));
		const body = numbers.length > 0 ? { ...hook, numbers } : hook;
		const created = await call.writeForResult<Pick<LegacyHook, 'id'>>({
			method: 'POST',
			path: hookPath,
			body,
		});
		return toItems([{ ...body, ...created }]);
	},
};

/** The service takes addresses of both kinds here; only the current webhooks ask for HTTPS. */
function targetUrl(call: ItemCall): string {
	const url = call.requiredText('target', 'Target URL');
	if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
	throw new InputError(`Target URL "${url}" is not an address that begins with https:// or http://.`);
}
