import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Makes something that all items of one run of the node share. It's made when a run first needs it, and is gone after the run.
 */
export function perRun<T extends object>(
	make: (context: IExecuteFunctions) => T,
): (context: IExecuteFunctions) => T {
	const made = new WeakMap<IExecuteFunctions, T>();
	return (context) => {
		const value = made.get(context) ?? make(context);
		made.set(context, value);
		return value;
	};
}
