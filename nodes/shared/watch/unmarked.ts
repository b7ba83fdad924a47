import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { againUntilReadOption } from '../trigger/fields';

/** Types of nodes that may mark a fax as read in a way that nobody sees from outside. */
const MAY_MARK = /\.(?:httpRequest|executeWorkflow|code|agent|toolWorkflow)$/;

/**
 * What a person has to know of a trigger that passes unread faxes on again, where no later node marks them as read: each comes as
 * often as it may.
 *
 * @returns undefined where one does, or may
 */
export function unmarkedHint(context: IPollFunctions | IExecuteFunctions): string | undefined {
	const later = context.getChildNodes(context.getNode().name, { includeNodeParameters: true });
	const marks = later.some(
		({ type, disabled, parameters }) =>
			!disabled &&
			(MAY_MARK.test(type) || (/\.faxPlus$/.test(type) && parameters?.['operation'] === 'update')),
	);
	return marks
		? undefined
		: `${againUntilReadOption.displayName}: no later node marks a fax as read, so each starts the workflow as often as it may. End the workflow with the Fax.Plus node, "Fax: Update", with Read on.`;
}
