import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { DeliveryBody } from './body';
import type { SignatureHeaders } from './signature';

/**
 * Makes of a delivery what the workflow gets (docs/api.md, "Events").
 *
 * @param signature undefined for an unsigned test event
 */
export function itemOf(
	{ hook, data }: DeliveryBody,
	signature: SignatureHeaders | undefined,
): INodeExecutionData {
	const isRetry = isId(hook['id']) && isId(data['id']) && String(hook['id']) !== String(data['id']);
	const json = {
		// What people want stands first: a panel shows no more than the beginning.
		event: hook.event,
		data: { ...data, from: numberOf(data, 'from'), to: numberOf(data, 'to') },
		isRetry,
		webhookId: signature?.id ?? null,
		timestamp: signature ? Number(signature.timestamp) : null,
		hook,
	};
	return { json };
}

/**
 * The service's SDK names the numbers of an event `from_number` and `to_number`; expressions find them either way, and empty
 * text where there is none.
 */
function numberOf(data: IDataObject, name: 'from' | 'to'): IDataObject[string] {
	const isNumber = (value: unknown): boolean => value !== null && value !== '' && value !== undefined;
	return [data[name], data[`${name}_number`]].find(isNumber) ?? '';
}

function isId(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}
