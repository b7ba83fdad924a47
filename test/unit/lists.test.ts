import { haveSameEntries, toList } from '../../nodes/shared/values/lists';

describe('toList', () => {
	test.each([
		['a,b', ['a', 'b']],
		['a\nb\n', ['a', 'b']],
		[' a , , b ', ['a', 'b']],
		[
			['a', ' b ', ''],
			['a', 'b'],
		],
		[
			[1, 'b'],
			['1', 'b'],
		],
		[7, ['7']],
		['["a", " b ", ""]', ['a', 'b']],
		[' [1,"b"] ', ['1', 'b']],
		['[]', []],
		['[a,b', ['[a', 'b']],
		['[a]', ['[a]']],
		['', []],
		[undefined, []],
		[null, []],
		[[], []],
	])('reads %j as %j', (value, list) => {
		expect(toList(value)).toEqual(list);
	});

	test('keeps the first of repeated entries, in order', () => {
		expect(toList('b,a,b,a,c')).toEqual(['b', 'a', 'c']);
	});

	test('refuses an object, which is no list', () => {
		expect(() => toList({ a: 1 })).toThrow('Check the expression');
	});

	test('refuses an array written as text with an object in it', () => {
		expect(() => toList('[{"a":1}]')).toThrow('Check the expression');
	});

	test('refuses an array with an object in it', () => {
		expect(() => toList(['a', { b: 1 }])).toThrow('Check the expression');
	});
});

describe('haveSameEntries', () => {
	test.each<[string[], string[], boolean]>([
		[['a', 'b'], ['b', 'a'], true],
		[['a', 'a'], ['a'], true],
		[[], [], true],
		[['a'], ['a', 'b'], false],
		[['a', 'b'], ['a'], false],
		[['a'], ['b'], false],
		[[], ['a'], false],
	])('%j and %j: %s', (a, b, same) => {
		expect(haveSameEntries(a, b)).toBe(same);
	});
});
