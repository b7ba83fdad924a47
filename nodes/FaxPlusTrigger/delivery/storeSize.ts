import { DEFAULT_STORE_SIZE, MIN_STORE_SIZE } from '../fields';

/**
 * How many deliveries the store is to hold.
 *
 * @param wanted value of the option; a publish refuses what is no number of 100 or more, but no delivery fails over it
 */
export function storeSize(wanted: unknown): number {
	return Math.max(MIN_STORE_SIZE, Number(wanted) || DEFAULT_STORE_SIZE);
}
