import { LruMap } from '../../../nodes/shared/values/lruMap';

it('A map of limited size keeps the entries that were used last, and replaces the value of a key without dropping another', () => {
	const map = new LruMap<string, number>(2);
	map.set('a', 1);
	map.set('b', 1);
	map.set('b', 2);
	expect(map.get('a')).toBe(1);
	map.set('c', 3);
	map.set('c', 4);

	expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([1, undefined, 4]);
});
