import type { AxiosInstance, AxiosResponse } from 'axios';
import { seed, startSimulator, type Simulator, type SimulatorOptions } from '../../tools/simulator';
import { apiClient } from './simulatorClient';
import { useStarted } from './startedBench';
import type { Account } from '../../tools/simulator/state';
import { accountOf } from '../../tools/simulator/state';

/** A fax record or an outbox record, as the API returns it. */
export type Json = Record<string, unknown> & { id: string; status: string };

export type Answer<Data = { error?: string }> = AxiosResponse<Data>;

/** A simulator, with the requests that take a fax from upload to result. */
export interface FaxingBench {
	simulator: Simulator;
	stop: () => Promise<void>;
	owner: AxiosInstance;
	member: AxiosInstance;
	account: () => Account;
	/** @returns the path of the uploaded file */
	upload: (text?: string | Buffer, fileName?: string, contentType?: string) => Promise<string>;
	/** Sends a short text to one number by default. */
	send: (values?: object) => Promise<Answer<{ error?: string; ids?: Record<string, string> }>>;
	outbox: () => Promise<Json[]>;
	list: (query?: object) => Promise<Json[]>;
}

export const TO = '+15550100300';

/** Starts a bench for all tests of a file, and resets it before each test. */
export function faxingBench(options: SimulatorOptions = {}): () => FaxingBench {
	const bench = useStarted(async () => benchOf(await startSimulator(options)));
	beforeEach(() => {
		bench().simulator.reset();
	});
	return bench;
}

function benchOf(simulator: Simulator): FaxingBench {
	const owner = apiClient(simulator);
	const upload: FaxingBench['upload'] = async (
		content = 'Hello',
		fileName = 'letter.txt',
		contentType = 'text/plain',
	) => {
		const { data } = await owner.post<{ path: string }>(
			'/accounts/self/files',
			fileForm(content, fileName, contentType),
		);
		return data.path;
	};
	return {
		simulator,
		stop: () => simulator.stop(),
		owner,
		member: apiClient(simulator, seed.memberToken),
		account: () => accountOf(simulator.state, seed.ownerId),
		upload,
		send: async (values = {}) => {
			const files = 'files' in values ? [] : [await upload()];
			const body = { from: seed.ownedNumber, to: [TO], files, return_ids: true, ...values };
			return await owner.post('/accounts/self/outbox', body);
		},
		outbox: async () => {
			const { data } = await owner.get<{ records: Json[] }>('/accounts/self/outbox');
			return data.records.filter(({ id }) => id !== seed.outboxFaxId);
		},
		list: async (params = {}) => {
			const { data } = await owner.get<{ data: { records: Json[] } }>('/accounts/self/faxes', { params });
			return data.data.records;
		},
	};
}

/** Builds a form with one file in it. */
export function fileForm(
	content: string | Buffer,
	fileName: string,
	contentType: string,
	part = 'fax_file',
): FormData {
	const form = new FormData();
	form.append(part, new Blob([new Uint8Array(Buffer.from(content))], { type: contentType }), fileName);
	return form;
}
