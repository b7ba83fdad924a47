import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { saveFaxIdsOf } from '../shared/faxes/customData';
import { keyOf } from '../shared/log';
import { ENTRIES_OF_A_FAX } from '../shared/passing/fax';
import { itemsThatContinue } from '../shared/passing/itemsThatContinue';
import { auditFaxes } from '../shared/trigger/auditFaxes';
import { withContacts } from '../shared/trigger/contacts';
import { withFiles } from '../shared/trigger/faxFiles';
import { guardOf } from './agreement';
import { takeLastRefusalOf } from './delivery/refusal';
import { registrationOf } from '../shared/registration/addresses';
import { deliveriesToRemember } from './fields';
import { reportCheck } from './checkReport';

/**
 * Decides which items of an execution continue. Fax.Plus already got its response, so nothing here delays a delivery.
 *
 * @returns the items of faxes that haven't started the workflow before, with their files and contacts if the fields ask for
 * them. A retry of a delivery and a test run return all
 * @throws NodeOperationError if a check couldn't find out anything, and if somebody retries an execution that only reports
 * a failed check
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const capacity = deliveriesToRemember(context) * ENTRIES_OF_A_FAX;
	const passed = await itemsThatContinue(context, context.getInputData(), {
		capacity,
		lostAt: registrationOf(context).lostAt,
		delivered: {
			guard: guardOf(context),
			report: async (decision) => {
				await reportCheck(context, decision, capacity);
			},
		},
	});
	hint(context, passed);
	saveFaxIdsOf(context, passed);
	auditFaxes(context, passed);
	return await withFiles(context, await withContacts(context, passed));
}

/** Shows the user why to add the signing secret. If no check runs, it also shows why a request was refused. */
function hint(context: IExecuteFunctions, passed: INodeExecutionData[]): void {
	const { endpointId } = registrationOf(context);
	const isTest = context.getMode() === 'manual';
	const endpoint = isTest || endpointId === undefined ? 'the endpoint' : `endpoint ${endpointId}`;
	const address = isTest ? 'Test URL' : 'Production URL';
	const hints: string[] = [];
	if (passed.some(({ json }) => json['confirmedBy'] === 'service'))
		hints.push(
			`Fax.Plus confirmed this fax, because no signing secret did. That's fine. To save this request, add the signing secret of ${endpoint} with the ${address} to the trigger's signing secret credential.`,
		);
	const isUnchecked = context.getNodeParameter('missedFaxes', 0, '') === 'never';
	const cause = isUnchecked ? takeLastRefusalOf(keyOf(context)) : undefined;
	if (cause !== undefined)
		hints.push(
			`Before this, n8n refused a request to the trigger: ${cause}. Its log shows more. If Fax.Plus doesn't deliver that fax again, it's missing, because "Find Missed Faxes" is "Never".`,
		);
	for (const message of hints) context.addExecutionHints({ message, location: 'outputPane' });
}
