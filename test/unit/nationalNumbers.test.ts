import fc from 'fast-check';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';

import { InputError } from '../../nodes/shared/values/inputError';
import { toE164 } from '../../nodes/shared/values/phoneNumbers';
import { countries, countryOf, toE164In } from '../../nodes/shared/values/nationalNumbers';

describe('a number without a plus sign', () => {
	test.each([
		['GB', '020 7946 0000', '+442079460000'],
		['GB', '(020) 7946-0000', '+442079460000'],
		['DE', '030 1234567', '+49301234567'],
		['FR', '01 23 45 67 89', '+33123456789'],
		['CH', '022 555 01 22', '+41225550122'],
		['US', '(415) 555-0100', '+14155550100'],
		['CA', '416 555 0100', '+14165550100'],
		['US', '1-415-555-0100', '+14155550100'],
		['BR', '(11) 2345-6789', '+551123456789'],
		['IN', '022 2345 6789', '+912223456789'],
		// This English area code starts with the prefix for calls abroad in North America.
		['GB', '0114 496 0000', '+441144960000'],
		['HU', '06 1 234 5678', '+3612345678'],
		['RU', '8 (495) 123-45-67', '+74951234567'],
		['RU', '495 123-45-67', '+74951234567'],
		['RU', '8 (848) 421-23-45', '+78484212345'],
		['IT', '06 6792 1234', '+390667921234'],
		['DK', '33 12 34 56', '+4533123456'],
		// A slash separates the area code from the rest.
		['DE', '030/1234567', '+49301234567'],
		['AT', '01 / 234 56 78', '+4312345678'],
		['CH', '022/555 01 22', '+41225550122'],
		['BE', '02/555 12 34', '+3225551234'],
		['HU', '06-1/234-5678', '+3612345678'],
		['DE', 'Fax: 030/1234567 (Fax)', '+49301234567'],
		// Countries that share a country code or a way of dialing are treated as one.
		['US', '416 555 0100', '+14165550100'],
		['US', '1 416 555 0100', '+14165550100'],
		['CA', '(415) 555-0100', '+14155550100'],
		['GB', '01534 888100', '+441534888100'],
		['JE', '020 7946 0000', '+442079460000'],
		['FR', '0262 12 34 56', '+262262123456'],
		['RE', '01 23 45 67 89', '+33123456789'],
		['IT', '06 698 83712', '+390669883712'],
		['RU', '8 727 258 12 34', '+77272581234'],
		['KZ', '8 (495) 123-45-67', '+74951234567'],
		['GB', '０２０ ７９４６ ００００', '+442079460000'],
	])('in %s "%s" is %s', (country, text, number) => {
		expect(toE164In(country, text)).toBe(number);
	});

	test.each([
		[
			'GB',
			'7946 0000',
			'Check its digits, and enter it with its area code and 0 before that or with the plus sign and the country code, as in +44.',
		],
		[
			'GB',
			'20 7946 0000',
			'Check its digits, and enter it with its area code and 0 before that or with the plus sign and the country code, as in +44.',
		],
		[
			'DE',
			'1234567',
			'Check its digits, and enter it with its area code and 0 before that or with the plus sign and the country code, as in +49.',
		],
		[
			'US',
			'555-0100',
			'Check its digits, and enter it with its area code and 1 before that or with the plus sign and the country code, as in +1.',
		],
		[
			'IT',
			'6792 1234',
			'Check its digits, and enter it with its area code or with the plus sign and the country code, as in +39.',
		],
		// This is a premium-rate number.
		[
			'GB',
			'0909 8790000',
			'Check its digits, and enter it with its area code and 0 before that or with the plus sign and the country code, as in +44.',
		],
		// A digit is missing. So the number is as long as one from Togliatti, whose area code is 848.
		[
			'RU',
			'8 (484) 212-34-5',
			'Check its digits, and enter it with its area code and 8 before that or with the plus sign and the country code, as in +7.',
		],
		[
			'RU',
			'848 421 23 45',
			'Check its digits, and enter it with its area code and 8 before that or with the plus sign and the country code, as in +7.',
		],
		// This could be +39 06 12345, or the mobile number 390 612345.
		[
			'IT',
			'39 06 12345',
			'Check its digits, and enter it with its area code or with the plus sign and the country code, as in +39.',
		],
	])('in %s "%s" is refused, and the error says how to write it', (country, text, advice) => {
		const name = countries.find(({ value }) => value === country)?.name;
		expect(() => toE164In(country, text, 'To')).toThrow(
			new InputError(
				`"To": "${text}" has no plus sign, and may not be a number of this country: ${name?.replace(/ \(.*/, '')}. ${advice}`,
			),
		);
	});

	test.each([
		'0044 20 7946 0000',
		'020 7946 0000 ext 12',
		'020 7946/0000',
		'020 7946 0000/1',
		'020|7946 0000',
		'020*7946 0000',
		'fax',
		'020 79٤٦ 0000',
	])('"%s" is refused as if there were no country', (text) => {
		expect(() => toE164In('GB', text)).toThrow(InputError);
	});

	test.each([
		['LU', '27123456.0'],
		['US', '4155550100.0'],
	])(
		'a decimal number from a table, as in %s "%s", is refused, because its last 0 isn\'t part of the number',
		(country, text) => {
			expect(() => toE164In(country, text)).toThrow(/ends in "\.0", like a decimal number/);
		},
	);

	test('in North America, "011" is dialed before a country code', () => {
		expect(() => toE164In('US', '011 44 20 7946 0000')).toThrow(
			/^"011 44 20 7946 0000" begins with 011.* Enter \+44 20/,
		);
	});

	test.each([
		['DK', '20261127', /looks like a date/],
		['DK', '27 11 2026', /looks like a date/],
		['BE', '27.11.2026', /looks like a date/],
		['DE', '01/12/2026', /looks like a date/],
		['LU', '27.11.26', /looks like a date/],
		['DK', '331234.56', /looks like an amount/],
	])('in %s "%s" is refused, because it may not be a number', (country, text, words) => {
		expect(() => toE164In(country, text)).toThrow(words);
	});

	test.each([
		['NO', '40012345'],
		['DK', '33123456'],
		['US', '4155550100'],
		['FR', '123456789'],
	])('in %s the numeric value %s is refused, because it may be anything', (country, digits) => {
		expect(() => toE164In(country, digits, 'To', true)).toThrow(
			/^"To": "\d+" (is a number instead of text|has no plus sign)/,
		);
	});

	test('a numeric value is accepted with its country code, which nothing else has', () => {
		expect(toE164In('US', '14155550100', 'To', true)).toBe('+14155550100');
	});

	test('is refused without a country', () => {
		expect(() => toE164In('', '020 7946 0000')).toThrow(/its country is unknown/);
	});
});

test('a number with a plus sign stays the same for any country', () => {
	for (const { value } of countries) expect(toE164In(value, '+41 22 555 01 22')).toBe('+41225550122');
});

const FORTY =
	'AR AT AU BE BR CA CH CL CN CO CZ DE DK EG ES FI FR GB GR HK HU IE IL IN IT JP KR MX MY NL NO NZ PL PT RO SE SG TR US ZA'.split(
		' ',
	) as CountryCode[];

/** Sample numbers of every kind and country in the metadata, the same in each run. */
const EVERYWHERE = (Object.keys(metadata.countries) as CountryCode[]).flatMap((country) => {
	const { code, prefix, patterns } = planOf(country);
	return patterns.flatMap((pattern) =>
		fc
			.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { numRuns: 2, seed: 1 })
			.map((digits) => ({ country, code, prefix, digits, number: `+${code}${digits}` }))
			.filter(({ number }) => parsePhoneNumberFromString(number)?.isValid()),
	);
});

/** Returns the number that was read from a string, or the advice in the error's message. */
function readOf(read: () => string): { number?: string; advice?: string | undefined } {
	try {
		return { number: read() };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		const [, advice] = /Enter (\+[\d\s.-]+)\.$/.exec(error.message) ?? [];
		return { advice: advice?.replace(/[\s.-]/g, '') };
	}
}

describe('all kinds of numbers in all countries', () => {
	/**
	 * Returns whether the package should accept a number. It refuses more than fifteen digits, Canada's seven-digit numbers,
	 * and +7 numbers with fourteen digits. The last two kinds are for local calls or machines.
	 */
	const isTaken = (number: string) => number.length <= 16 && !/^\+1\d{7}$|^\+7\d{14}$/.test(number);

	test('are accepted with plus sign and country code, and never as another number when dialed locally', () => {
		const read = ({ number }: (typeof EVERYWHERE)[number]) => readOf(() => toE164(number)).number;
		expect(EVERYWHERE.length).toBeGreaterThan(1500);
		expect(EVERYWHERE.filter((one) => isTaken(one.number) && read(one) !== one.number)).toEqual([]);
		const others = EVERYWHERE.flatMap(({ country, prefix, digits, number }) =>
			[`${prefix}${digits}`, digits].flatMap((text) => {
				const { number: got = number } = readOf(() => toE164In(country, text));
				return got === number ? [] : `${country} ${text}: ${got}`;
			}),
		);
		expect(others).toEqual([]);
	});

	test("aren't dialed with their country's prefix, and the advice matches the library", () => {
		const others = EVERYWHERE.flatMap(({ code, prefix, digits }) =>
			[prefix, '0', '8', '01', '06', '044'].flatMap((before) =>
				[`+${code} ${before} ${digits}`, `+${code} (${before}) ${digits}`].flatMap((text) => {
					const meant = parsePhoneNumberFromString(text);
					const { number: got, advice } = readOf(() => toE164(text));
					const isWrong = got !== undefined && before === prefix && before !== '' && !meant?.isValid();
					const isOther = [got, advice].some((one) => one !== undefined && one !== meant?.number);
					return isWrong || isOther ? `${text}: ${got ?? ''} ${advice ?? ''}` : [];
				}),
			),
		);
		expect(others).toEqual([]);
	});
});

/** Kinds of numbers in the metadata that the package accepts. The others cost more, or aren't telephones. */
const TAKEN = ['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE', 'TOLL_FREE', 'PERSONAL_NUMBER', 'UAN', 'VOIP'];

/** Returns a country's code, its prefix, and the patterns of its kinds of numbers, all from the metadata. */
function planOf(country: CountryCode): { code: string; prefix: string; patterns: string[] } {
	const entry = metadata.countries[country] as unknown as [
		string,
		string,
		string,
		number[],
		unknown,
		string | 0,
	];
	const types = (entry as unknown as unknown[])[11] as Array<[string] | 0>;
	return {
		code: entry[0],
		prefix: entry[5] || '',
		patterns: types.flatMap((type) => (type && type[0] ? [type[0]] : [])),
	};
}

/** Generates a number with separators that people put between digits. */
const grouped = (digits: string): fc.Arbitrary<string> =>
	fc
		.array(fc.constantFrom('', '', '', ' ', '-', '.', ' - '), {
			minLength: digits.length,
			maxLength: digits.length,
		})
		.map((between) =>
			digits
				.split('')
				.map((digit, index) => `${digit}${between[index]}`)
				.join(''),
		);

/**
 * Numbers that the package may refuse. They have more than fourteen or fewer than seven digits, belong to companies with
 * short numbers, or have a 0 after the country code.
 */
const MAY_BE_REFUSED = /^\+(?:\d{15,}|\d{1,6}|1\d{7}|(?:47|8[12]|91)0\d+)$/;

describe.each(FORTY)('250 numbers of %s, the way people write them', (country) => {
	const { code, prefix, patterns } = planOf(country);
	const number = fc
		.constantFrom(...patterns)
		.chain((pattern) => fc.stringMatching(new RegExp(`^(?:${pattern})$`)));
	const read = (text: string): string | undefined => {
		try {
			return toE164In(country, text);
		} catch (error) {
			if (error instanceof InputError) return undefined;
			throw error;
		}
	};

	const refused: string[] = [];

	test('match the library or are refused, and fully dialed ones are accepted', () => {
		fc.assert(
			fc.property(
				number.chain((digits) =>
					fc.tuple(fc.constant(digits), grouped(`${prefix}${digits}`), grouped(digits)),
				),
				([digits, written, withoutPrefix]) => {
					const expected = `+${code}${digits}`;
					const parsed = parsePhoneNumberFromString(expected);
					const isTaken = parsed?.isValid() === true && TAKEN.includes(parsed.getType() ?? '');
					const got = read(written);
					expect([isTaken ? expected : undefined, undefined]).toContain(got);
					expect([expected, undefined]).toContain(read(withoutPrefix));
					// If a national number begins with the country code, it may already be in international format.
					if (got === undefined && isTaken && !digits.startsWith(code)) refused.push(expected);
				},
			),
			{ numRuns: 250, seed: 1 },
		);
		expect(refused.filter((number) => !MAY_BE_REFUSED.test(number))).toEqual([]);
	});
});

test.each([
	['+41225550122', 'Switzerland'],
	['+442079460000', 'United Kingdom'],
	['+12125550123', 'United States'],
	['+14165550123', 'Canada'],
	['+77172123456', 'Kazakhstan'],
	['+15550100200', 'one of 25 countries with +1'],
	['+800123456789', 'no country (+800)'],
	['+999123456789', 'unknown'],
])('the country of %s is "%s"', (number, country) => {
	expect(countryOf(number)).toBe(country);
});
