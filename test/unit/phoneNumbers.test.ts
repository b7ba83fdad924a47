import fc from 'fast-check';

import { InputError } from '../../nodes/shared/values/inputError';
import { toE164In } from '../../nodes/shared/values/nationalNumbers';
import {
	prefixIn,
	digitsOf,
	isE164,
	numbersIn,
	sameNumber,
	toE164,
} from '../../nodes/shared/values/phoneNumbers';

const number = fc
	.tuple(
		fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8, 9),
		fc.array(fc.nat({ max: 9 }), { minLength: 6, maxLength: 14 }),
	)
	.map(([first, rest]) => `+${first}${rest.join('')}`);

const separator = fc.constantFrom('', ' ', '-', '.', '(', ')', '  ');

describe('toE164', () => {
	test.each([
		['+1 (555) 010-0000', '+15550100000'],
		['+41 22 555.01.00', '+41225550100'],
	])('converts %s to %s', (text, normal) => {
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
		['+٤٩٣٠١٢٣٤٥٦٧', 'digits of another script'],
	])('refuses "%s": %s', (text) => {
		expect(() => toE164(text)).toThrow(InputError);
		expect(isE164(text)).toBe(false);
	});

	const IN_GENERAL = 'Enter the plus sign, the country code and the number, such as +15550100000.';

	test.each([
		['0555 010', `has no plus sign, so its country is unknown. ${IN_GENERAL}`],
		['15550100200', `has no plus sign, so its country is unknown. ${IN_GENERAL}`],
		// Without the 0, these digits would be another number.
		[
			'+49 (0)30 1234567',
			`has "(0)", which you dial from abroad in some countries but not in most. Enter +49 30 1234567.`,
		],
		[
			'+49 ( 0 ) 30 123456',
			`has "(0)", which you dial from abroad in some countries but not in most. Enter +49 30 123456.`,
		],
		[
			'+49-(0)-30-123456',
			`has "(0)", which you dial from abroad in some countries but not in most. Enter +49 30-123456.`,
		],
		[
			'+32 [0]2 123 45 67',
			`has "(0)", which you dial from abroad in some countries but not in most. Enter +32 2 123 45 67.`,
		],
		['+44 020 7946 0000', 'has digits that you dial only inside the country. Enter +442079460000.'],
		['+44 (020) 7946 0000', 'has digits that you dial only inside the country. Enter +442079460000.'],
		['+353 01 234 5678', 'has digits that you dial only inside the country. Enter +35312345678.'],
		['+886 02 2345 6789', 'has digits that you dial only inside the country. Enter +886223456789.'],
		['+880 02 1234567', 'has digits that you dial only inside the country. Enter +88021234567.'],
		// The last digit is a footnote mark.
		['+41 22 555 01 22\u00B9', `has digits other than 0 to 9. ${IN_GENERAL}`],
		['%2B15550100200', 'has percent signs, like a web address. Enter +15550100200.'],
		['%2B1%20555%20010%200200', 'has percent signs, like a web address. Enter +1 555 010 0200.'],
		['00 44 20 7946 0000', "begins with 00, which doesn't work in every country. Enter +44 20 7946 0000."],
		['+0044 20 7946 0000', "begins with 00, which doesn't work in every country. Enter +44 20 7946 0000."],
		['011 44 20 7946 0000', 'begins with 011, which works only in North America. Enter +44 20 7946 0000.'],
		['00-44-20-7946-0000', "begins with 00, which doesn't work in every country. Enter +44-20-7946-0000."],
		[
			'00 44 (0)20 7946 0000',
			`has "(0)", which you dial from abroad in some countries but not in most. ${IN_GENERAL}`,
		],
		['+1 555 010 0200 ext. 12', "has an extension, which a fax can't dial. Enter +1 555 010 0200."],
		['+15550100200x12', "has an extension, which a fax can't dial. Enter +15550100200."],
		['+1 555 010 0200 #12', "has an extension, which a fax can't dial. Enter +1 555 010 0200."],
		['+49 30 123456/57', `has a slash, which may separate two numbers. ${IN_GENERAL}`],
		['+15550100200 +15550100201', `has two plus signs. Separate numbers with commas. ${IN_GENERAL}`],
		['+1555CALLFAX', `has letters. ${IN_GENERAL}`],
		['fax@example.com', `is an email address. ${IN_GENERAL}`],
		['+05550100000', `has 0 after the plus sign, but no country code begins with 0. ${IN_GENERAL}`],
		['+1 055 010 0200', `isn't a number of that country, because it has 0 after +1. ${IN_GENERAL}`],
		['+1 155 010 0200', `isn't a number of that country, because it has 1 after +1. ${IN_GENERAL}`],
		['+1 1 555 010 0200', 'has digits that you dial only inside the country. Enter +15550100200.'],
		['+1 555 010 020', `has 9 digits after +1, but numbers there have 10. ${IN_GENERAL}`],
		['+1 555 010 02000', `has 11 digits after +1, but numbers there have 10. ${IN_GENERAL}`],
		['+1 310 1234', `has 7 digits after +1, but numbers there have 10. ${IN_GENERAL}`],
		['+1 911', `has 3 digits after +1, but numbers there have 10. ${IN_GENERAL}`],
		['+7 8 495 123 45 67', 'has digits that you dial only inside the country. Enter +74951234567.'],
		['+7 0495 1234567', `has 11 digits after +7, but numbers there have 10. ${IN_GENERAL}`],
		['+7 495 123 45', `has 8 digits after +7, but numbers there have 10. ${IN_GENERAL}`],
		['+7 295 123 45 67', `isn't a number of that country, because it has 2 after +7. ${IN_GENERAL}`],
		['#31#+49 30 123456', `has digits before the plus sign. ${IN_GENERAL}`],
		['+33 0 1 23 45 67 89', 'has digits that you dial only inside the country. Enter +33123456789.'],
		['+1*5550100200', `isn't a fax number. ${IN_GENERAL}`],
		['+44', `has 0 digits after +44, but numbers there have 7, 9 or 10. ${IN_GENERAL}`],
		['+44 1234', `has 4 digits after +44, but numbers there have 7, 9 or 10. ${IN_GENERAL}`],
		['+44 20 7946 0000 79', `has 12 digits after +44, but numbers there have 7, 9 or 10. ${IN_GENERAL}`],
		['+353 1 23', `has 3 digits after +353, but numbers there have 7 to 10. ${IN_GENERAL}`],
		['+41 44', `has 2 digits after +41, but numbers there have 9 or 12. ${IN_GENERAL}`],
		[
			'+44 20 7946 0000 7946',
			`has too many digits. Numbers have up to 15, with the country code. ${IN_GENERAL}`,
		],
		['+999 123', `has too few digits. Numbers have at least 7, with the country code. ${IN_GENERAL}`],
		// Numbers in Italy keep their 0, and other countries have other prefixes.
		[
			'+39 (0)6 6982 1234',
			`has "(0)", which you dial from abroad in some countries but not in most. Enter +39 06 6982 1234.`,
		],
		['+36 06 1 555 0100', 'has digits that you dial only inside the country. Enter +3615550100.'],
		['+370 8 5 255 0100', 'has digits that you dial only inside the country. Enter +37052550100.'],
		['+375 8 017 255 0100', 'has digits that you dial only inside the country. Enter +375172550100.'],
		['+375 80 17 255 0100', 'has digits that you dial only inside the country. Enter +375172550100.'],
		['+993 8 12 345678', 'has digits that you dial only inside the country. Enter +99312345678.'],
		['+54 11 15 5555 0100', 'has digits that you dial only inside the country. Enter +5491155550100.'],
		['+55 021 11 5555 0100', 'has digits that you dial only inside the country. Enter +551155550100.'],
		// The extra digits may be a prefix, a carrier's code or an outdated area code.
		['+52 01 55 5555 0100', `has 12 digits after +52, but numbers there have 10. ${IN_GENERAL}`],
		['+52 1 55 5555 0100', `has 11 digits after +52, but numbers there have 10. ${IN_GENERAL}`],
		['+57 03 1 555 0100', `isn't a number of that country, because it has 0 after +57. ${IN_GENERAL}`],
		['+998 8 71 200 0000', `has 10 digits after +998, but numbers there have 9. ${IN_GENERAL}`],
		['Dr Roe <+1 555 010 0200>', 'has words next to the number. Enter +1 555 010 0200.'],
		['+1 555 010 0200 (Dr Roe)', 'has words next to the number. Enter +1 555 010 0200.'],
		['+1 555 010 0200 x11', "has an extension, which a fax can't dial. Enter +1 555 010 0200."],
		['+1 555 010 0200 extn 12', "has an extension, which a fax can't dial. Enter +1 555 010 0200."],
		['+1 555 010 0200 (ext 12)', "has an extension, which a fax can't dial. Enter +1 555 010 0200."],
		['x11', `has an extension, which a fax can't dial. ${IN_GENERAL}`],
		[
			'Phone: +1 555 010 0200',
			`is labeled as a telephone number, which may not receive faxes. ${IN_GENERAL}`,
		],
		[
			'TEL;TYPE=CELL:+15550100200',
			`is labeled as a telephone number, which may not receive faxes. ${IN_GENERAL}`,
		],
		[
			'1.55501E+10',
			'is how a spreadsheet shortens a long number. Format the column as text, then enter the number again.',
		],
		...['n/a', 'N.A.', 'none', '-', '–', 'null', 'kein'].map((text) => [
			text,
			"means that there's no number. Remove it from the list.",
		]),
		...['20261127', '2026-11-27', '27.11.2026', '11/27/2026', '27.11.26', '2026-11-27 08:30'].map((text) => [
			text,
			`looks like a date. ${IN_GENERAL}`,
		]),
		['1234.56', `looks like an amount. ${IN_GENERAL}`],
		['+49 30/1234567', 'has a slash, which may separate two numbers. Enter +49 30 1234567.'],
		['+4930123456|+4930123457', `has two plus signs. Separate numbers with commas. ${IN_GENERAL}`],
		['030123456|57', `has "|", which may separate two numbers. ${IN_GENERAL}`],
		['+4930123456.0', 'ends in ".0", like a decimal number. Enter +4930123456.'],
	])('says what to write instead of "%s"', (text, words) => {
		expect(() => toE164(text)).toThrow(`"${text}" ${words}`);
		expect(isE164(text)).toBe(false);
	});

	test.each([
		['\u202a+1 555 010 0200\u202c', '+15550100200'],
		['\uFEFF+1\u00AD555\u200B010\u20600200\0', '+15550100200'],
		['+1\u2011555\u2013010\u20120200', '+15550100200'],
		['+1\u2212555\u2014010\uFF0D0200', '+15550100200'],
		['+1\u00A0555\u202F010\u30000200', '+15550100200'],
		['\uFF0B\uFF11 \uFF15\uFF15\uFF15 \uFF10\uFF11\uFF10 \uFF10\uFF12\uFF10\uFF10', '+15550100200'],
		['tel:+1-555-010-0200', '+15550100200'],
		['Fax: +1 555 010 0200', '+15550100200'],
		['"+15550100200"', '+15550100200'],
		["'+15550100200", '+15550100200'],
		['\u201C+15550100200\u201D', '+15550100200'],
		['<+15550100200>', '+15550100200'],
		['Telefax: (+49) 30 123456', '+4930123456'],
		['+683 4123', '+6834123'],
		['+49 30 123456-0', '+49301234560'],
		['+36 20 123 4567', '+36201234567'],
		['+7 (495) 123-45-67', '+74951234567'],
		['+49 (30) 1234-56', '+4930123456'],
		// In these countries, numbers begin with 0 even when they're dialed from abroad.
		['+39 06 1234567', '+39061234567'],
		['+225 07 12 34 56 78', '+2250712345678'],
		['+242 06 612 3456', '+242066123456'],
		['+359 00800 123 4567', '+359008001234567'],
		['+679 0800 123 4567', '+67908001234567'],
		['+501 0800 123 4567', '+50108001234567'],
		['+267 0800 123 456', '+2670800123456'],
		// Companies may have short numbers.
		['+43 1115', '+431115'],
		['+1 555 010 0200 (fax)', '+15550100200'],
		['+1 555 010 0200 Fax', '+15550100200'],
		['Fax no. +1 555 010 0200', '+15550100200'],
		['Fax Number: +1 555 010 0200', '+15550100200'],
		['FAX# +1 555 010 0200', '+15550100200'],
		['F: +1 555 010 0200', '+15550100200'],
		['Fax-Nr.: +49 30 123456', '+4930123456'],
		['Faxnummer: +49 30 123456', '+4930123456'],
		['N° de fax : +33 1 23 45 67 89', '+33123456789'],
		['Télécopie : +33 1 23 45 67 89', '+33123456789'],
		['Tel./Fax: +49 30 123456', '+4930123456'],
		['TEL;TYPE=FAX:+15550100200', '+15550100200'],
		['TEL;TYPE="work,fax";VALUE=uri:tel:+1-555-010-0200', '+15550100200'],
		['+15550100200;', '+15550100200'],
		['+229 01 95 12 34 56', '+2290195123456'],
	])('removes from "%s" what\'s invisible or meaningless: %s', (text, number) => {
		expect(toE164(text)).toBe(number);
	});

	test('finds the same number whatever separates its digits', () => {
		fc.assert(
			fc.property(number, fc.array(separator, { maxLength: 15 }), (plain, separators) => {
				const spaced = Array.from(plain)
					.map((character, at) => character + (separators[at] ?? ''))
					.join('');
				// The package refuses "(0)", because most countries don't dial it from abroad.
				fc.pre(!spaced.includes('(0)') && isE164(plain));
				expect(isE164(spaced)).toBe(true);
				expect(toE164(spaced)).toBe(plain);
			}),
		);
	});
});

describe('a text of a megabyte', () => {
	const MEGABYTE = 1_000_000;
	const long = Array.from('-. 0"\t=(/x+').map((sign) => sign.repeat(MEGABYTE));
	const around = [...long, ...long.map((text) => `+1555${text}0100200`), ...long.map((text) => `${text}!`)];

	/** If parsing took quadratic time, this test would take minutes and exceed its time limit. */
	test('is refused as quickly as any other, wherever numbers are read', () => {
		for (const text of around) {
			expect(() => toE164(text)).toThrow(/is too long for a number, with \d+ characters/);
			expect(() => toE164In('DE', text)).toThrow(InputError);
			expect(isE164(text)).toBe(false);
			expect(prefixIn(`${text}*`)).toBeUndefined();
			if (text.trim() !== '') expect(() => numbersIn(text)).toThrow(InputError);
			expect(sameNumber(text, '+')).toBe(digitsOf(text) === '');
		}
	});

	test('with entries of maximum length is refused as well, and one with 4,000 entries is accepted', () => {
		const entry = `+1 555 010 0200${' '.repeat(80)},`;
		expect(numbersIn(entry.repeat(4000))).toEqual(['+15550100200']);
		expect(() => numbersIn(entry.repeat(10_000))).toThrow('"Numbers" has 960000 characters');
		expect(() => numbersIn('TEL;'.repeat(99_999))).toThrow(InputError);
	});
});

test.each([
	['+15550100000', '+1 (555) 010-0000', true],
	['+15550100000', '+15550100000*12', true],
	['+1 555 010 0000*12', '+15550100000**34', true],
	['+15550100000', '+15550100001*12', false],
])('"%s" and "%s" are the same number, without an extension: %s', (one, other, isSame) => {
	expect(sameNumber(one, other)).toBe(isSame);
	expect(sameNumber(other, one)).toBe(isSame);
});

describe('A filter of numbers', () => {
	test.each([
		['', []],
		['  ', []],
		['+1 (555) 010-0000, +41225550100\n+1.555.010.0000', ['+15550100000', '+41225550100']],
		['+15550100000; +41225550100', ['+15550100000', '+41225550100']],
		['+15550100000;\n+41225550100;\r\n+15550100001', ['+15550100000', '+41225550100', '+15550100001']],
		['+15550100000,', ['+15550100000']],
		['+15550100000; +41225550100;\r\n', ['+15550100000', '+41225550100']],
		['+15550100000;;', ['+15550100000']],
		['TEL;TYPE=FAX:+15550100000\nTEL;WORK;FAX:+41225550100', ['+15550100000', '+41225550100']],
		['+15550100000\t+41225550100，+15550100001', ['+15550100000', '+41225550100', '+15550100001']],
	])('from %j is %j', (value, numbers) => {
		expect(numbersIn(value)).toEqual(numbers);
	});

	test("names the field if an entry isn't a number", () => {
		expect(() => numbersIn('+15550100000, 0123')).toThrow('"Numbers": "0123" has no plus sign');
		expect(() => numbersIn('+49 (0)30 1234567')).toThrow('"Numbers": "+49 (0)30 1234567" has "(0)"');
	});

	const INCOMPLETE = /^Entry \d of \d in "Numbers" is empty\./;
	const MISSING = /^"Numbers" has no value\. .*leave the field empty for all numbers/;

	test.each<[unknown, RegExp]>([
		[',', INCOMPLETE],
		[[null], INCOMPLETE],
		[['+15550100000', null], INCOMPLETE],
		['+15550100000,,+41225550100', INCOMPLETE],
		[undefined, MISSING],
		[null, MISSING],
		[[], MISSING],
	])("is refused when it's %j, so it never means all numbers", (value, message) => {
		expect(() => numbersIn(value)).toThrow(message);
	});
});
