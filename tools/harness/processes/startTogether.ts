/**
 * Waits for servers that start at the same time. If one fails, this fails only when all others have started or failed, too. By
 * then, the caller knows what it must stop.
 */
export async function startTogether<T extends readonly unknown[] | []>(
	starts: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
	await Promise.allSettled(starts);
	return await Promise.all(starts);
}
