/** Throws an error unchanged. In a `catch` n8n's lint wants an error of n8n's own; toNodeError makes it, at the very end. */
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
