import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Something that all items of one run of the node share, and that goes with the run.
 *
 * @param make makes it when a run first asks for it
 * @returns finds that of a run
 */
export function perRun<T extends object>(make: () => T): (context: IExecuteFunctions) => T {
	const made = new WeakMap<IExecuteFunctions, T>();
	return (context) => {
		const known = made.get(context) ?? make();
		made.set(context, known);
		return known;
	};
}
