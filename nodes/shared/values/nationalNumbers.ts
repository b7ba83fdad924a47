import {
	countryCodes,
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

/** What the editor calls the field with the country. */
export const COUNTRY = 'Country of Numbers Without +';

/** Three hundred people, whose name n8n's rules for titles do not take. */
const TRISTAN_DA_CUNHA = 'TA';

/** All countries, by their English names; the codes are for those who look for them in the list. */
export const countries = countryCodes
	.filter((country) => country !== TRISTAN_DA_CUNHA)
	.map((country) => ({
		name: `${nameOf(country)} (${country}, +${planOf(country)?.code ?? ''})`,
		value: country,
	}))
	.sort((one, other) => one.name.localeCompare(other.name, 'en'));

/**
 * Brings a number into the form of the service, as `toE164` does, and one without a plus sign as it is dialed in a country. What
 * is not certainly a number there, as without its area code, is refused: it might reach a stranger. Where numbers have several
 * lengths, a missing digit does not show. A text of as many digits as a number has, such as a customer number, passes for one.
 *
 * @param country two letters
 * @param label the editor's name for the field
 * @param isNumeric whether the digits came as a number instead of a text. They lack zeros at their start, and may be an amount or
 * the number of a customer: so they need the country code, which nothing else has.
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

function howDialed(country: string): string {
	const prefix = planOf(country)?.prefix ?? '';
	return prefix === '' ? 'with its area code' : `with its area code and ${prefix} before that`;
}

/** With the plus sign; undefined where the digits can mean no number there, or two. */
function numberIn(country: string, digits: string): string | undefined {
	const plans = plansOf(planOf(country)?.code ?? '');
	const isWhole = isWholeWithoutPrefix(country, digits);
	const asDialed = plans.flatMap((plan) =>
		numbersOf(plan, [...(isWhole ? [digits] : []), ...withoutPrefixes(plan, digits)]),
	);
	// It may also be a number with the country code, of which somebody has left out the plus sign.
	const asAbroad = plans.flatMap((plan) =>
		numbersOf(plan, digits.startsWith(plan.code) ? [digits.slice(plan.code.length)] : []),
	);
	if (asDialed.length > 0) return onlyOne([...asDialed, ...asAbroad]);
	const elsewhere = plansDialedAlike(country).flatMap((plan) =>
		numbersOf(plan, withoutPrefixes(plan, digits)),
	);
	return onlyOne([...elsewhere, ...asAbroad]) === elsewhere[0] ? elsewhere[0] : undefined;
}

/** Those of several that are numbers of a plan, with plus sign and country code. */
function numbersOf(plan: DialPlan, rests: string[]): string[] {
	return rests.filter((rest) => isNumber(plan, rest)).map((rest) => `+${plan.code}${rest}`);
}

/** Whether digits lack neither prefix nor area code: what begins like the prefix may have it, and lack a digit. */
function isWholeWithoutPrefix(country: string, digits: string): boolean {
	const { prefix = '', wholeFrom } = planOf(country) ?? {};
	if (prefix === '') return true;
	return typeof wholeFrom === 'number' && digits.length >= wholeFrom && !digits.startsWith(prefix);
}

function nameOf(country: string): string {
	return names.of(country) ?? country;
}
