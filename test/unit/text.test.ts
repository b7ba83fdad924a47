import { InputError } from '../../nodes/shared/values/inputError';
import { toText } from '../../nodes/shared/values/text';

describe('toText', () => {
	test.each([
		['  fax ', 'fax'],
		[0, '0'],
		[12.5, '12.5'],
		[true, 'true'],
		[9007199254740993n, '9007199254740993'],
		[null, ''],
		[undefined, ''],
	])('reads %p as %j', (value, text) => {
		expect(toText(value)).toBe(text);
	});

	test.each([[{ id: 1 }], [['a']]])('refuses %j and shows it', (value) => {
		expect(() => toText(value)).toThrow(InputError);
		expect(() => toText(value)).toThrow(JSON.stringify(value));
	});
});
