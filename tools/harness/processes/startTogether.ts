/**
 * Waits for servers that start side by side. If one fails, this fails too, but only when all others have started or failed:
 * by then the caller knows what it has to stop.
 */
export async function startTogether<T extends readonly unknown[] | []>(
	starts: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
	await Promise.allSettled(starts);
	return await Promise.all(starts);
}
