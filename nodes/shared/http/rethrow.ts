/** Throws an error on unchanged: n8n's lint wants one of n8n's own in a `catch`, which toNodeError makes at the very end. */
export function rethrow(error: unknown): never {
	throw error;
}

/** Handles errors of one class in a `catch`, such as `.catch(onlyFor(ServiceFault, () => []))`; others are thrown on. */
export function onlyFor<E extends Error, T>(
	kind: abstract new (...args: never[]) => E,
	handle: (error: E) => T,
): (error: unknown) => T {
	return (error) => (error instanceof kind ? handle(error) : rethrow(error));
}
