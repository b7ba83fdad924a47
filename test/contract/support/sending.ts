import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import type { OutboxFax } from '../../../tools/simulator/faxing/types';
import type { RequestLogEntry } from '../../../tools/simulator/apiServer';
import type { Bench } from './bench';
import type { NodeResult, NodeRun } from './execution';
import { clinic } from './operationCases';

export const NUMBER = '+15550100299';
export const OTHER = '+41225550122';
/** A number that is always busy. */
export const BUSY = '+15550100911';

/** Returns a number that only the tests send to. */
export const numberOf = (i: number): string => `+155502${String(10_000 + i)}`;

/** Returns a file in the item itself. By default, it's a PDF with its own content. */
export function file(
	fileName: string,
	mimeType: string,
	content: string | Uint8Array = `%PDF-1.4 ${fileName} %%EOF`,
): IBinaryData {
	return { fileName, mimeType, data: Buffer.from(content).toString('base64') };
}

/** Returns an item with these files. */
export function withFiles(binary: NonNullable<INodeExecutionData['binary']>): INodeExecutionData {
	return { json: {}, binary };
}

/** Returns the outcome of a failed send, or the fax's status otherwise. */
export function outcomeOf({ json: { error, status } }: INodeExecutionData): unknown {
	return (error as { outcome?: unknown } | undefined)?.outcome ?? status;
}

/** Returns the operation "Send" of a bench, and functions that show what Fax.Plus has received. */
export function sendingOf(bench: () => Bench) {
	const requestsOf = (name: string): RequestLogEntry[] =>
		bench().simulator.requests.filter(({ operationId }) => operationId === name);
	const submissions = (): Array<Record<string, unknown>> =>
		requestsOf('sendFax').map(({ body }) => body as Record<string, unknown>);
	return {
		/** Sends text to one number by default. */
		send: async (parameters: INodeParameters = {}, more: Partial<NodeRun> = {}): Promise<NodeResult> => {
			const toOne = { from: seed.ownedNumber, to: NUMBER, source: 'text', text: 'Hello' };
			return await bench().run({ resource: 'fax', operation: 'send', ...toOne, ...parameters }, more);
		},
		requestsOf,
		/** Returns the bodies of the requests that send. */
		submissions,
		/** Returns the recipients of the faxes that were sent. */
		sentTo: (): unknown[] => submissions().map(({ to }) => to),
		/** Returns the fax to a number that is in the outbox. */
		waiting: (number = NUMBER): OutboxFax | undefined =>
			[...clinic(bench().simulator).outbox.values()].filter(({ to }) => to === number).at(-1),
		/** Returns how many faxes Fax.Plus has accepted for each number from `numberOf`. */
		taken: (): Record<string, number> => {
			const { outbox, faxes } = clinic(bench().simulator);
			const counts: Record<string, number> = {};
			for (const { to } of [...outbox.values(), ...faxes.values()])
				if (to.startsWith('+155502')) counts[to] = (counts[to] ?? 0) + 1;
			return counts;
		},
		/** Keeps faxes in the outbox for the whole test. */
		slowly: (): void => {
			bench().simulator.sending.converting = 600_000;
		},
	};
}
