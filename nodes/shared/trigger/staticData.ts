import type { IPollFunctions } from 'n8n-workflow';

type Saving = Pick<IPollFunctions, 'getNode' | 'getWorkflowStaticData'>;

/**
 * Name under which a trigger saves something in the static data of its workflow. It contains the node's ID, because people
 * rename nodes. It also identifies the data's format, so data that earlier versions of the package can't read gets another
 * name.
 */
export function savedName(context: Pick<Saving, 'getNode'>, what: 'faxes' | 'endpoint'): string {
	const { id } = context.getNode();
	return what === 'faxes' ? `faxPlus ${id}` : `faxPlus endpoint ${id}`;
}

/** Whether n8n has saved other data of the workflow, and so may have overwritten what the trigger saved. */
export function hasOtherData(context: Saving, what: 'faxes' | 'endpoint'): boolean {
	const own = savedName(context, what);
	return Object.keys(context.getWorkflowStaticData('global')).some((name) => name !== own);
}

/** Whether a newer version of the package has saved a trigger's data in a format that this version doesn't know. */
export function hasNewerForm(context: Saving): boolean {
	const known = [savedName(context, 'faxes'), savedName(context, 'endpoint')];
	return Object.keys(context.getWorkflowStaticData('global')).some(
		(name) =>
			name.startsWith('faxPlus ') && name.endsWith(` ${context.getNode().id}`) && !known.includes(name),
	);
}

/** Log message if a newer version has saved something. */
export const NEWER_FORM =
	"a newer version of this package has saved what it remembers. This version can't read that, and leaves it as it is. It checks for missed faxes from the last five days. Faxes that have started the workflow don't start it again.";
