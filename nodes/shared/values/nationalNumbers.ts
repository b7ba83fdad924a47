import dialPlans from './dialPlans.json';
import { InputError } from './inputError';
import { asEntered, digitsWithoutPlus, toE164 } from './phoneNumbers';

/** How numbers are dialled from anywhere in a country. */
interface DialPlan {
	/** The country code. */
	code: string;
	/** What is dialled before the area code within the country; empty where nothing is. */
	prefix: string;
	/** From how many digits on a number without the prefix has its area code for certain; null where none has. */
	wholeFrom?: number | null;
	/** Which numbers there are, without country code and prefix. */
	numbers: string;
}

/**
 * The plans of all countries, by their two letters. The build makes them of the metadata of Google's libphonenumber (Apache
 * License 2.0), as the library libphonenumber-js (MIT License) has it. Numbers that cost more than others are not among them.
 */
const PLANS: Record<string, DialPlan> = dialPlans;

const NORTH_AMERICA = '1';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** What the editor calls the field with the country. */
export const COUNTRY = 'Country of Numbers Without +';

/** All countries, by their English names; the codes are for those who look for them in the list. */
export const countries = Object.entries(PLANS)
	.map(([country, { code }]) => ({ name: `${nameOf(country)} (${country}, +${code})`, value: country }))
	.sort((one, other) => one.name.localeCompare(other.name, 'en'));

/**
 * Brings a number into the form of the service, as `toE164` does, and one without a plus sign as it is dialled in a country. What
 * is not certainly a number there, as without its area code, is refused: it might reach a stranger. Where numbers have several
 * lengths, a missing digit does not show.
 *
 * @param country two letters
 * @param label the editor's name for the field
 * @throws InputError
 */
export function toE164In(country: string, text: string, label?: string): string {
	const plan = PLANS[country];
	const digits = digitsWithoutPlus(text);
	const isForAbroad = digits?.startsWith('011') === true && (plan?.code ?? NORTH_AMERICA) === NORTH_AMERICA;
	if (digits === undefined || isForAbroad) return toE164(text, label);
	const said = `${asEntered(text, label)} has no plus sign`;
	if (plan === undefined)
		throw new InputError(
			`${said}, so its country is not certain. Begin with the plus sign and the country code, as in +15550100000, or add the option "${COUNTRY}".`,
		);
	const number = numberIn(plan, digits);
	if (number !== undefined) return toE164(number, label);
	const before = plan.prefix === '' ? '' : `, with ${plan.prefix} before it`;
	throw new InputError(
		`${said}, and is not certainly a number of this country: ${nameOf(country)}. Check its digits, write it with its area code${before}, or begin with +${plan.code}.`,
	);
}

/** With the plus sign; undefined where the digits can mean no number of the plan, or two. */
function numberIn({ code, prefix, wholeFrom, numbers }: DialPlan, digits: string): string | undefined {
	const pattern = new RegExp(`^(?:${numbers})$`);
	// What begins like the prefix may have it, and lack a digit.
	const mayLackPrefix =
		typeof wholeFrom === 'number' && digits.length >= wholeFrom && !digits.startsWith(prefix);
	const isWhole = prefix === '' || mayLackPrefix;
	const asDialled = [isWhole ? digits : '', after(prefix, digits)].filter((one) => pattern.test(one));
	// It may also be a number with the country code, of which somebody has left out the plus sign.
	const asAbroad = [after(code, digits)].filter((one) => pattern.test(one));
	const [meant, another] = new Set([...asDialled, ...asAbroad]);
	return asDialled.length > 0 && another === undefined ? `+${code}${meant}` : undefined;
}

function after(start: string, digits: string): string {
	return start !== '' && digits.startsWith(start) ? digits.slice(start.length) : '';
}

function nameOf(country: string): string {
	return names.of(country) ?? country;
}
