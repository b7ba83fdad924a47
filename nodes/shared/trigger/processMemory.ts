import { LruMap } from '../values/lruMap';

/**
 * One object of each kind for each trigger. If an n8n instance has too many triggers, the least recently used ones lose
 * theirs.
 */
const memories = new LruMap<string, Map<new () => object, object>>(10_000);

/**
 * Returns what this process remembers about a trigger, as one object of each kind. Whatever has to outlive the process is
 * in static data or in n8n's store.
 *
 * @param trigger as `keyOf` names it
 * @param Kind is created if nothing of its kind is remembered
 */
export function rememberedOf<T extends object>(trigger: string, Kind: new () => T): T {
	const kinds = memories.getOrAdd(trigger, () => new Map<new () => object, object>());
	const memory = (kinds.get(Kind) as T | undefined) ?? new Kind();
	kinds.set(Kind, memory);
	return memory;
}
