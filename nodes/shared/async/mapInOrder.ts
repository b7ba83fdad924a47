/**
 * Applies an asynchronous function to every element, several at once.
 *
 * @param limit how many calls may be under way at the same time, at least 1
 * @returns the results in the order of the elements
 * @throws what the first failing element threw, first by position, after the calls under way have ended; once one has
 * failed, no further call is begun
 */
export async function mapInOrder<T, R>(
	elements: readonly T[],
	limit: number,
	apply: (element: T, index: number) => Promise<R>,
): Promise<R[]> {
	const results = new Array<R>(elements.length);
	const failures: Array<{ index: number; error: unknown }> = [];
	const remaining = elements.entries();

	const work = async (): Promise<void> => {
		for (const [index, element] of remaining) {
			if (failures.length > 0) return;
			try {
				results[index] = await apply(element, index);
			} catch (error) {
				failures.push({ index, error });
			}
		}
	};

	await Promise.all(Array.from({ length: Math.min(limit, elements.length) }, work));
	const first = failures.sort((a, b) => a.index - b.index)[0];
	if (first) throw first.error;
	return results;
}
