import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { statusMeaningOf } from '../../shared/faxes/faxStatus';
import { jsonIn, labelTextOf } from '../../shared/values/text';
import type { SignatureHeaders } from './signature';

/** What the service sends as the body of a delivery (docs/contributing/api.md, "Deliveries"). */
interface DeliveryBody {
	hook: IDataObject & { event: string };
	data: IDataObject;
}

/** What the bytes of a request say; undefined where that is no delivery. */
export function bodyIn(bytes: Buffer): DeliveryBody | undefined {
	const body = wholeJsonIn(bytes.toString('utf8')) as Partial<DeliveryBody> | null | undefined;
	const isDelivery = isObject(body?.hook) && isObject(body.data) && typeof body.hook['event'] === 'string';
	return isDelivery ? (body as DeliveryBody) : undefined;
}

const BYTE_ORDER_MARK = /^\uFEFF/;

/** Texts of JSON, which are to stay as they are, and integers of which JavaScript might not keep each digit. */
const TEXT_OR_LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** What a text is as JSON, with long integers as text, because a rounded ID would be that of another fax. */
function wholeJsonIn(text: string): unknown {
	const json = text.replace(BYTE_ORDER_MARK, '');
	const read = jsonIn(json);
	// The pattern is slow on what is no JSON, such as a stranger may send.
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

/** Makes of a delivery what the workflow gets (docs/contributing/api.md, "Events"); an unsigned test event has no signature. */
export function itemOfDelivery(
	{ hook, data }: DeliveryBody,
	signature: SignatureHeaders | undefined,
): INodeExecutionData {
	const [hookId, faxId] = [labelTextOf(hook['id']), labelTextOf(data['id'])];
	const json = {
		// What people want stands first: a panel shows no more than the beginning.
		event: hook.event,
		...statusMeaningOf(hook.event, data),
		data: { ...data, from: numberOf(data, 'from'), to: numberOf(data, 'to') },
		isRetry: hookId !== '' && faxId !== '' && hookId !== faxId,
		confirmedBy: signature ? 'signature' : null,
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
	return [data[name], data[`${name}_number`]].find((value) => (value ?? '') !== '') ?? '';
}
