/**
 * Waits for servers that start at the same time. If one fails, it rejects only after all others have started or failed,
 * because only then does the caller know what to stop.
 */
export async function startTogether<T extends readonly unknown[] | []>(
	starts: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
	await Promise.allSettled(starts);
	return await Promise.all(starts);
}
