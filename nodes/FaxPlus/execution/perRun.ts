import type { IExecuteFunctions } from 'n8n-workflow';

/** Something that all items of one run of the node share: made when a run first asks for it, and gone with the run. */
export function perRun<T extends object>(
	make: (context: IExecuteFunctions) => T,
): (context: IExecuteFunctions) => T {
	const made = new WeakMap<IExecuteFunctions, T>();
	return (context) => {
		const known = made.get(context) ?? make(context);
		made.set(context, known);
		return known;
	};
}

const failures = perRun(() => new AbortController());

/** Ends what the items of a run wait for, as one of them has failed and the run with it. */
export function stopWaits(context: IExecuteFunctions): void {
	failures(context).abort();
}

/** Tells the waits of a run to end: a person has stopped the execution, or an item has failed. */
export function stopOf(context: IExecuteFunctions): AbortSignal {
	const canceled = context.getExecutionCancelSignal();
	return AbortSignal.any([failures(context).signal, ...(canceled ? [canceled] : [])]);
}
