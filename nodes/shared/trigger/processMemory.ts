import { LruMap } from '../values/lruMap';

/** By trigger, one object of each kind. One trigger in an n8n that has more of them loses what it does not use for long. */
const memories = new LruMap<string, Map<new () => object, object>>(10_000);

/**
 * What this process remembers of a trigger until it ends, one object of each kind. Whatever has to outlive the process is in
 * static data or in n8n's store.
 *
 * @param trigger as `keyOf` names it
 * @param Kind is made where nothing of its kind is remembered
 */
export function rememberedOf<T extends object>(trigger: string, Kind: new () => T): T {
	const kinds = memories.getOrAdd(trigger, () => new Map<new () => object, object>());
	const memory = (kinds.get(Kind) as T | undefined) ?? new Kind();
	kinds.set(Kind, memory);
	return memory;
}
