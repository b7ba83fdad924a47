import { DEFAULT_SETTINGS, type Settings } from './settings';

/** A setting in the report of `npm run first-contact`, such as `missingStatus: 404`. */
const SETTING = /`(\w+): ("[^"`]*"|\d+|true|false)`/g;

/**
 * The settings with which the simulator answers as the service does, as far as that report tells.
 *
 * @throws Error for a text that tells nothing, and for a setting that does not exist
 */
export function reportedSettings(report: string): Partial<Settings> {
	const found = [...report.matchAll(SETTING)].map(([, name = '', value = '']): [string, unknown] => [
		name,
		JSON.parse(value) as unknown,
	]);
	if (found.length === 0)
		throw new Error('The report names no setting. Take all that "npm run first-contact" has put out.');
	for (const [name, value] of found) {
		const usual: unknown = DEFAULT_SETTINGS[name as keyof Settings];
		if (typeof usual !== typeof value)
			throw new Error(`The report names a setting that the simulator does not have: ${name}.`);
	}
	return Object.fromEntries(found);
}
