/** The result of a line where somebody faxes all pages back, as with a contract that was signed. */
export const FAXED_BACK = 'faxed_back';

/** Numbers that do not simply succeed, with the results of each try; the last one stays. */
export const PRESET_LINES: Readonly<Record<string, readonly string[]>> = {
	'+15550100911': ['failed_user_busy'],
	'+15550100912': ['failed_no_answer'],
	'+15550100913': ['partially_sent'],
	'+15550100914': ['failed_unallocated_number'],
	'+15550100915': ['failed_user_busy', 'success'],
	'+15550100916': [FAXED_BACK],
};

/** What happens on the line to each number; numbers that are not here succeed. */
export class Lines {
	private results = new Map<string, string[]>();

	constructor() {
		this.reset();
	}

	/**
	 * Decides the results of a number, tries in turn; retries use them up, and the last one stays.
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

	/** All that is known, by number. */
	all(): Record<string, string[]> {
		return Object.fromEntries(this.results);
	}

	reset(): void {
		this.results = new Map(Object.entries(PRESET_LINES).map(([number, results]) => [number, [...results]]));
	}
}
