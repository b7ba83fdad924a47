import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import type { OutboxFax } from '../../../tools/simulator/faxing/types';
import type { RequestLogEntry } from '../../../tools/simulator/apiServer';
import type { Bench } from './bench';
import type { NodeResult, NodeRun } from './execution';
import { clinic } from './operationCases';

export const NUMBER = '+15550100299';
export const OTHER = '+41225550122';
/** The service does not reach it. */
export const BUSY = '+15550100911';

/** Numbers that nothing but a test has sent to. */
export const numberOf = (i: number): string => `+155502${String(10_000 + i)}`;

/** A file in the item itself; a PDF of its own unless said otherwise. */
export function file(
	fileName: string,
	mimeType: string,
	content: string | Uint8Array = `%PDF-1.4 ${fileName} %%EOF`,
): IBinaryData {
	return { fileName, mimeType, data: Buffer.from(content).toString('base64') };
}

/** An item with these files. */
export function withFiles(binary: NonNullable<INodeExecutionData['binary']>): INodeExecutionData {
	return { json: {}, binary };
}

/** What an item says of its send: how it ended where it failed, else its status. */
export function outcomeOf({ json: { error, status } }: INodeExecutionData): unknown {
	return (error as { outcome?: unknown } | undefined)?.outcome ?? status;
}

/** The operation "Send" of a bench, and what the service has got of it. */
export function sendingOf(bench: () => Bench) {
	const requestsOf = (name: string): RequestLogEntry[] =>
		bench().simulator.requests.filter(({ operationId }) => operationId === name);
	const submissions = (): Array<Record<string, unknown>> =>
		requestsOf('sendFax').map(({ body }) => body as Record<string, unknown>);
	return {
		/** Sends a text to one number, unless said otherwise. */
		send: async (parameters: INodeParameters = {}, more: Partial<NodeRun> = {}): Promise<NodeResult> => {
			const toOne = { from: seed.ownedNumber, to: NUMBER, source: 'text', text: 'Hello' };
			return await bench().run({ resource: 'fax', operation: 'send', ...toOne, ...parameters }, more);
		},
		requestsOf,
		/** The bodies of the requests to send. */
		submissions,
		/** The recipients of what was sent. */
		sentTo: (): unknown[] => submissions().map(({ to }) => to),
		/** The fax in the outbox to a number. */
		waiting: (number = NUMBER): OutboxFax | undefined =>
			[...clinic(bench().simulator).outbox.values()].filter(({ to }) => to === number).at(-1),
		/** How many faxes the service has taken, by such a number as `numberOf` gives. */
		taken: (): Record<string, number> => {
			const { outbox, faxes } = clinic(bench().simulator);
			const counts: Record<string, number> = {};
			for (const { to } of [...outbox.values(), ...faxes.values()])
				if (to.startsWith('+155502')) counts[to] = (counts[to] ?? 0) + 1;
			return counts;
		},
		/** Lets faxes stay in the outbox for as long as a test lasts. */
		slowly: (): void => {
			bench().simulator.sending.converting = 600_000;
		},
	};
}
