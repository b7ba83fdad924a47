import {
	countryCodes,
	dividedByCode,
	isNumber,
	onlyOne,
	planOf,
	plansDialedAlike,
	plansOf,
	withoutPrefixes,
	type DialPlan,
} from './dialPlans';
import { InputError } from './inputError';
import { asEntered, digitsWithoutPlus, toE164 } from './phoneNumbers';

const NORTH_AMERICA = '1';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** Name of the field with the country in the editor. */
export const COUNTRY = 'Country of Numbers Without +';

/** An island with three hundred people. Its name breaks n8n's rules for titles. */
const TRISTAN_DA_CUNHA = 'TA';

/** All countries by their English names, with their codes for people who search the list for them. */
export const countries = countryCodes
	.filter((country) => country !== TRISTAN_DA_CUNHA)
	.map((country) => ({
		name: `${nameOf(country)} (${country}, +${planOf(country)?.code ?? ''})`,
		value: country,
	}))
	.sort((one, other) => one.name.localeCompare(other.name, 'en'));

/**
 * Converts a number into Fax.Plus's format, as `toE164` does. A number without a plus sign is read as it's dialed in the
 * country. If it isn't certainly a number there, for example because the area code is missing, it's refused, because it
 * might reach a stranger.
 *
 * If a country's numbers have several lengths, a missing digit can't be noticed. A string with as many digits as a fax
 * number, such as a customer number, is accepted.
 *
 * @param country two-letter code
 * @param label the editor's name for the field
 * @param isNumeric whether the digits are a number instead of text. A number has lost its leading zeros, and may be an
 * amount or a customer number. So it's only accepted if it includes the country code, and if people there also dial
 * that code within the country, as in North America
 * @throws InputError
 */
export function toE164In(country: string, text: string, label?: string, isNumeric = false): string {
	const digits = digitsWithoutPlus(text);
	const code = planOf(country)?.code;
	const isForAbroad = digits?.startsWith('011') === true && (code ?? NORTH_AMERICA) === NORTH_AMERICA;
	if (digits === undefined || isForAbroad) return toE164(text, label);
	const said = `${asEntered(text, label)} has no plus sign`;
	if (code === undefined)
		throw new InputError(
			`${said}, so its country is unknown. Add the plus sign and the country code, as in +15550100000, or add the option "${COUNTRY}".`,
		);
	const number = numberIn(country, digits);
	if (number !== undefined && isNumeric && number !== `+${text}`)
		throw new InputError(
			`${asEntered(text, label)} is a number instead of text, so it may be an amount or a customer number. If it's a fax number, use text that begins with +${code}.`,
		);
	if (number !== undefined) return toE164(number, label);
	throw new InputError(
		`${said}, and may not be a number of this country: ${nameOf(country)}. Check its digits, and enter it ${howDialed(country)} or with the plus sign and the country code, as in +${code}.`,
	);
}

/** Maximum number of countries in a message. */
const MOST_COUNTRIES = 4;

/** Returns the country of a number with a plus sign, in words. Several countries may share the number's beginning. */
export function countryOf(number: string): string {
	const { code, rest = '' } = dividedByCode(number.slice(1)) ?? {};
	if (code === undefined) return 'unknown';
	const sharing = countryCodes.filter((country) => planOf(country)?.code === code);
	const having = sharing.filter((country) => numbersOf(planOf(country), [rest]).length > 0);
	const possible = having.length > 0 ? having : sharing;
	if (possible.length === 0) return `no country (+${code})`;
	if (possible.length > MOST_COUNTRIES) return `one of ${possible.length} countries with +${code}`;
	return possible.map(nameOf).join(' or ');
}

function howDialed(country: string): string {
	const prefix = planOf(country)?.prefix ?? '';
	return prefix === '' ? 'with its area code' : `with its area code and ${prefix} before that`;
}

/** Returns the number with the plus sign, or undefined if the digits match no number there, or two. */
function numberIn(country: string, digits: string): string | undefined {
	const plans = plansOf(planOf(country)?.code ?? '');
	const isWhole = isWholeWithoutPrefix(country, digits);
	const asDialed = plans.flatMap((plan) =>
		numbersOf(plan, [...(isWhole ? [digits] : []), ...withoutPrefixes(plan, digits)]),
	);
	// The digits may also be a number with the country code and without the plus sign. That alone
	// isn't enough to return it, but it makes a different number uncertain.
	const asAbroad = plans.flatMap((plan) =>
		numbersOf(plan, digits.startsWith(plan.code) ? [digits.slice(plan.code.length)] : []),
	);
	if (asDialed.length > 0) return onlyOne([...asDialed, ...asAbroad]);
	// France and its overseas regions dial each other's numbers like their own, so the country code may be another one.
	const elsewhere = plansDialedAlike(country).flatMap((plan) =>
		numbersOf(plan, withoutPrefixes(plan, digits)),
	);
	return onlyOne([...elsewhere, ...asAbroad]) === elsewhere[0] ? elsewhere[0] : undefined;
}

/** Returns the candidates that are numbers of a plan, with the plus sign and the country code. */
function numbersOf(plan: DialPlan | undefined, rests: string[]): string[] {
	if (plan === undefined) return [];
	return rests.filter((rest) => isNumber(plan, rest)).map((rest) => `+${plan.code}${rest}`);
}

/**
 * Whether digits certainly include their prefix or area code. Digits that start like the prefix may have it and lack
 * another digit.
 */
function isWholeWithoutPrefix(country: string, digits: string): boolean {
	const { prefix = '', wholeFrom } = planOf(country) ?? {};
	if (prefix === '') return true;
	return typeof wholeFrom === 'number' && digits.length >= wholeFrom && !digits.startsWith(prefix);
}

function nameOf(country: string): string {
	return names.of(country) ?? country;
}
