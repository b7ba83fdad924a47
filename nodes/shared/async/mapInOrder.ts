/**
 * Applies an asynchronous function to every element, so many at once as the limit says, with the results in the order of the
 * elements. Once one has failed, no further call is begun; when those under way have ended, the first by position throws.
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
