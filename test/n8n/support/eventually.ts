import { until } from '../../../tools/harness/until';

/**
 * Asks until there is an answer.
 *
 * @param program whose log may say why there is none: an n8n, or a terminal
 */
export async function eventually<T>(
	program: { readonly log: string },
	problem: string,
	ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
	return await until(ask, undefined, () => `${problem}. The end of the log:\n${program.log.slice(-2_000)}`);
}
