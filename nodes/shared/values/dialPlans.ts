import metadata from './dialPlans.json';

/** How numbers are dialed in a country, or behind a code that belongs to none. */
export interface DialPlan {
	/** The country code. */
	code: string;
	/** What is dialed before the area code within the country; empty where nothing is. */
	prefix: string;
	/** From how many digits on a number without the prefix has its area code for certain; null where none has. */
	wholeFrom?: number | null;
	/** A pattern of all that people dial, or once dialed, before a number; absent where the prefix is all. */
	prefixes?: string;
	/** What stays of the pattern; absent where nothing does. */
	withoutPrefixes?: string;
	/** How many digits there may be, without country code and prefix. */
	lengths: number[];
	/** With which digits numbers begin, without country code and prefix. */
	starts: string;
	/** A pattern of what may be a number, without country code and prefix. */
	any: string;
	/** A pattern of the numbers there are that may be faxes. Numbers that cost more than others are not among them. */
	numbers: string;
}

/**
 * The plans of all countries, by their two letters, and of codes that belong to no country, such as 800. The build makes them of
 * the metadata of Google's libphonenumber (Apache License 2.0), as the library libphonenumber-js (MIT License) has it.
 */
const PLANS: Record<string, DialPlan> = metadata;

/** The countries whose plans there are, by their two letters. */
export const countryCodes = Object.keys(PLANS).filter((name) => /^[A-Z]{2}$/.test(name));

const plansByCode = new Map<string, DialPlan[]>();
for (const plan of Object.values(PLANS))
	plansByCode.set(plan.code, [...(plansByCode.get(plan.code) ?? []), plan]);

/** France and the parts of it overseas have codes of their own, and are dialed from each other as one country. */
const FRANCE = ['FR', 'GP', 'BL', 'MF', 'GF', 'MQ', 'RE', 'YT'];

/** The plan of a country, by its two letters. */
export function planOf(country: string): DialPlan | undefined {
	return Object.hasOwn(PLANS, country) ? PLANS[country] : undefined;
}

/** The plans of other codes that are dialed from a country as its own numbers are. */
export function plansDialedAlike(country: string): DialPlan[] {
	const code = planOf(country)?.code;
	const names = FRANCE.includes(country) ? FRANCE : [];
	return names.flatMap((name) => PLANS[name] ?? []).filter((plan) => plan.code !== code);
}

/** The plans behind a country code; none where no country has it. */
export function plansOf(code: string): readonly DialPlan[] {
	return plansByCode.get(code) ?? [];
}

/** The country code with which digits begin, and the digits behind it; undefined where no country has one like that. */
export function dividedByCode(digits: string): { code: string; rest: string } | undefined {
	const code = [1, 2, 3].map((length) => digits.slice(0, length)).find((start) => plansByCode.has(start));
	return code === undefined ? undefined : { code, rest: digits.slice(code.length) };
}

/** Whether digits behind a country code may be a number of the plan. */
export function mayBeNumber({ any, lengths }: DialPlan, rest: string): boolean {
	return lengths.includes(rest.length) && matches(any, rest);
}

/** Whether they are a number that there is, and that may be a fax. */
export function isNumber(plan: DialPlan, rest: string): boolean {
	return mayBeNumber(plan, rest) && matches(plan.numbers, rest);
}

/** What digits may be without what is dialed within the country only; nothing where they begin with nothing of that. */
export function withoutPrefixes(plan: DialPlan, digits: string): string[] {
	return [...new Set([withoutPrefix(plan, digits), withoutAnyPrefix(plan, digits)])].filter(
		(rest) => rest !== '',
	);
}

/**
 * The one number that digits behind a country code mean without what is dialed within the country; undefined where that isn't
 * certain, as where the prefix may have carried a carrier's digits, or not.
 */
export function dialedFromAbroad(code: string, rest: string): string | undefined {
	const plans = plansOf(code);
	const meant = plans.map((plan) => withoutAnyPrefix(plan, rest));
	const one = onlyOne(meant.filter((digits) => plans.some((plan) => mayBeNumber(plan, digits))));
	const others = plans.map((plan) => withoutPrefix(plan, rest));
	const isAnother = others.some((digits) => digits !== one && plans.some((plan) => isNumber(plan, digits)));
	return isAnother ? undefined : one;
}

/** Digits without the prefix of today; empty where they don't begin with it. */
function withoutPrefix({ prefix }: DialPlan, digits: string): string {
	return prefix !== '' && digits.startsWith(prefix) ? digits.slice(prefix.length) : '';
}

/** Digits without all that people dial, or once dialed, before a number; empty where there is nothing of that. */
function withoutAnyPrefix(plan: DialPlan, digits: string): string {
	const { prefixes, withoutPrefixes: kept } = plan;
	if (prefixes === undefined) return withoutPrefix(plan, digits);
	const beginning = pattern(`^(?:${prefixes})`);
	const [found = '', ...parts] = beginning.exec(digits) ?? [];
	const rest = kept !== undefined && parts.some(Boolean) ? found.replace(beginning, kept) : '';
	const stripped = `${rest}${digits.slice(found.length)}`;
	// Elsewhere the pattern adds an area code, which only those who are there leave out.
	return stripped.length < digits.length ? stripped : '';
}

/** The one text in a list; undefined where there is none, or another one. */
export function onlyOne(texts: readonly string[]): string | undefined {
	const [one, another] = new Set(texts);
	return another === undefined ? one : undefined;
}

const patterns = new Map<string, RegExp>();

function matches(source: string, digits: string): boolean {
	return pattern(`^(?:${source})$`).test(digits);
}

/** A list may hold thousands of numbers of one country. */
function pattern(source: string): RegExp {
	const known = patterns.get(source) ?? new RegExp(source);
	patterns.set(source, known);
	return known;
}
