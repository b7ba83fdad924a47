import { Readable } from 'node:stream';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { resources } from '../../../../nodes/FaxPlus/resources';
import { Asking, type Source } from '../../../../nodes/FaxPlus/resources/account/checking/asking';
import { survey } from '../../../../nodes/FaxPlus/resources/account/checking/survey';
import { fromAnswer } from '../../../../nodes/shared/http/faults';
import type { ReadRequest } from '../../../../nodes/shared/http/requests';
import { seed, type Settings, type Simulator } from '../../../../simulator';
import { reportedSettings } from '../../../../simulator/reportedSettings';

/** Settings that a report can tell, as reading alone shows them. */
export const TELLABLE: ReadonlyArray<keyof Settings> = [
	...(['webhookListShape', 'recordNumbers', 'listsFaxesInProgress', 'faxIdKept'] as const),
	...(['missingStatus', 'listsAdministrators', 'offsetHonoured'] as const),
	...(['largestLimit', 'contactGroups', 'contactsTotalTold'] as const),
	...(['contactsOffsetHonoured', 'largestContactPage', 'areaCodes'] as const),
];

/** What Account: Check puts out for the account of a token. */
export async function surveyOf(
	simulator: Simulator,
	token: string = seed.ownerToken,
): Promise<IDataObject[]> {
	const service = new Asking(sourceOf(simulator.baseUrl, token), 10_000, undefined);
	return await survey({ service, resources, context: {} as IExecuteFunctions });
}

/** The settings that its report names. */
export function settingsIn(items: readonly IDataObject[]): Partial<Settings> {
	return reportedSettings(items.at(-1)?.['report'] as string);
}

function sourceOf(baseUrl: string, token: string): Source {
	const ask = async ({ path, qs = {}, accept = 'application/json' }: ReadRequest): Promise<Response> => {
		const url = new URL(baseUrl + path);
		for (const [name, value] of Object.entries(qs)) url.searchParams.set(name, `${value as string | number}`);
		const response = await fetch(url, { headers: { accept, authorization: `Bearer ${token}` } });
		if (!response.ok) throw fromAnswer(response.status, await response.json(), {});
		source.dateTold = response.headers.get('date');
		return response;
	};
	const source = {
		dateTold: undefined as unknown,
		read: async <T>(request: ReadRequest) => (await (await ask(request)).json()) as T,
		download: async <T>(request: ReadRequest, consume: Parameters<Source['download']>[1]) => {
			const bytes = Buffer.from(await (await ask(request)).arrayBuffer());
			return (await consume(Readable.from([bytes]), undefined)) as T;
		},
	};
	return source;
}
