import fc from 'fast-check';

import { listIn } from '../../nodes/shared/http/answers';
import { pathPart } from '../../nodes/shared/values/paths';
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

	test.each(['a/b', '../plan', 'a\\b', 'a?b=c', 'a#b', '.', '..', ' .. '])(
		'refuses "%s", which would lead to another path',
		(value) => {
			expect(() => pathPart(value, 'Fax ID')).toThrow(InputError);
			expect(() => pathPart(value, 'Fax ID')).toThrow(`Fax ID "${value.trim()}" is not an identifier`);
		},
	);

	test.each(['a,b', 'a;b', '[a]', '["a"]'])('refuses "%s", which looks like several', (value) => {
		expect(() => pathPart(value, 'Fax ID')).toThrow(`Fax ID "${value}" looks like several.`);
	});

	test.each(['', '   '])('refuses "%s" and names the field', (value) => {
		expect(() => pathPart(value, 'Fax ID')).toThrow('Fax ID is empty');
	});

	test('whatever it accepts stays one part of the path', () => {
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

describe('listIn', () => {
	test('takes a bare array', () => {
		expect(listIn([{ id: 'a' }, { id: 'b' }], 'records')).toEqual([{ id: 'a' }, { id: 'b' }]);
	});

	test('takes the first property that holds a list', () => {
		const [a, b] = [{ id: 'a' }, { id: 'b' }];
		expect(listIn({ records: 'none', data: [a] }, 'records', 'data')).toEqual([a]);
		expect(listIn({ records: [b], data: [a] }, 'records', 'data')).toEqual([b]);
		expect(listIn({ data: { records: [b] } }, 'records', 'data')).toEqual([b]);
		expect(listIn({ data: { data: [a] } }, 'records', 'data')).toEqual([a]);
	});

	test('leaves out what is no record', () => {
		expect(listIn([null, 7, 'text', { id: 'a' }], 'records')).toEqual([{ id: 'a' }]);
		expect(listIn({ records: [null, { id: 'a' }] }, 'records')).toEqual([{ id: 'a' }]);
	});

	test.each([[{}], [{ records: null }], [{ other: [1] }], [null], ['text'], [undefined]])(
		'says that %j holds no list',
		(body) => {
			const read = (): unknown => listIn(body, 'records', 'data');
			expect(read).toThrow(ServiceFault);
			expect(read).toThrow('The service answered without the expected list (records or data)');
		},
	);
});
