import { until } from '../../../tools/harness/until';

/**
 * Repeats a check until it has a result.
 *
 * @param program n8n or a terminal, whose log may show why there's no result
 */
export async function eventually<T>(
	program: { readonly log: string },
	problem: string,
	ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
	return await until(ask, undefined, () => `${problem}. The end of the log:\n${program.log.slice(-2_000)}`);
}
