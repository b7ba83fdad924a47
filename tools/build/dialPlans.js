// How numbers are dialed in each country, from the metadata of libphonenumber. The library itself isn't part of the
// package.
const { countries, nonGeographic } = require('libphonenumber-js/metadata.max.json');
const { firstDigits } = require('./firstDigits');

/** Positions of a plan's parts in the metadata of a country. */
const CALLING_CODE = 0;
const ANY_NUMBER = 2;
const LENGTHS = 3;
const NATIONAL_PREFIX = 5;
const PREFIXES = 7;
const WITHOUT_PREFIXES = 8;
const TYPES = 11;

/**
 * Kinds of numbers that can be a fax: fixed line, mobile, toll-free, personal, company-wide and VoIP. None of them is a
 * premium-rate number.
 */
const FIXED_LINE = 0;
const FAXABLE = [FIXED_LINE, 1, 2, 4, 6, 8];

/**
 * Calling codes of the two plans that span a continent. Other lengths in their metadata are only for machines or local
 * dialing.
 */
const TEN_DIGITS = ['1', '7'];

/** The text of nodes/shared/values/dialPlans.json, with a line for each country and for each code that belongs to no country. */
function dialPlansText() {
	const lines = Object.entries({ ...countries, ...nonGeographic })
		.map(([name, country]) => `\t"${name}": ${JSON.stringify(planOf(country))}`)
		.sort();
	return `{\n${lines.join(',\n')}\n}\n`;
}

function planOf(country) {
	const types = country[TYPES];
	const patterns = FAXABLE.flatMap((index) => patternOf(types[index], country[LENGTHS]));
	const prefix = country[NATIONAL_PREFIX] || '';
	return {
		code: country[CALLING_CODE],
		prefix,
		...(prefix !== '' && { wholeFrom: wholeFrom(types[FIXED_LINE]?.[1] ?? country[LENGTHS]) }),
		...(country[PREFIXES] && country[PREFIXES] !== prefix && { prefixes: country[PREFIXES] }),
		...(country[WITHOUT_PREFIXES] && { withoutPrefixes: country[WITHOUT_PREFIXES] }),
		lengths: TEN_DIGITS.includes(country[CALLING_CODE]) ? [10] : country[LENGTHS],
		starts: firstDigits(country[ANY_NUMBER]),
		any: country[ANY_NUMBER],
		numbers: [...new Set(patterns)].join('|'),
	};
}

/** The pattern of one kind of number in all of its lengths. It's empty if the country doesn't have that kind. */
function patternOf(type, allLengths) {
	const [pattern, lengths = allLengths] = type || [];
	return pattern ? `(?=(?:${lengths.map((length) => `.{${length}}`).join('|')})$)(?:${pattern})` : [];
}

/**
 * Minimum number of digits of a number without a prefix that surely includes its area code. If all landline numbers have
 * the same length, any shorter one lacks its area code. Null if their lengths differ.
 */
function wholeFrom(lengths) {
	return lengths.length === 1 ? lengths[0] : null;
}

module.exports = { dialPlansText };
