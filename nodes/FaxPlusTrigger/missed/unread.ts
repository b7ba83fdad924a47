import type { IDataObject, IExecuteFunctions, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Authentication } from '../../shared/service/account';
import { Api } from '../../shared/service/api';
import { numbersIn } from '../../shared/values/phoneNumbers';
import type { AgainSettings } from '../../shared/watch/againUntilRead';
import { againSettings, unreadFaxes } from '../../shared/watch/againUntilRead';
import { isWantedFax, listsOf } from '../../shared/watch/faxes';
import { EndpointMemory } from '../endpoint/memory';
import { deliveriesToRemember } from '../fields';

/** Whether and how unread faxes are passed on again. What a publish refuses counts as nothing here. */
export function againOf(context: IPollFunctions | IExecuteFunctions): AgainSettings | undefined {
	const read = (name: string, fallback: object): unknown =>
		'getInputData' in context
			? context.getNodeParameter(name, 0, fallback)
			: context.getNodeParameter(name, fallback);
	try {
		return againSettings(read('options', {}) as IDataObject, read('events', []) as string[]);
	} catch {
		return undefined;
	}
}

/**
 * Looks for received faxes that have stayed unread for too long.
 *
 * @param context whose requests end with the time of the poll
 * @throws ServiceFault or InputError
 */
export async function lookForUnread(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const again = againOf(context);
	if (!again) return [];
	const authentication = context.getNodeParameter('authentication') as Authentication;
	const numbers = numbersIn(context.getNodeParameter('channels', ''));
	const outcome = context.getNodeParameter('outcome', 'any');
	const { rememberDeliveries } = context.getNodeParameter('options', {}) as IDataObject;
	const items = await unreadFaxes(context, {
		reads: (await Api.connect(context, authentication)).forLooks(),
		userId: 'self',
		lists: listsOf(['fax_received'], false),
		again,
		since: new EndpointMemory(context).since ?? 0,
		room: deliveriesToRemember(rememberDeliveries) / 2,
		isWanted: (found) => isWantedFax(found, outcome, numbers),
	});
	return items.map(({ json }) => ({ json: { ...json, confirmedBy: 'list' } }));
}
