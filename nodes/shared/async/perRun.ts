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

/**
 * Makes something that all items of one run share if they have the same key, such as the same user. It's made when it's first
 * needed, and is gone after the run.
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
