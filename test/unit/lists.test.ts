import { InputError } from '../../nodes/shared/values/inputError';
import { haveSameEntries, toFullList, toList } from '../../nodes/shared/values/lists';

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

	test.each([[{ a: 1 }], ['[{"a":1}]'], [['a', { b: 1 }]]])('refuses %j, with an object in it', (value) => {
		expect(() => toList(value)).toThrow('Check the expression');
	});
});

describe('toFullList', () => {
	test.each([
		['a,b', ['a', 'b']],
		['a\nb\n', ['a', 'b']],
		['a, \nb,\r\n c', ['a', 'b', 'c']],
		['["a", 7]', ['a', '7']],
		[
			['b', 'a', 'b'],
			['b', 'a'],
		],
		['', []],
		['  ', []],
		[undefined, []],
		[null, []],
		[[], []],
		['[]', []],
	])('reads %j as %j', (value, list) => {
		expect(toFullList('Group IDs', value)).toEqual(list);
	});

	test.each([
		['a,', 2, 2],
		[',a', 1, 2],
		['a,,b', 2, 3],
		['a, ,b', 2, 3],
		['a\n\nb', 2, 3],
		['a,\n,b', 2, 3],
		[',', 1, 2],
		[[null], 1, 1],
		[['a', null], 2, 2],
		[['a', undefined, 'b'], 2, 3],
		[['a', ' '], 2, 2],
		['["a", null]', 2, 2],
	])('refuses %j: entry %i of %i is nothing', (value, entry, of) => {
		expect(() => toFullList('Group IDs', value)).toThrow(InputError);
		expect(() => toFullList('Group IDs', value)).toThrow(
			`Group IDs is incomplete: entry ${entry} of ${of} is empty. Remove it, or check the expression that provides it.`,
		);
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
