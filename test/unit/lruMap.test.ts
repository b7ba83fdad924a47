import { LruMap } from '../../nodes/shared/values/lruMap';

it('A full map keeps as many entries as it may, and drops the one that was used longest ago', () => {
	const map = new LruMap<string, number>(3);
	for (const [at, key] of ['a', 'b', 'c'].entries()) map.set(key, at);
	expect(map.get('a')).toBe(0);
	map.set('b', 5);
	map.set('d', 6);
	expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([0, 5, undefined, 6]);
});
