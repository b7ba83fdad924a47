import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { statusMeaningOf } from '../../shared/faxes/faxStatus';
import { jsonIn, labelTextOf } from '../../shared/values/text';
import type { SignatureHeaders } from './signature';

/** Body of a delivery from Fax.Plus (docs/contributing/api.md, "Deliveries"). */
interface DeliveryBody {
	hook: IDataObject & { event: string };
	data: IDataObject;
}

/** Reads a delivery from the bytes of a request, or returns undefined if they contain none. */
export function bodyIn(bytes: Buffer): DeliveryBody | undefined {
	const body = wholeJsonIn(bytes.toString('utf8')) as Partial<DeliveryBody> | null | undefined;
	const isDelivery = isObject(body?.hook) && isObject(body.data) && typeof body.hook['event'] === 'string';
	return isDelivery ? (body as DeliveryBody) : undefined;
}

const BYTE_ORDER_MARK = /^\uFEFF/;

/** Matches strings in JSON, which stay as they are, and integers that are too long for JavaScript to keep each digit. */
const TEXT_OR_LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Parses JSON, with long integers as text, because a rounded ID would be the ID of another fax. */
function wholeJsonIn(text: string): unknown {
	const json = text.replace(BYTE_ORDER_MARK, '');
	const read = jsonIn(json);
	// The pattern is slow on strings that aren't JSON, which strangers may send.
	if (read === undefined || !/\d{16}/.test(json)) return read;
	return jsonIn(
		json.replace(TEXT_OR_LONG_INTEGER, (found) =>
			found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
		),
	);
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Turns a delivery into the item that the workflow gets (docs/contributing/api.md, "Events").
 *
 * @param signature undefined for an unsigned test event
 */
export function itemOfDelivery(
	{ hook, data }: DeliveryBody,
	signature: SignatureHeaders | undefined,
): INodeExecutionData {
	const [hookId, faxId] = [labelTextOf(hook['id']), labelTextOf(data['id'])];
	const json = {
		// The most useful fields come first, because a panel only shows the beginning.
		event: hook.event,
		...statusMeaningOf(hook.event, data),
		data: { ...data, from: numberOf(data, 'from'), to: numberOf(data, 'to') },
		// The hook's ID only differs from the fax's ID if Fax.Plus has tried the fax again.
		isRetry: hookId !== '' && faxId !== '' && hookId !== faxId,
		confirmedBy: signature ? 'signature' : null,
		webhookId: signature?.id ?? null,
		timestamp: signature ? Number(signature.timestamp) : null,
		hook,
	};
	return { json };
}

/**
 * Returns a number of an event, or empty text if there's none. Fax.Plus may name it `from` or `from_number`, as its SDK does.
 * In the item, expressions always find it as `from` or `to`.
 */
function numberOf(data: IDataObject, name: 'from' | 'to'): IDataObject[string] {
	return [data[name], data[`${name}_number`]].find((value) => (value ?? '') !== '') ?? '';
}
