import type { IExecuteFunctions } from 'n8n-workflow';

/** Returns something that all items in one run of the node share. It's created on first use, and is gone after the run. */
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

/**
 * Returns something that all items in one run share if they have the same key, such as the same user. It's created on first
 * use, and is gone after the run.
 */
export function perRunAndKey<T extends object>(): (
	context: IExecuteFunctions,
	key: string,
	make: () => T,
) => T {
	const ofRuns = perRun(() => new Map<string, T>());
	return (context, key, make) => {
		const ofRun = ofRuns(context);
		const value = ofRun.get(key) ?? make();
		ofRun.set(key, value);
		return value;
	};
}
