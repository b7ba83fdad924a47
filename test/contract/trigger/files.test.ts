import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

import type { BinaryDataService } from 'n8n-core';
import type { IDataObject, INodeExecutionData, WorkflowExecuteMode } from 'n8n-workflow';

import { seed, Upload } from '../../../simulator';
import { AUTHENTICATIONS } from '../support/bench';
import { type BinaryMode, useBinaryMode } from '../support/binaryData';
import { pauses } from '../support/naps';
import { startRawServer } from '../support/rawServer';
import { until, useTriggerBench } from './support/bench';
import type { TriggerSettings } from './support/trigger';

const bench = useTriggerBench();
let storage: BinaryDataService;

const PDF = '%PDF-1.7\nand the rest of it\n%%EOF';

/** One look, and one after each pause. */
const LOOKS = 6;

beforeEach(async () => {
	storage = await useBinaryMode('default');
});

function itemOf(data: IDataObject = {}, event = 'fax_received', webhookId = 'msg_1'): INodeExecutionData {
	return { json: { event, webhookId, data: { id: seed.faxId, status: 'success', ...data } } };
}

/** Runs the trigger on items of events; in production, but for the de-duplication, unless the mode says otherwise. */
async function run(
	items: INodeExecutionData[],
	{
		parameters = {},
		mode = 'retry',
		cancel,
		...settings
	}: Partial<TriggerSettings> & { mode?: WorkflowExecuteMode; cancel?: Promise<unknown> } = {},
): Promise<INodeExecutionData[]> {
	const trigger = await bench().trigger({ ...settings, parameters: { downloadFax: true, ...parameters } });
	return await trigger.execute(items, mode, cancel);
}

/** The bytes that n8n keeps: in the item, or in the file on disk to which the item points. */
async function bytesOf(item: INodeExecutionData | undefined, field = 'data'): Promise<Buffer> {
	const file = item?.binary?.[field];
	if (!file) throw new Error(`The item has no file: ${JSON.stringify(item?.json)}`);
	return file.id === undefined ? Buffer.from(file.data, 'base64') : await readFile(storage.getPath(file.id));
}

function errorOf(item: INodeExecutionData | undefined): IDataObject | undefined {
	return item?.json['fileError'] as IDataObject | undefined;
}

/** Milliseconds that the node asked to wait. */
function waited(): number {
	return pauses.reduce((sum, milliseconds) => sum + milliseconds, 0);
}

/** The user and the fax of each download that was asked for. */
function downloads(): string[] {
	return bench()
		.simulator.requests.filter(({ operationId }) => operationId === 'getFile')
		.map(({ path }) => path.replace('/accounts/', ''));
}

/** Runs the trigger against a service that answers every request in its own way. */
async function runAgainst(
	answer: (response: ServerResponse, url: string) => void,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const server = await startRawServer((request, response) => {
		answer(response, request.url ?? '');
	});
	const credentials = await bench().bench.accessToken(seed.ownerToken, server.baseUrl);
	return await run(items, { credentials });
}

describe.each<BinaryMode>(['default', 'filesystem'])(
	'The pages of a fax, with n8n in binary mode %s',
	(mode) => {
		beforeEach(async () => {
			storage = await useBinaryMode(mode);
		});

		it.each(
			AUTHENTICATIONS.flatMap((authentication) =>
				(['pdf', 'tiff'] as const).map((format) => ({ authentication, format })),
			),
		)('come byte for byte, with one request: %j', async ({ authentication, format }) => {
			const { simulator } = bench();
			const credentials = await bench().bench.credentials(authentication);
			const [item, ...others] = await run([itemOf()], {
				parameters: { authentication, format },
				credentials,
			});
			const mimeType = format === 'pdf' ? 'application/pdf' : 'image/tiff';
			expect(others).toEqual([]);
			expect(item?.json).toEqual(itemOf().json);
			expect(item?.binary?.['data']).toMatchObject({ mimeType, fileName: `fax-${seed.faxId}.${format}` });
			expect(item?.binary?.['data']?.id === undefined).toBe(mode === 'default');
			expect((await bytesOf(item)).equals(await simulator.fileOf(seed.faxId, format))).toBe(true);
			expect(downloads()).toEqual([`self/files/${seed.faxId}`]);
		});

		it('go to n8n as a stream', async () => {
			const storing = jest.spyOn(storage, 'store');
			await run([itemOf()]);
			expect(storing.mock.calls.map(([, content]) => content instanceof Readable)).toEqual([true]);
			storing.mockRestore();
		});

		it.each([
			['the connection breaks half-way', 'reset-body'],
			['the service is overloaded', 503],
		] as const)('are read again when %s', async (_what, failure) => {
			const { simulator } = bench();
			simulator.fail({ times: 2, with: failure });
			const [item] = await run([itemOf()]);
			expect((await bytesOf(item)).equals(await simulator.fileOf(seed.faxId))).toBe(true);
			expect(downloads()).toHaveLength(3);
		});
	},
);

describe('The file', () => {
	it('goes into the field that is named', async () => {
		const [item] = await run([itemOf()], { parameters: { binaryPropertyName: 'letter' } });
		expect(Object.keys(item?.binary ?? {})).toEqual(['letter']);
	});

	it.each([
		['unless the field says so', itemOf(), false],
		['when a page has arrived', itemOf({}, 'fax_page_received'), true],
	])('is not asked for %s', async (_when, event, downloadFax) => {
		const [item] = await run([event], { parameters: { downloadFax } });
		expect(item?.json).toEqual(event.json);
		expect(item).not.toHaveProperty('binary');
		expect(bench().simulator.requests).toEqual([]);
	});

	it('comes with a delivery, and not with its copies', async () => {
		const trigger = await bench().trigger({ parameters: { downloadFax: true } });
		const [item] = await trigger.execute([itemOf()], 'webhook');
		expect((await bytesOf(item)).equals(await bench().simulator.fileOf(seed.faxId))).toBe(true);
		for (let copy = 0; copy < 2; copy++) expect(await trigger.execute([itemOf()], 'webhook')).toEqual([]);
		expect(downloads()).toHaveLength(1);
	});

	it.each<WorkflowExecuteMode>(['manual', 'retry'])(
		'comes each time that a person asks: %s',
		async (mode) => {
			const trigger = await bench().trigger({ parameters: { downloadFax: true } });
			for (let time = 1; time <= 2; time++) {
				const [item] = await trigger.execute([itemOf()], mode);
				expect((await bytesOf(item)).equals(await bench().simulator.fileOf(seed.faxId))).toBe(true);
				expect(downloads()).toHaveLength(time);
			}
		},
	);
});

describe('A file that is not there yet', () => {
	it.each([400, 404])('is waited for (%i)', async (status) => {
		bench().simulator.fail({ times: LOOKS - 1, with: status });
		const [item] = await run([itemOf()]);
		expect((await bytesOf(item)).equals(await bench().simulator.fileOf(seed.faxId))).toBe(true);
		expect(errorOf(item)).toBeUndefined();
	});

	it.each([400, 404])('is given up after half a minute, and the item says so (%i)', async (status) => {
		bench().simulator.fail({ times: 100, with: status, description: 'There is no file' });
		const [item] = await run([itemOf()]);
		expect(item).not.toHaveProperty('binary');
		expect(item?.json).toEqual({
			...itemOf().json,
			fileError: expect.objectContaining({
				message: expect.stringContaining(`There is no file`) as string,
				status,
				advice: expect.any(String) as string,
			}) as object,
		});
		expect(downloads()).toHaveLength(LOOKS);
		expect(waited()).toBe(30_000);
	});

	it('is not waited for where the service forbids it, for itself and for the user of the event', async () => {
		bench().simulator.fail({ times: 100, with: 403, error: 'forbidden', description: 'A scope is missing' });
		const [item] = await run([itemOf({ uid: seed.memberId })]);
		expect(errorOf(item)).toMatchObject({
			status: 403,
			advice: expect.stringContaining('fax:fax:read') as string,
		});
		expect(downloads()).toHaveLength(2);
		expect(pauses).toEqual([]);
	});

	it('is waited for where it is forbidden only to the credential’s own user', async () => {
		bench().simulator.fail({ times: 1, with: 403 });
		bench().simulator.fail({ times: 1, with: 404 });
		const [item] = await run([itemOf({ uid: seed.memberId })]);
		expect(errorOf(item)).toBeUndefined();
		expect(pauses.length).toBeGreaterThan(0);
	});

	it('is asked for once if the fax has failed', async () => {
		const [item] = await run([itemOf({ id: 'fax_gone', status: 'failed_user_busy', uid: seed.memberId })]);
		expect(errorOf(item)).toMatchObject({
			code: 'bad_request',
			status: 400,
			advice: expect.stringContaining('no file for this fax') as string,
		});
		expect(downloads()).toEqual(['self/files/fax_gone']);
		expect(pauses).toEqual([]);
	});

	it.each(['partially_received', 'a_new_status', undefined, 7])(
		'is waited for if the fax has passed in part, or nobody knows how it has ended: %j',
		async (status) => {
			await run([itemOf({ id: 'fax_gone', status })]);
			expect(waited()).toBe(30_000);
		},
	);

	it('is not waited for where something else is wrong', async () => {
		bench().simulator.fail({ times: 1, with: 500 });
		const [item] = await run([itemOf()]);
		expect(errorOf(item)).toMatchObject({ status: 500 });
		expect(pauses).toEqual([]);
	});
});

describe('The fax', () => {
	const ofMember = { id: seed.memberFaxId, uid: seed.memberId };

	it("is looked for among the credential's own, then among those of the user that the event names", async () => {
		const [item] = await run([itemOf(ofMember)]);
		expect((await bytesOf(item)).equals(await bench().simulator.fileOf(seed.memberFaxId))).toBe(true);
		expect(downloads()).toEqual([
			`self/files/${seed.memberFaxId}`,
			`${seed.memberId}/files/${seed.memberFaxId}`,
		]);
		expect(pauses).toEqual([]);
	});

	it('that neither has is waited for, and the error is that of the own', async () => {
		bench().simulator.fail({ times: LOOKS, with: 404, error: 'own', path: `/accounts/self/files/fax_gone` });
		const [item] = await run([itemOf({ ...ofMember, id: 'fax_gone' })]);
		expect(errorOf(item)).toMatchObject({ code: 'own', status: 404 });
		expect(downloads()).toHaveLength(2 * LOOKS);
		expect(waited()).toBe(30_000);
	});

	it('is not looked for elsewhere when the service has a problem', async () => {
		bench().simulator.fail({ times: 1, with: 500 });
		await run([itemOf(ofMember)]);
		expect(downloads()).toEqual([`self/files/${seed.memberFaxId}`]);
	});

	it.each(['', ' ', '..', 'a/b', 'u_1,u_2', null, 7])(
		'is waited for also where the event names no user: %j',
		async (uid) => {
			bench().simulator.fail({ times: 2, with: 404 });
			const [item] = await run([itemOf({ uid })]);
			expect((await bytesOf(item)).equals(await bench().simulator.fileOf(seed.faxId))).toBe(true);
			expect(downloads()).toEqual(Array(3).fill(`self/files/${seed.faxId}`));
		},
	);
});

/** Runs the trigger with an access token. */
const withToken = async (token: string, baseUrl?: string) =>
	await run([itemOf()], { credentials: await bench().bench.accessToken(token, baseUrl) });

describe('A download that fails leaves the item as it is, with fileError:', () => {
	const containing = (text: string): string => expect.stringContaining(text) as string;

	it.each<[string, () => Promise<INodeExecutionData[]>, object]>([
		[
			'no credential was selected',
			async () => await run([itemOf()], { credentials: {} }),
			{
				message: 'The node has no credential, or one that does not exist any more.',
				advice: 'Select a credential in the node, or create one there.',
			},
		],
		...['', 'not an address', 'ftp://127.0.0.1/v3'].map(
			(url): [string, () => Promise<INodeExecutionData[]>, object] => [
				`the Base URL is "${url}"`,
				async () => await withToken(seed.ownerToken, url),
				{ message: containing('Base URL') },
			],
		),
		[
			'the token has expired',
			async () => await withToken(bench().simulator.addToken(seed.ownerId, undefined, { expiresAt: 0 })),
			{ code: 'unauthorized', status: 401, advice: containing('token') },
		],
		[
			'the answer is a page',
			async () => await runAgainst((response) => response.end('<html>Please log in</html>'), [itemOf()]),
			{ code: 'unexpected_answer', status: 200, advice: containing('Base URL') },
		],
		[
			'the name of the field is empty',
			async () => await run([itemOf()], { parameters: { binaryPropertyName: ' ' } }),
			{ message: containing('Put Output File in Field') },
		],
	])('%s', async (_what, running, fileError) => {
		const items = await running();
		expect(items).toHaveLength(1);
		expect(items[0]).not.toHaveProperty('binary');
		const told = { ...itemOf().json, fileError: expect.objectContaining(fileError) as object };
		expect(items[0]?.json).toEqual(told);
		expect(pauses).toEqual([]);
	});

	it.each([undefined, null, '', '..', 'a,b'])('the fax has no ID but %j', async (id) => {
		const item = itemOf({ id });
		const [came] = await run([item]);
		expect(came?.json).toMatchObject({ event: 'fax_received', webhookId: 'msg_1' });
		expect(errorOf(came)?.['message']).toMatch(
			/^Fax (is empty|".+" (is not an identifier|looks like several))/,
		);
		expect(bench().simulator.requests).toEqual([]);
	});
});

describe('Many files', () => {
	const COUNT = 25;
	const all = Array.from({ length: COUNT }, (_, at) =>
		itemOf({ id: `fax_${at}` }, 'fax_received', `msg_${at}`),
	);
	const idOf = (url: string): string => /fax_\d+/.exec(url)?.[0] ?? '';

	/** A busy machine may take longer to ask than the service to answer: so it takes its time until ten have asked. */
	function slowUntilTenWait(): void {
		const { simulator } = bench();
		simulator.latency = () => (simulator.maxInFlight < 10 ? 2_000 : 10 + Math.random() * 30);
	}

	it('come ten at once, each with its own item and in their order', async () => {
		const { simulator } = bench();
		const isGone = (at: number): boolean => at % 7 === 3;
		for (let at = 0; at < COUNT; at++) {
			const document = new Upload('fax.pdf', 'application/pdf', Buffer.from(`${PDF}${at}`));
			if (!isGone(at)) simulator.addFax({ id: `fax_${at}`, documents: [document] });
		}
		slowUntilTenWait();
		const items = await run(all);
		expect(items.map(({ json }) => json['webhookId'])).toEqual(all.map(({ json }) => json['webhookId']));
		for (const [at, item] of items.entries()) {
			expect(errorOf(item) !== undefined).toBe(isGone(at));
			if (!isGone(at)) expect((await bytesOf(item)).toString()).toBe(`${PDF}${at}`);
		}
		expect(simulator.maxInFlight).toBe(10);
	});

	it('come ten at once also where each has an execution of its own', async () => {
		const { simulator } = bench();
		for (let at = 0; at < COUNT; at++) simulator.addFax({ id: `fax_${at}` });
		slowUntilTenWait();
		const trigger = await bench().trigger({ parameters: { downloadFax: true } });
		const executions = await Promise.all(all.map(async (item) => await trigger.execute([item], 'retry')));
		expect(executions.flat().filter((item) => errorOf(item))).toEqual([]);
		expect(simulator.maxInFlight).toBe(10);
	});

	it('that are not there yet are all waited for at once', async () => {
		const asked = new Set<string>();
		const items = await runAgainst((response, url) => {
			asked.add(idOf(url));
			if (asked.size < COUNT) response.writeHead(404).end('{}');
			else response.writeHead(200, { 'content-type': 'application/pdf' }).end(`${PDF}${idOf(url)}`);
		}, all);
		const texts = await Promise.all(items.map(async (item) => (await bytesOf(item)).toString()));
		expect(texts).toEqual(all.map((_, at) => `${PDF}fax_${at}`));
	});
});

describe('Once a person has stopped the execution', () => {
	const stopper = (): { cancel: Promise<void>; stop: () => void } => {
		let stop = (): void => undefined;
		const cancel = new Promise<void>((resolve) => (stop = resolve));
		return { cancel, stop };
	};

	it('the node looks for no file any more', async () => {
		const { cancel, stop } = stopper();
		const { simulator } = bench();
		simulator.latency = () => {
			stop();
			return 20;
		};
		await expect(run([itemOf({ id: 'fax_gone' })], { cancel })).rejects.toThrow('canceled');
		await until(() => simulator.requests[0]?.status !== undefined);
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(simulator.requests).toHaveLength(1);
	});

	it('the node waits for no file any more', async () => {
		const { cancel, stop } = stopper();
		const running = run([itemOf({ id: 'fax_gone' })], { cancel });
		// The last pause is the longest, and would last for another 15 seconds.
		while (waited() <= 15_000) await new Promise(setImmediate);
		stop();
		await expect(running).rejects.toThrow('canceled');
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(waited()).toBeLessThan(30_000);
		expect(downloads()).toHaveLength(LOOKS - 1);
	});

	it('the download under way ends', async () => {
		const { cancel, stop } = stopper();
		let closed: Promise<unknown> = Promise.resolve();
		const server = await startRawServer((_request, response) => {
			closed = once(response, 'close');
			response.writeHead(200, { 'content-type': 'application/pdf' });
			response.write(PDF);
			stop();
		});
		const credentials = await bench().bench.accessToken(seed.ownerToken, server.baseUrl);
		await expect(run([itemOf()], { credentials, cancel })).rejects.toThrow('canceled');
		await closed;
		expect(server.requests).toHaveLength(1);
	});
});
