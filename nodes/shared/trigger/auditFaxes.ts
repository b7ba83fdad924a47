import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { audit, logNumbersOption } from '../audit';
import type { FaxEvent } from '../editor/events';
import { labelTextOf } from '../values/text';

const EVENTS = {
	fax_received: 'fax.received',
	fax_page_received: 'fax.pageReceived',
	fax_sent: 'fax.result',
} as const satisfies Record<FaxEvent, string>;

/** Writes a line of the audit trail for each fax that starts the workflow. */
export function auditFaxes(context: IExecuteFunctions, items: readonly INodeExecutionData[]): void {
	const option = `options.${logNumbersOption.name}`;
	const showsNumbers = context.getNodeParameter(option, 0, false, { rawExpressions: true }) === true;
	for (const { json } of items) {
		const event = (EVENTS as Partial<typeof EVENTS>)[json['event'] as FaxEvent];
		if (event === undefined) continue;
		const { id, status, from, to } = (json['data'] ?? {}) as IDataObject;
		const numbers = showsNumbers ? { from: labelTextOf(from), to: labelTextOf(to) } : {};
		audit(context, event, {
			faxId: labelTextOf(id),
			deliveryId: labelTextOf(json['webhookId']),
			confirmedBy: labelTextOf(json['confirmedBy']),
			status: labelTextOf(status),
			...numbers,
		});
	}
}
