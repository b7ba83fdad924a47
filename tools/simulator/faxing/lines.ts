/** Result of a line whose receiver faxes all pages back, such as a signed contract. */
export const FAXED_BACK = 'faxed_back';

/** Numbers to which faxes don't simply succeed, with the result of each try. Later tries repeat the last result. */
export const PRESET_LINES: Readonly<Record<string, readonly string[]>> = {
	'+15550100911': ['failed_user_busy'],
	'+15550100912': ['failed_no_answer'],
	'+15550100913': ['partially_sent'],
	'+15550100914': ['failed_unallocated_number'],
	'+15550100915': ['failed_user_busy', 'success'],
	'+15550100916': [FAXED_BACK],
};

/** Results on the line to each number. Numbers that aren't listed succeed. */
export class Lines {
	private results = new Map<string, string[]>();

	constructor() {
		this.reset();
	}

	/**
	 * Sets the results of a number, one for each try. Later tries repeat the last result.
	 *
	 * @example lines.set('+15550100911', ['failed_user_busy', 'success'])
	 */
	set(number: string, results: readonly string[]): void {
		this.results.set(number, [...results]);
	}

	/** The result of the next try. */
	next(number: string): string {
		const results = this.results.get(number);
		const result = results && results.length > 1 ? results.shift() : results?.[0];
		return result ?? 'success';
	}

	/** All known results by number. */
	all(): Record<string, string[]> {
		return Object.fromEntries(this.results);
	}

	reset(): void {
		this.results = new Map(Object.entries(PRESET_LINES).map(([number, results]) => [number, [...results]]));
	}
}
