import { dialedFromAbroad, dividedByCode } from './dialPlans';
import { withoutSeparators } from './numberText';

/** Why a string isn't a number, and what may be meant instead. */
export interface Fault {
	pattern: RegExp;
	/** The reason, which follows the text in a sentence. */
	words: string;
	/** Returns possible readings of the text. If one of them is a number, that's what's meant. */
	readings?: (text: string) => string[];
	/** What to do if none of the readings is a number. */
	advice?: string;
}

/** Matches the zero that's dialed within the country, as people write it next to the country code. */
const ZERO_IN_BRACKETS = /(?<![\s\p{Pd}])[\s\p{Pd}]*[([]\s*0\s*[)\]][\s\p{Pd}]*/u;

/** Matches an extension, which is dialed after somebody has answered. It's after a number, or alone if a comma came before it. */
const EXTENSION =
	/(?:^|(?<=[\d)])[\s.(,]*)(?:;?ext(?:ension|n)?|xtn|x|#|int(?:ern)?|app|poste|dw|ramal|anexo)[\s.:=]*\d{1,8}\s*\)?$/i;

const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0?[1-9]|1[0-2])';
const YEAR = '(?:19|20)\\d\\d';

/**
 * Matches a day as calendars and tables write it, perhaps with a time. A two-digit year needs separators, because people
 * also write phone numbers in pairs of digits.
 */
const DATE = new RegExp(
	`^(?:${[
		`${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])`,
		`${YEAR}([-./\\s])${MONTH}\\1${DAY}`,
		`(?:${DAY}([-./\\s]|[-./]\\s)${MONTH}\\2|${MONTH}([-./\\s])${DAY}\\3)${YEAR}`,
		`(?:${DAY}([-./])${MONTH}\\4|${MONTH}([-./])${DAY}\\5)\\d\\d`,
	].join('|')})(?:[T\\s,]+\\d{1,2}[:.]\\d\\d.*)?$`,
);

/** These match a number before or after words, if it's certain which part is the number. */
const NAME_BEFORE = /^(?=[^+\d]*\p{L})[^+\d]*(?<=[<([:\s])(\+?\d[\d\s().-]{5,}\d)[>)\]\s]*$/u;
const NAME_BEHIND = /^(\+?\d[\d\s().-]{5,}\d)(?=[\s(<[,])(?=[^+\d]*\p{L})[^+\d]*$/u;

/** Matches an area code, perhaps after a country code, before a slash that separates it from the rest. */
const AREA_BEFORE_SLASH = /^(\(?(?:\+\d[\d\s-]{0,8}|0)[\d\s-]{0,4}\d\)?)\s*\/\s*(?=\d[\d\s-]{3,}$)/;

export const NO_PLUS = 'has no plus sign, so its country is unknown';

/** Elsewhere, 011 may begin an area code. */
export const NORTH_AMERICAN_PREFIX = 'begins with 011, which works only in North America';

/** Faults in the order they're checked. The first one that a string has is reported. */
export const FAULTS: readonly Fault[] = [
	{
		pattern:
			/^(?:n\s*[/.]\s*a\.?|none|null|nil|undefined|unknown|no fax|kein(?:e|s)?|aucun|ninguno|nessuno|geen|ingen|[-\p{Pd}.?]+)$/iu,
		words: "means that there's no number",
		advice: 'Remove it from the list.',
	},
	{
		pattern: /%[0-9a-f]{2}/i,
		words: 'has percent signs, like a web address',
		readings: (text) => [decoded(text)],
	},
	{ pattern: /@/, words: 'is an email address' },
	{ pattern: DATE, words: 'looks like a date' },
	{
		pattern: ZERO_IN_BRACKETS,
		words: 'has "(0)", which you dial from abroad in some countries but not in most',
		readings: withAndWithoutZero,
	},
	{
		pattern: EXTENSION,
		words: "has an extension, which a fax can't dial",
		readings: (text) => [text.replace(EXTENSION, '')],
	},
	{
		pattern: /^\d+(?:\.\d+)?e\+?\d{1,3}$/i,
		words: 'is how a spreadsheet shortens a long number',
		advice: 'Format the column as text, then enter the number again.',
	},
	{
		pattern: /^\+?\d{7,}\.0$/,
		words: 'ends in ".0", like a decimal number',
		readings: (text) => [text.replace(/\.0$/, '')],
	},
	{ pattern: /^\d+\.\d{1,2}$/, words: 'looks like an amount' },
	{ pattern: /^[^+]*\+[^+]*\+/, words: 'has two plus signs. Separate numbers with commas' },
	{
		pattern: /\//,
		words: 'has a slash, which may separate two numbers',
		readings: (text) => [withoutSlash(text)],
	},
	{ pattern: /\\/, words: 'has a backslash, which may separate two numbers' },
	{ pattern: /\|/, words: 'has "|", which may separate two numbers' },
	{
		pattern: /^(?:(?:tele)?(?:phone|fon)\w*|tel|mob(?:ile|il)?|cell|handy|voice|[tmp])[.:\s]/i,
		words: 'is labeled as a telephone number, which may not receive faxes',
	},
	{
		pattern: NAME_BEFORE,
		words: 'has words next to the number',
		readings: (text) => [NAME_BEFORE.exec(text)?.[1] ?? ''],
	},
	{
		pattern: NAME_BEHIND,
		words: 'has words next to the number',
		readings: (text) => [NAME_BEHIND.exec(text)?.[1] ?? ''],
	},
	{ pattern: /\p{L}/u, words: 'has letters' },
	{ pattern: /(?![0-9])[\p{Nd}\p{No}]/u, words: 'has digits other than 0 to 9' },
	{
		pattern: /^\D*00/,
		words: "begins with 00, which doesn't work in every country",
		readings: withoutPrefix(/^\D*00/),
	},
	{
		pattern: /^\D*011/,
		words: NORTH_AMERICAN_PREFIX,
		readings: withoutPrefix(/^\D*011/),
	},
	{ pattern: /^(?=[^+]*\d)[^+]*\+/, words: 'has digits before the plus sign' },
	{ pattern: /^[^+]*\d/, words: NO_PLUS },
	{ pattern: /^[^+]*\+[^\d]*0/, words: 'has 0 after the plus sign, but no country code begins with 0' },
];

/** Removes the slash after an area code, as people write it in Germany. */
export function withoutSlash(text: string): string {
	return text.replace(AREA_BEFORE_SLASH, '$1 ');
}

/** Returns the number with the zero, and also without it if the zero is only dialed within the country. */
function withAndWithoutZero(text: string): string[] {
	const withZero = text.replace(ZERO_IN_BRACKETS, ' 0');
	const without = text.replace(ZERO_IN_BRACKETS, ' ');
	const { code = '', rest = '' } = dividedByCode(withoutSeparators(withZero).slice(1)) ?? {};
	const isWithin = withoutSeparators(without) === `+${code}${dialedFromAbroad(code, rest) ?? ''}`;
	return isWithin ? [withZero, without] : [withZero];
}

function withoutPrefix(prefix: RegExp): (text: string) => string[] {
	return (text) => [
		text
			.replace(/^[^+\d]*\+/, '')
			.replace(prefix, '+')
			.replace(/^\+[\s\p{Pd}.]+/u, '+'),
	];
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return '';
	}
}
