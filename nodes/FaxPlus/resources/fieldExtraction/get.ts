import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../shared/values/inputError';
import type { FieldExtraction } from '../../../shared/service/types';
import { faxIdField, userIdField } from '../../fields';
import type { ReadCall } from '../../itemCall';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';
import { pause } from '../../pause';

/** Statuses that will not change by waiting; the service may know others, which are waited for. */
const FINAL = new Set(['finished', 'failed', 'content_filtering_policy', 'not_requested']);

const pollingInterval: INodeProperties = {
	displayName: 'Polling Interval',
	name: 'pollingInterval',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 600 },
	default: 5,
	description: 'How many seconds to wait between two looks, when waiting until the extraction is finished',
};

const waitLimit: INodeProperties = {
	displayName: 'Wait Limit',
	name: 'waitLimit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3600 },
	default: 300,
	description: 'How many seconds to wait at most; after that the item fails',
};

const waitUntilFinished: INodeProperties = {
	displayName: 'Wait Until Finished',
	name: 'waitUntilFinished',
	type: 'boolean',
	default: false,
	description: 'Whether to wait while the extraction is pending instead of returning its status at once',
};

/** GET /accounts/{user_id}/faxes/{fax_id}/ai/field-extraction (docs/api.md, "Operations") */
export const get: ReadOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get a field extraction',
	description: 'Read the fields that Fax AI extracted from a fax',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:ai:read'],
	itemField: faxIdField,
	userField: userIdField,
	fields: [faxIdField, userIdField],
	options: [pollingInterval, waitLimit, waitUntilFinished],
	async execute(call) {
		const path = `/accounts/${call.userId()}/faxes/${call.pathId(faxIdField)}/ai/field-extraction`;
		const read = async (): Promise<FieldExtraction> => await call.read<FieldExtraction>({ path });
		const extraction = call.isOptionOn(waitUntilFinished) ? await waitFor(read, call) : await read();
		return toItems([{ faxId: call.id(faxIdField), ...extraction }]);
	},
};

async function waitFor(read: () => Promise<FieldExtraction>, call: ReadCall): Promise<FieldExtraction> {
	const interval = call.numberOption(pollingInterval) * 1000;
	const limit = call.numberOption(waitLimit);
	const end = Date.now() + limit * 1000;
	const stop = call.context.getExecutionCancelSignal();
	for (;;) {
		const extraction = await read();
		if (FINAL.has(extraction.status)) return extraction;
		const remaining = end - Date.now();
		if (remaining <= 0) {
			throw new InputError(
				`The extraction was still "${extraction.status}" after ${limit} seconds. Raise "Wait Limit", or ask again later.`,
			);
		}
		await pause(Math.min(interval, remaining), stop);
		// No error: n8n would show the execution as failed instead of canceled.
		if (stop?.aborted) return extraction;
	}
}
