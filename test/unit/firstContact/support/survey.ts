import { SlowReader } from '../../../../tools/first-contact/slowReader';
import { serviceAt } from '../../../../tools/first-contact/service';
import { reportOf, survey } from '../../../../tools/first-contact/survey';
import { seed, type Settings, type Simulator } from '../../../../tools/simulator';
import { reportedSettings } from '../../../../tools/simulator/reportedSettings';

/** Settings that a report can tell, as reading alone shows them. */
export const TELLABLE: ReadonlyArray<keyof Settings> = [
	...(['webhookListShape', 'recordNumbers', 'listsFaxesInProgress', 'faxIdKept'] as const),
	...(['missingStatus', 'listsAdministrators', 'offsetHonoured'] as const),
	...(['largestLimit', 'contactGroups', 'contactsTotalTold'] as const),
	...(['contactsOffsetHonoured', 'largestContactPage', 'areaCodes'] as const),
];

/** The report about the account of a token. */
export async function reportOn(simulator: Simulator, token: string = seed.ownerToken): Promise<string> {
	return reportOf(await survey(new SlowReader(serviceAt(simulator.baseUrl, token), 10_000)));
}

/** The settings that it names. */
export async function settingsOf(simulator: Simulator): Promise<Partial<Settings>> {
	return reportedSettings(await reportOn(simulator));
}
