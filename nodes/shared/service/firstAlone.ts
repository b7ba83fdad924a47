/** Carries out work, at once or when its turn has come, and passes its result or error on. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Carries out everything at once. */
export const open: Gate = async (work) => await work();

/**
 * Makes a gate that lets the first work finish, well or not, before it lets any other begin; after that it stays open.
 */
export function firstAlone(): Gate {
	let first: Promise<unknown> | undefined;
	return async (work) => {
		if (first !== undefined) {
			await first;
			return await work();
		}
		const result = work();
		first = result.catch(() => undefined);
		return await result;
	};
}
