import type { IExecuteFunctions } from 'n8n-workflow';

/** Something that all items of one run of the node share: made when a run first asks for it, and gone with the run. */
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
