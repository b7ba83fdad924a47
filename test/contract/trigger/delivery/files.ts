import { once } from 'node:events';
import type { IDataObject, INodeExecutionData, WorkflowExecuteMode } from 'n8n-workflow';

import { seed, Upload } from '../../../../tools/simulator';
import { AUTHENTICATIONS } from '../../support/bench';
import { useBinaryMode } from '../../support/binaryData';
import { stopButton } from '../../support/execution';
import { pauses } from '../../support/naps';
import { clinic } from '../../support/operationCases';
import { answering, startRawServer } from '../../support/rawServer';
import { until, useTriggerBench } from '../support/bench';
import type { TriggerSettings } from '../support/trigger';

const bench = useTriggerBench();

const PDF = '%PDF-1.7\nand the rest of it\n%%EOF';

/** Number of download attempts: the first one, and one after each pause. */
const REQUESTS = 6;

function deliveredItem(
	data: IDataObject = {},
	event = 'fax_received',
	webhookId = 'msg_1',
): INodeExecutionData {
	return { json: { event, webhookId, data: { id: seed.faxId, status: 'success', ...data } } };
}

type RunSettings = Partial<TriggerSettings> & { mode?: WorkflowExecuteMode; cancel?: Promise<unknown> };

/** Runs the trigger node on items of events. By default, it runs as in production, but without de-duplication. */
async function run(
	items: INodeExecutionData[],
	{ parameters = {}, mode = 'manual', cancel, ...settings }: RunSettings = {},
): Promise<INodeExecutionData[]> {
	const trigger = await bench().trigger({ ...settings, parameters: { downloadFax: true, ...parameters } });
	return await trigger.execute(items, mode, cancel);
}

function bytesOf(item: INodeExecutionData | undefined): Buffer {
	const file = item?.binary?.['data'];
	if (!file) throw new Error(`The item has no file: ${JSON.stringify(item?.json)}`);
	return Buffer.from(file.data, 'base64');
}

/** Expects that an item contains the pages of a fax. */
async function expectPages(
	item: INodeExecutionData | undefined,
	faxId: string = seed.faxId,
	format: 'pdf' | 'tiff' = 'pdf',
): Promise<void> {
	expect(bytesOf(item).equals(await bench().simulator.fileOf(faxId, format))).toBe(true);
}

function errorOf(item: INodeExecutionData | undefined): IDataObject | undefined {
	return item?.json['fileError'] as IDataObject | undefined;
}

/** Returns the sum of the node's pauses, in milliseconds. */
function waited(): number {
	return pauses.reduce((sum, milliseconds) => sum + milliseconds, 0);
}

/** Returns the user and the fax of each download request. */
function downloads(): string[] {
	return bench()
		.simulator.requests.filter(({ operationId }) => operationId === 'getFile')
		.map(({ path }) => path.replace('/accounts/', ''));
}

it.each(
	AUTHENTICATIONS.flatMap((authentication) =>
		(['pdf', 'tiff'] as const).map((format) => ({ authentication, format })),
	),
)('The pages of a fax arrive byte for byte, with one request: %j', async ({ authentication, format }) => {
	const credentials = await bench().bench.credentials(authentication);
	const [item, ...others] = await run([deliveredItem()], {
		parameters: { authentication, format },
		credentials,
	});
	const mimeType = format === 'pdf' ? 'application/pdf' : 'image/tiff';
	expect(others).toEqual([]);
	expect(item?.json).toEqual(deliveredItem().json);
	expect(item?.binary?.['data']).toMatchObject({ mimeType, fileName: `fax-${seed.faxId}.${format}` });
	await expectPages(item, seed.faxId, format);
	expect(downloads()).toEqual([`self/files/${seed.faxId}`]);
});

describe('The file', () => {
	it('goes into the selected field, even while a person is listening', async () => {
		const [item] = await run([deliveredItem()], {
			parameters: { binaryPropertyName: 'letter' },
			mode: 'manual',
		});
		expect(Object.keys(item?.binary ?? {})).toEqual(['letter']);
	});

	it.each([
		['unless the field is on', deliveredItem(), false],
		['when a page has arrived', deliveredItem({}, 'fax_page_received'), true],
	])("isn't requested %s", async (_when, event, downloadFax) => {
		const [item] = await run([event], { parameters: { downloadFax } });
		expect(item?.json).toEqual(event.json);
		expect(item).not.toHaveProperty('binary');
		expect(bench().simulator.requests).toEqual([]);
	});

	it('is part of a delivery, but not of its copies', async () => {
		const trigger = await bench().trigger({ parameters: { downloadFax: true } });
		const [item] = await trigger.execute([deliveredItem()], 'webhook');
		await expectPages(item);
		for (let copy = 0; copy < 2; copy++)
			expect(await trigger.execute([deliveredItem()], 'webhook')).toEqual([]);
		expect(downloads()).toHaveLength(1);
	});
});

describe('A fax whose file is stored', () => {
	const faxes = () => clinic(bench().simulator).faxes;
	const unread = { id: seed.unreadFaxId };

	it("is marked as read if the switch is on, and it's received, not sent", async () => {
		await run([deliveredItem(unread)]);
		expect(faxes().get(seed.unreadFaxId)?.isRead).toBe(false);
		await run([deliveredItem(unread, 'fax_sent')], { parameters: { markAsRead: true } });
		expect(faxes().get(seed.unreadFaxId)?.isRead).toBe(false);
		const [item] = await run([deliveredItem(unread)], { parameters: { markAsRead: true } });
		await expectPages(item, seed.unreadFaxId);
		expect(faxes().get(seed.unreadFaxId)?.isRead).toBe(true);
	});

	it("is marked for the user who has it if an administrator's event is about a member's", async () => {
		const ofMember = { id: seed.memberFaxId, uid: seed.memberId };
		await run([deliveredItem(ofMember)], { parameters: { markAsRead: true } });
		const last = bench().simulator.requests.at(-1);
		expect([last?.method, last?.path]).toEqual([
			'PUT',
			`/accounts/${seed.memberId}/faxes/${seed.memberFaxId}`,
		]);
	});

	it("isn't marked if its file is missing, and keeps its file if marking fails", async () => {
		bench().simulator.fail({ times: 100, with: 404 });
		const [without] = await run([deliveredItem(unread)], { parameters: { markAsRead: true } });
		expect(without).not.toHaveProperty('binary');
		expect(bench().simulator.requests.filter(({ operationId }) => operationId !== 'getFile')).toEqual([]);
		bench().simulator.recover();

		const credentials = await bench().bench.limitedAccessToken(['fax:all:read']);
		const settings = { parameters: { downloadFax: true, markAsRead: true }, credentials };
		const trigger = await bench().trigger(settings);
		const [item] = await trigger.execute([deliveredItem(unread)], 'manual');
		await expectPages(item, seed.unreadFaxId);
		expect(errorOf(item)).toBeUndefined();
		expect(await trigger.hintsOf([deliveredItem(unread)], 'manual')).toEqual([
			expect.stringMatching(/^The output has the file, but this fax wasn't marked as read: .*fax:all:edit/),
		]);
		expect(faxes().get(seed.unreadFaxId)?.isRead).toBe(false);
	});

	it('leaves its ID in the execution, so that people find it', async () => {
		const trigger = await bench().trigger({});
		expect(await trigger.customDataOf([deliveredItem(unread)], 'webhook')).toEqual({
			faxId: seed.unreadFaxId,
		});
	});

	it("isn't marked before it's stored", async () => {
		const isReadWhenStored: unknown[] = [];
		const store = await useBinaryMode('default');
		const storing = jest.spyOn(store, 'store').mockImplementationOnce(async () => {
			isReadWhenStored.push(faxes().get(seed.unreadFaxId)?.isRead);
			return await Promise.reject(new Error('The disk is full'));
		});
		const [item] = await run([deliveredItem(unread)], { parameters: { markAsRead: true } });
		storing.mockRestore();
		expect(errorOf(item)).toMatchObject({
			advice: expect.stringContaining('The disk is full') as string,
		});
		expect([isReadWhenStored, faxes().get(seed.unreadFaxId)?.isRead]).toEqual([[false], false]);
	});
});

describe("A file that isn't available yet", () => {
	it.each([400, 404])('is waited for (%i)', async (status) => {
		bench().simulator.fail({ times: REQUESTS - 1, with: status });
		const [item] = await run([deliveredItem()]);
		await expectPages(item);
		expect(errorOf(item)).toBeUndefined();
	});

	it.each([400, 404])('is given up after half a minute, and the item says so (%i)', async (status) => {
		bench().simulator.fail({ times: 100, with: status, description: 'There is no file' });
		const [item] = await run([deliveredItem()]);
		expect(item).not.toHaveProperty('binary');
		expect(item?.json).toEqual({
			...deliveredItem().json,
			fileError: expect.objectContaining({
				message: expect.stringContaining('There is no file') as string,
				status,
				advice: expect.any(String) as string,
			}) as object,
		});
		expect(downloads()).toHaveLength(REQUESTS);
		expect(waited()).toBe(30_000);
	});

	it("isn't waited for if Fax.Plus forbids it to the credential's user and the event's", async () => {
		bench().simulator.fail({ times: 100, with: 403, error: 'forbidden', description: 'A scope is missing' });
		const [item] = await run([deliveredItem({ uid: seed.memberId })]);
		expect(errorOf(item)).toMatchObject({
			status: 403,
			advice: expect.stringContaining('fax:fax:read') as string,
		});
		expect(downloads()).toHaveLength(2);
		expect(pauses).toEqual([]);
	});

	it("is waited for if it's forbidden only to the credential's own user", async () => {
		bench().simulator.fail({ times: 1, with: 403 });
		bench().simulator.fail({ times: 1, with: 404 });
		const [item] = await run([deliveredItem({ uid: seed.memberId })]);
		expect(errorOf(item)).toBeUndefined();
		expect(pauses.length).toBeGreaterThan(0);
	});

	it('is requested once if the fax failed', async () => {
		const [item] = await run([
			deliveredItem({ id: 'fax_gone', status: 'failed_user_busy', uid: seed.memberId }),
		]);
		expect(errorOf(item)).toMatchObject({
			code: 'bad_request',
			status: 400,
			advice: expect.stringContaining('no file for this fax') as string,
		});
		expect(downloads()).toEqual(['self/files/fax_gone']);
		expect(pauses).toEqual([]);
	});

	it.each(['partially_received', 'a_new_status', undefined, 7])(
		'is waited for if the fax succeeded in part, or its result is unknown: %j',
		async (status) => {
			await run([deliveredItem({ id: 'fax_gone', status })]);
			expect(waited()).toBe(30_000);
		},
	);
});

describe('The fax', () => {
	const ofMember = { id: seed.memberFaxId, uid: seed.memberId };

	it("is requested for the credential's own user, and then for the user in the event", async () => {
		const [item] = await run([deliveredItem(ofMember)]);
		await expectPages(item, seed.memberFaxId);
		expect(downloads()).toEqual([
			`self/files/${seed.memberFaxId}`,
			`${seed.memberId}/files/${seed.memberFaxId}`,
		]);
		expect(pauses).toEqual([]);
	});

	it("that neither has is waited for, and the error is the own user's", async () => {
		bench().simulator.fail({
			times: REQUESTS,
			with: 404,
			error: 'own',
			path: `/accounts/self/files/fax_gone`,
		});
		const [item] = await run([deliveredItem({ ...ofMember, id: 'fax_gone' })]);
		expect(errorOf(item)).toMatchObject({ code: 'own', status: 404 });
		expect(downloads()).toHaveLength(2 * REQUESTS);
		expect(waited()).toBe(30_000);
	});

	it('is neither requested elsewhere nor waited for when Fax.Plus has a problem', async () => {
		bench().simulator.fail({ times: 1, with: 500 });
		const [item] = await run([deliveredItem(ofMember)]);
		expect(errorOf(item)).toMatchObject({ status: 500 });
		expect(downloads()).toEqual([`self/files/${seed.memberFaxId}`]);
		expect(pauses).toEqual([]);
	});

	it.each(['', ' ', '..', 'a/b', 'u_1,u_2', null, 7])(
		'is waited for even if the event names no user: %j',
		async (uid) => {
			bench().simulator.fail({ times: 2, with: 404 });
			const [item] = await run([deliveredItem({ uid })]);
			await expectPages(item);
			expect(downloads()).toEqual(Array(3).fill(`self/files/${seed.faxId}`));
		},
	);
});

describe('A failed download keeps the item as it is, with fileError:', () => {
	type Failing = [what: string, settings: () => Promise<RunSettings>, fileError: object];

	const containing = (text: string): string => expect.stringContaining(text) as string;
	const withToken = async (token: string, baseUrl?: string) => ({
		credentials: await bench().bench.accessToken(token, baseUrl),
	});

	it.each<Failing>([
		[
			'no credential was selected',
			async () => await Promise.resolve({ credentials: {} }),
			{
				message: "The node has no credential, or its credential doesn't exist anymore.",
				advice: 'Select or create a credential in the node.',
			},
		],
		...['', 'not an address', 'ftp://127.0.0.1/v3'].map((url): Failing => [
			`the Base URL is "${url}"`,
			async () => await withToken(seed.ownerToken, url),
			{ message: containing('Base URL') },
		]),
		[
			'the token has expired',
			async () => await withToken(bench().simulator.addToken(seed.ownerId, { expiresAt: 0 })),
			{ code: 'unauthorized', status: 401, advice: containing('token') },
		],
		[
			'the answer is a web page',
			async () => await withToken(seed.ownerToken, (await answering('<html>Please log in</html>')).baseUrl),
			{ code: 'unexpected_answer', status: 200, advice: containing('Base URL') },
		],
		[
			'the name of the field is empty',
			async () => await Promise.resolve({ parameters: { binaryPropertyName: ' ' } }),
			{ message: containing('Put Output File in Field') },
		],
	])('%s', async (_what, settings, fileError) => {
		const items = await run([deliveredItem()], await settings());
		expect(items).toHaveLength(1);
		expect(items[0]).not.toHaveProperty('binary');
		const expected = { ...deliveredItem().json, fileError: expect.objectContaining(fileError) as object };
		expect(items[0]?.json).toEqual(expected);
		expect(pauses).toEqual([]);
	});

	it.each([undefined, null, '', '..', 'a,b'])('the fax has %j instead of an ID', async (id) => {
		const item = deliveredItem({ id });
		const [output] = await run([item]);
		expect(output?.json).toMatchObject({ event: 'fax_received', webhookId: 'msg_1' });
		expect(errorOf(output)?.['message']).toMatch(
			/^"Fax" is (empty|".+", which (isn't an ID|looks like several IDs))/,
		);
		expect(bench().simulator.requests).toEqual([]);
	});
});

describe('Many files', () => {
	const COUNT = 25;
	const all = Array.from({ length: COUNT }, (_, at) =>
		deliveredItem({ id: `fax_${at}` }, 'fax_received', `msg_${at}`),
	);

	/**
	 * Delays responses until ten requests are waiting. Otherwise, a busy machine might send requests more slowly than
	 * they're answered.
	 */
	function slowUntilTenWait(): void {
		const { simulator } = bench();
		simulator.latency = () => (simulator.maxInFlight < 10 ? 2_000 : 10 + Math.random() * 30);
	}

	it('are downloaded ten at a time, each with its own item and in order', async () => {
		const { simulator } = bench();
		const isMissing = (at: number): boolean => at % 7 === 3;
		for (let at = 0; at < COUNT; at++) {
			const document = new Upload('fax.pdf', 'application/pdf', Buffer.from(`${PDF}${at}`));
			if (!isMissing(at)) simulator.addFax({ id: `fax_${at}`, documents: [document] });
		}
		slowUntilTenWait();
		const items = await run(all);
		expect(items.map(({ json }) => json['webhookId'])).toEqual(all.map(({ json }) => json['webhookId']));
		for (const [at, item] of items.entries()) {
			expect(errorOf(item) !== undefined).toBe(isMissing(at));
			if (!isMissing(at)) expect(bytesOf(item).toString()).toBe(`${PDF}${at}`);
		}
		expect(simulator.maxInFlight).toBe(10);
	});

	it('are downloaded ten at a time even if each has its own execution', async () => {
		const { simulator } = bench();
		for (let at = 0; at < COUNT; at++) simulator.addFax({ id: `fax_${at}` });
		slowUntilTenWait();
		const trigger = await bench().trigger({ parameters: { downloadFax: true } });
		const executions = await Promise.all(all.map(async (item) => await trigger.execute([item], 'manual')));
		expect(executions.flat().filter((item) => errorOf(item))).toEqual([]);
		expect(simulator.maxInFlight).toBe(10);
	});

	it("that aren't available yet are all waited for at once", async () => {
		const asked = new Set<string>();
		const { baseUrl } = await startRawServer(({ url = '' }, response) => {
			const [id = ''] = /fax_\d+/.exec(url) ?? [];
			asked.add(id);
			if (asked.size < COUNT) response.writeHead(404).end('{}');
			else response.writeHead(200, { 'content-type': 'application/pdf' }).end(`${PDF}${id}`);
		});
		const credentials = await bench().bench.accessToken(seed.ownerToken, baseUrl);
		const items = await run(all, { credentials });
		expect(items.map((item) => bytesOf(item).toString())).toEqual(all.map((_, at) => `${PDF}fax_${at}`));
	});
});

describe('Once a person stops the execution', () => {
	it('the node requests no more files', async () => {
		const { cancel, stop } = stopButton();
		const { simulator } = bench();
		simulator.latency = () => {
			stop();
			return 20;
		};
		await expect(run([deliveredItem({ id: 'fax_gone' })], { cancel })).rejects.toThrow('canceled');
		await until(() => simulator.requests[0]?.status !== undefined);
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(simulator.requests).toHaveLength(1);
	});

	it('the node waits for no more files', async () => {
		const { cancel, stop } = stopButton();
		const running = run([deliveredItem({ id: 'fax_gone' })], { cancel });
		// The last pause is the longest, and would take another 15 seconds.
		while (waited() <= 15_000) await new Promise(setImmediate);
		stop();
		await expect(running).rejects.toThrow('canceled');
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(waited()).toBeLessThan(30_000);
		expect(downloads()).toHaveLength(REQUESTS - 1);
	});

	it('the download in progress ends', async () => {
		const { cancel, stop } = stopButton();
		let closed: Promise<unknown> = Promise.resolve();
		const server = await startRawServer((_request, response) => {
			closed = once(response, 'close');
			response.writeHead(200, { 'content-type': 'application/pdf' });
			response.write(PDF);
			stop();
		});
		const credentials = await bench().bench.accessToken(seed.ownerToken, server.baseUrl);
		await expect(run([deliveredItem()], { credentials, cancel })).rejects.toThrow('canceled');
		await closed;
		expect(server.requests).toHaveLength(1);
	});
});
