// How numbers are dialed within each country: from the metadata of libphonenumber, which is no part of the package.
const { countries, nonGeographic } = require('libphonenumber-js/metadata.max.json');
const { firstDigits } = require('./firstDigits');

/** Where the metadata of a country keeps what a plan is made of. */
const CALLING_CODE = 0;
const ANY_NUMBER = 2;
const LENGTHS = 3;
const NATIONAL_PREFIX = 5;
const PREFIXES = 7;
const WITHOUT_PREFIXES = 8;
const TYPES = 11;

/** Kinds of number that may be a fax: fixed lines, mobile, free, personal, company-wide and over the internet; none that costs more. */
const FIXED_LINE = 0;
const FAXABLE = [FIXED_LINE, 1, 2, 4, 6, 8];

/** The two plans that span a continent. What the metadata has of other lengths there is for machines, or dialed on the spot only. */
const TEN_DIGITS = ['1', '7'];

/** The text of nodes/shared/values/dialPlans.json: a line for each country, and for each code that belongs to no country. */
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

/** What a kind of number looks like, in one of its lengths; none where the country has no such kind. */
function patternOf(type, allLengths) {
	const [pattern, lengths = allLengths] = type || [];
	return pattern ? `(?=(?:${lengths.map((length) => `.{${length}}`).join('|')})$)(?:${pattern})` : [];
}

/**
 * From how many digits on a number without the prefix has its area code for certain: where all fixed lines are of one length, a
 * number without area code is shorter. Null where they are not.
 */
function wholeFrom(lengths) {
	return lengths.length === 1 ? lengths[0] : null;
}

module.exports = { dialPlansText };
