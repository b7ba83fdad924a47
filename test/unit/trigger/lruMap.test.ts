import { LruMap } from '../../../nodes/shared/values/lruMap';

describe('A map of limited size', () => {
	it('keeps the entries that were used last', () => {
		const map = new LruMap<string, number>(2);
		map.set('a', 1);
		map.set('b', 2);
		expect(map.get('a')).toBe(1);
		map.set('c', 3);

		expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([1, undefined, 3]);
	});

	it('replaces the value of a key without dropping another', () => {
		const map = new LruMap<string, number>(2);
		map.set('a', 1);
		map.set('b', 2);
		map.set('b', 3);

		expect(['a', 'b'].map((key) => map.get(key))).toEqual([1, 3]);
	});
});
