import metadata from './dialPlans.json';

/** How people dial numbers in a country, or with a code that doesn't belong to a country. */
export interface DialPlan {
	/** The country code. */
	code: string;
	/** Digits that are dialed before the area code within the country. It's empty if there are none. */
	prefix: string;
	/**
	 * How many digits a number without the prefix must have to certainly include its area code, or null if that's never
	 * certain.
	 */
	wholeFrom?: number | null;
	/** Pattern of everything that people dial, or used to dial, before a number. It's missing if that's only the prefix. */
	prefixes?: string;
	/** What the matched part is replaced with. It's missing if it's just removed. */
	withoutPrefixes?: string;
	/** Possible numbers of digits, without country code and prefix. */
	lengths: number[];
	/** Digits that numbers can start with, without country code and prefix. */
	starts: string;
	/** Pattern of what may be a number, without country code and prefix. */
	any: string;
	/** Pattern of existing numbers that may be fax numbers. Premium-rate numbers aren't included. */
	numbers: string;
}

/**
 * The plans of all countries, keyed by their two-letter codes, and of codes that don't belong to a country, such as 800.
 * The build generates them from the metadata of Google's libphonenumber (Apache License 2.0), in the format of the library
 * libphonenumber-js (MIT License).
 */
const PLANS: Record<string, DialPlan> = metadata;

/** The two-letter codes of the countries that have a plan. */
export const countryCodes = Object.keys(PLANS).filter((name) => /^[A-Z]{2}$/.test(name));

const plansByCode = new Map<string, DialPlan[]>();
for (const plan of Object.values(PLANS))
	plansByCode.set(plan.code, [...(plansByCode.get(plan.code) ?? []), plan]);

/** France and its overseas territories have their own codes, but people dial between them as within one country. */
const FRANCE = ['FR', 'GP', 'BL', 'MF', 'GF', 'MQ', 'RE', 'YT'];

/** Returns the plan of a country, given its two-letter code. */
export function planOf(country: string): DialPlan | undefined {
	return Object.hasOwn(PLANS, country) ? PLANS[country] : undefined;
}

/** Returns the plans of other codes that are dialed from a country like its own numbers. */
export function plansDialedAlike(country: string): DialPlan[] {
	const code = planOf(country)?.code;
	const names = FRANCE.includes(country) ? FRANCE : [];
	return names.flatMap((name) => PLANS[name] ?? []).filter((plan) => plan.code !== code);
}

/** Returns the plans of a country code, or none if no country has it. */
export function plansOf(code: string): readonly DialPlan[] {
	return plansByCode.get(code) ?? [];
}

/** Returns the country code that digits start with, and the digits after it. It's undefined if no country has such a code. */
export function dividedByCode(digits: string): { code: string; rest: string } | undefined {
	const code = [1, 2, 3].map((length) => digits.slice(0, length)).find((start) => plansByCode.has(start));
	return code === undefined ? undefined : { code, rest: digits.slice(code.length) };
}

/** Whether digits after a country code may be a number of the plan. */
export function mayBeNumber({ any, lengths }: DialPlan, rest: string): boolean {
	return lengths.includes(rest.length) && matches(any, rest);
}

/** Whether digits after a country code are an existing number that may be a fax. */
export function isNumber(plan: DialPlan, rest: string): boolean {
	return mayBeNumber(plan, rest) && matches(plan.numbers, rest);
}

/**
 * Returns the possible numbers without the digits that are only dialed within the country. It's empty if the digits don't
 * start with any of those.
 */
export function withoutPrefixes(plan: DialPlan, digits: string): string[] {
	return [...new Set([withoutPrefix(plan, digits), withoutAnyPrefix(plan, digits)])].filter(
		(rest) => rest !== '',
	);
}

/**
 * Returns the number after a country code without the digits that are only dialed within the country. It's undefined if
 * that isn't certain, for example because the prefix may be followed by a carrier code.
 */
export function dialedFromAbroad(code: string, rest: string): string | undefined {
	const plans = plansOf(code);
	const meant = plans.map((plan) => withoutAnyPrefix(plan, rest));
	const one = onlyOne(meant.filter((digits) => plans.some((plan) => mayBeNumber(plan, digits))));
	const others = plans.map((plan) => withoutPrefix(plan, rest));
	const isAnother = others.some((digits) => digits !== one && plans.some((plan) => isNumber(plan, digits)));
	return isAnother ? undefined : one;
}

/** Removes the prefix that's used today. The result is empty if the digits don't start with it. */
function withoutPrefix({ prefix }: DialPlan, digits: string): string {
	return prefix !== '' && digits.startsWith(prefix) ? digits.slice(prefix.length) : '';
}

/** Removes everything that people dial, or used to dial, before a number. The result is empty if there's nothing to remove. */
function withoutAnyPrefix(plan: DialPlan, digits: string): string {
	const { prefixes, withoutPrefixes: kept } = plan;
	if (prefixes === undefined) return withoutPrefix(plan, digits);
	const leading = pattern(`^(?:${prefixes})`);
	const [found = '', ...parts] = leading.exec(digits) ?? [];
	const rest = kept !== undefined && parts.some(Boolean) ? found.replace(leading, kept) : '';
	const stripped = `${rest}${digits.slice(found.length)}`;
	// Otherwise, the pattern adds an area code, which people only leave out within that area.
	return stripped.length < digits.length ? stripped : '';
}

/** Returns the only string in a list, or undefined if there's none or more than one. */
export function onlyOne(texts: readonly string[]): string | undefined {
	const [one, another] = new Set(texts);
	return another === undefined ? one : undefined;
}

const patterns = new Map<string, RegExp>();

function matches(source: string, digits: string): boolean {
	return pattern(`^(?:${source})$`).test(digits);
}

/** Patterns are kept, because a list may have thousands of numbers of one country. */
function pattern(source: string): RegExp {
	const known = patterns.get(source) ?? new RegExp(source);
	patterns.set(source, known);
	return known;
}
