import dialPlans from './dialPlans.json';
import { InputError } from './inputError';
import { digitsWithoutPlus, toE164 } from './phoneNumbers';
import { visibleIn } from './text';

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

/** All countries, by their English names. */
export const countries = Object.keys(PLANS)
	.map((country) => ({ name: nameOf(country), value: country }))
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
	if (plan === undefined || digits === undefined) return toE164(text, label);
	const number = numberIn(plan, digits);
	if (number !== undefined) return toE164(number, label);
	if (plan.code === NORTH_AMERICA && digits.startsWith('011')) return toE164(text, label);
	const before = plan.prefix === '' ? '' : `, with ${plan.prefix} before it`;
	const said = `"${visibleIn(text)}" has no plus sign, and is not certainly a number of this country: ${nameOf(country)}`;
	throw new InputError(
		`${label === undefined ? said : `${label}: ${said}`}. Write it with its area code${before}, or begin with +${plan.code}.`,
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
