import { DEFAULT_SETTINGS, type Settings } from './settings';

/** A setting in the report of Account: Check, such as `missingStatus: 404`. */
const SETTING = /`(\w+): ("[^"`]*"|\d+|true|false)`/g;

/**
 * The settings with which the simulator answers as the service does, as far as the report of Account: Check tells.
 *
 * @throws Error for a text that tells nothing, and for a setting that does not exist
 */
export function reportedSettings(report: string): Partial<Settings> {
	const found = [...report.matchAll(SETTING)].map(([, name = '', value = '']): [string, unknown] => [
		name,
		JSON.parse(value) as unknown,
	]);
	if (found.length === 0)
		throw new Error(
			'The report names no setting. Take the field "report" of the last item of Account: Check.',
		);
	for (const [name, value] of found) {
		const usual: unknown = DEFAULT_SETTINGS[name as keyof Settings];
		if (typeof usual !== typeof value)
			throw new Error(`The report names a setting that the simulator does not have: ${name}.`);
	}
	return Object.fromEntries(found);
}
