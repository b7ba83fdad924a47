/**
 * Throws an error unchanged. n8n's linter wants a `catch` to throw one of n8n's errors, but here toNodeError does that at
 * the very end.
 */
export function rethrow(error: unknown): never {
	throw error;
}

/** Handles errors of one class in a `catch`, such as `.catch(onlyFor(ServiceFault, () => []))`. Others are thrown again. */
export function onlyFor<E extends Error, T>(
	kind: abstract new (...args: never[]) => E,
	handle: (error: E) => T,
): (error: unknown) => T {
	return (error) => (error instanceof kind ? handle(error) : rethrow(error));
}
