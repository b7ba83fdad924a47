/** A map of limited size: when it is full, the entry goes that was used least recently. */
export class LruMap<Key, Value> {
	private readonly entries = new Map<Key, Value>();

	constructor(private readonly capacity: number) {}

	get(key: Key): Value | undefined {
		const value = this.entries.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	/** The value of a key; where there is none, one that is made for it. */
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
