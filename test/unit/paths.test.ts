import fc from 'fast-check';

import { listIn } from '../../nodes/shared/http/answers';
import { pathPart, severalIds } from '../../nodes/shared/values/paths';
import { InputError } from '../../nodes/shared/values/inputError';
import { ServiceFault } from '../../nodes/shared/http/faults';

describe('pathPart', () => {
	test.each([
		['ep_2b7e151628ae', 'ep_2b7e151628ae'],
		[' 13d8z73c ', '13d8z73c'],
		['a b', 'a%20b'],
		['50%', '50%25'],
		['número', 'n%C3%BAmero'],
		['a:b', 'a%3Ab'],
	])('encodes "%s" as %s', (value, part) => {
		expect(pathPart(value, 'Fax ID')).toBe(part);
	});

	test.each<[message: string, values: string[]]>([
		["isn't an ID", ['a/b', '../plan', 'a\\b', 'a?b=c', 'a#b', '.', '..', ' .. ']],
		['looks like several IDs', ['a,b', 'a;b', '[a]', '["a"]']],
	])('refuses what %s: %j', (message, values) => {
		for (const value of values) {
			expect(() => pathPart(value, 'Fax ID')).toThrow(InputError);
			expect(() => pathPart(value, 'Fax ID')).toThrow(`"Fax ID" is "${value.trim()}", which ${message}`);
		}
	});

	test("refuses a text that's too long for an ID, without repeating it", () => {
		expect(pathPart('x'.repeat(500), 'User ID')).toHaveLength(500);
		expect(() => pathPart('x'.repeat(1_000_000), 'User ID')).toThrow(/^"User ID" has 1000000 characters/);
	});

	test.each(['', '   '])('refuses "%s" and names the field', (value) => {
		expect(() => pathPart(value, 'Fax ID')).toThrow('"Fax ID" is empty');
	});

	test('keeps everything that it accepts in one part of the path', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (value) => {
				let part: string;
				try {
					part = pathPart(value, 'Fax ID');
				} catch (error) {
					expect(error).toBeInstanceOf(InputError);
					return;
				}
				const url = new URL(`https://service.test/accounts/${part}/plan`);
				expect(url.pathname.split('/')).toEqual(['', 'accounts', part, 'plan']);
				expect(decodeURIComponent(part)).toBe(value.trim());
			}),
		);
	});
});

test('severalIds accepts a list of any length, unless an entry looks like several IDs', () => {
	for (const ids of [[], ['a'], ['a', 'b 1']]) expect(severalIds(ids, 'Members')).toEqual(ids);
	for (const ids of [['a;b'], ['[a]'], ['a', 'b;c']])
		expect(() => severalIds(ids, 'Members')).toThrow(`"Members" contains "${ids.at(-1)}", which isn't an ID`);
});

describe('listIn', () => {
	const [a, b] = [{ id: 'a' }, { id: 'b' }];

	test.each<[string, unknown, object[]]>([
		['accepts a bare array', [a, b], [a, b]],
		['uses the first property with a list', { records: 'none', data: [a] }, [a]],
		['uses the first property with a list', { records: [b], data: [a] }, [b]],
		['uses the first property with a list', { data: { records: [b] } }, [b]],
		['uses the first property with a list', { data: { data: [a] } }, [a]],
		["leaves out anything that isn't a record", [null, 7, 'text', a], [a]],
		["leaves out anything that isn't a record", { records: [null, a] }, [a]],
	])('%s: %j', (_how, body, list) => {
		expect(listIn(body, 'records', 'data')).toEqual(list);
	});

	test.each([[{}], [{ records: null }], [{ other: [1] }], [null], ['text'], [undefined]])(
		'reports that %j contains no list',
		(body) => {
			const read = (): unknown => listIn(body, 'records', 'data');
			expect(read).toThrow(ServiceFault);
			expect(read).toThrow('without the expected list (records or data)');
		},
	);
});
