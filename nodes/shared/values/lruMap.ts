/** A map of limited size. If it's full, the least recently used entry is removed. */
export class LruMap<Key, Value> {
	private readonly entries = new Map<Key, Value>();

	constructor(private readonly capacity: number) {}

	get(key: Key): Value | undefined {
		const value = this.entries.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	/** Returns the value of a key. If there's none, one is made and added. */
	getOrAdd(key: Key, make: () => Value): Value {
		const kept = this.get(key);
		if (kept !== undefined) return kept;
		const value = make();
		this.set(key, value);
		return value;
	}

	set(key: Key, value: Value): void {
		this.entries.delete(key);
		this.entries.set(key, value);
		const [oldest] = this.entries.keys();
		if (oldest !== undefined && this.entries.size > this.capacity) this.entries.delete(oldest);
	}

	delete(key: Key): void {
		this.entries.delete(key);
	}
}
