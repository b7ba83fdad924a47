import fc from 'fast-check';

import { InputError } from '../../nodes/shared/values/inputError';
import { isE164, numbersIn, toE164 } from '../../nodes/shared/values/phoneNumbers';

const number = fc
	.tuple(
		fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8, 9),
		fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 14 }),
	)
	.map(([first, rest]) => `+${first}${rest.join('')}`);

const separator = fc.constantFrom('', ' ', '-', '.', '(', ')', '  ');

describe('toE164', () => {
	test.each([
		['+1 (555) 010-0000', '+15550100000'],
		['+41 22 555.01.00', '+41225550100'],
	])('brings %s into the form %s', (text, normal) => {
		expect(toE164(text)).toBe(normal);
	});

	test.each([
		['15550100000', 'no plus sign'],
		['0015550100000', 'an international prefix instead of the plus sign'],
		['+', 'no digits'],
		['+1', 'one digit only'],
		['+05550100000', 'a country code that begins with zero'],
		['+1234567890123456', 'sixteen digits'],
		['+1555CALLFAX', 'letters'],
		['++15550100000', 'two plus signs'],
		['+1555+0100', 'a plus sign inside'],
		['', 'nothing'],
		['+15550100000;ext=1', 'an extension'],
		['+１９００５５５０１００', 'digits of another script'],
		['+1900\u200b5550100', 'an invisible character'],
	])('refuses "%s": %s', (text) => {
		expect(() => toE164(text)).toThrow(InputError);
		expect(isE164(text)).toBe(false);
	});

	test.each([
		[
			'0555 010',
			'is not a number in E.164 form. Write the plus sign, the country code and the number, such as +15550100000.',
		],
		// The number would become another one.
		[
			'+49 (0)30 1234567',
			'holds "(0)", which is not dialled from abroad. Write the number without it, such as +49 30 1234567.',
		],
	])('says what to write instead of "%s"', (text, words) => {
		expect(() => toE164(text)).toThrow(`"${text}" ${words}`);
	});

	test('finds the same number however its digits are separated, if they are', () => {
		fc.assert(
			fc.property(number, fc.array(separator, { maxLength: 15 }), (plain, separators) => {
				const spaced = Array.from(plain)
					.map((character, at) => character + (separators[at] ?? ''))
					.join('');
				// That is not dialled from abroad.
				fc.pre(!spaced.includes('(0)'));
				expect(isE164(spaced)).toBe(true);
				expect(toE164(spaced)).toBe(plain);
			}),
		);
	});
});

describe('A filter of numbers', () => {
	test.each([
		['', []],
		['  ', []],
		[[], []],
		['+1 (555) 010-0000, +41225550100\n+1.555.010.0000', ['+15550100000', '+41225550100']],
	])('from %j is %j', (value, numbers) => {
		expect(numbersIn(value)).toEqual(numbers);
	});

	test('names the field where something in it is no number', () => {
		expect(() => numbersIn('+15550100000, 0123')).toThrow('Numbers: "0123" is not a number in E.164 form.');
		expect(() => numbersIn('+49 (0)30 1234567')).toThrow('Numbers: "+49 (0)30 1234567" holds "(0)"');
	});

	const INCOMPLETE = /^Numbers is incomplete: entry \d of \d is empty\./;
	const MISSING = /^Numbers is missing. Leave the field empty for all numbers/;

	test.each<[unknown, RegExp]>([
		[',', INCOMPLETE],
		[[null], INCOMPLETE],
		[['+15550100000', null], INCOMPLETE],
		['+15550100000,', INCOMPLETE],
		[undefined, MISSING],
		[null, MISSING],
	])('is refused when it is %j, and not taken for all numbers', (value, message) => {
		expect(() => numbersIn(value)).toThrow(message);
	});
});
