import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import { seed } from '../../simulator';
import { AUTHENTICATIONS, useBench } from './support/bench';
import type { NodeResult } from './support/execution';
import { clinic } from './support/operationCases';
import { answering } from './support/rawServer';

const bench = useBench();

const faxIds = [seed.faxId, seed.largeFaxId];

function thumbnailOf(faxId: string): Buffer {
	const fax = clinic(bench().simulator).faxes.get(faxId);
	if (!fax) throw new Error(`No fax ${faxId}`);
	return fax.thumbnail;
}

function fileOf(item: INodeExecutionData | undefined): IBinaryData {
	const file = item?.binary?.['data'];
	if (!file) throw new Error('The item has no file');
	return file;
}

function bytesOf(file: IBinaryData): Buffer {
	return Buffer.from(file.data, 'base64');
}

async function getThumbnails(ids: string[], baseUrl = bench().simulator.baseUrl): Promise<NodeResult> {
	return await bench().engine.run({
		parameters: { resource: 'fax', operation: 'getThumbnail', faxId: '={{ $json.fax }}' },
		credentials: await bench().accessToken(seed.ownerToken, baseUrl),
		items: ids.map((fax) => ({ json: { fax } })),
	});
}

describe('a thumbnail', () => {
	test.each(AUTHENTICATIONS)('arrives byte for byte, with %s', async (authentication) => {
		for (const faxId of faxIds) {
			const { items, error } = await bench().engine.run({
				parameters: { authentication, resource: 'fax', operation: 'getThumbnail', faxId },
				credentials: await bench().credentials(authentication),
			});
			expect(error).toBeUndefined();
			const file = fileOf(items[0]);
			expect(file).toMatchObject({
				mimeType: 'image/jpeg',
				fileType: 'image',
				fileExtension: 'jpg',
				fileName: `fax-${faxId}.jpg`,
			});
			expect(bytesOf(file).equals(thumbnailOf(faxId))).toBe(true);
			expect(items[0]?.json).toEqual({ faxId });
			expect(items[0]?.pairedItem).toEqual({ item: 0 });
		}
	});

	test('of each item comes out in order', async () => {
		const { simulator } = bench();
		simulator.latency = ({ path }) => (path.includes(seed.largeFaxId) ? 60 : 0);
		const ids = [seed.largeFaxId, seed.faxId, seed.pendingFaxId];
		const { items } = await getThumbnails(ids);
		expect(items.map(({ json, pairedItem }) => [json['faxId'], pairedItem])).toEqual(
			ids.map((faxId, item) => [faxId, { item }]),
		);
		for (const [at, faxId] of ids.entries()) {
			expect(bytesOf(fileOf(items[at])).equals(thumbnailOf(faxId))).toBe(true);
		}
	});
});

describe('the file', () => {
	test('of a member is read for that member', async () => {
		const { simulator } = bench();
		const { error } = await bench().run({
			resource: 'fax',
			operation: 'getThumbnail',
			faxId: seed.memberFaxId,
			options: { userId: seed.memberId },
		});
		expect(error).toBeUndefined();
		expect(simulator.requests[0]?.path).toBe(`/accounts/${seed.memberId}/thumbnail/${seed.memberFaxId}`);
	});

	test.each([
		['image/png', 'image/png', 'png'],
		['IMAGE/PNG', 'image/png', 'png'],
		['image/svg+xml', 'image/svg+xml', 'svg'],
		['image/jpeg; charset=binary', 'image/jpeg', 'jpg'],
		['application/octet-stream', 'image/jpeg', 'jpg'],
		[undefined, 'image/jpeg', 'jpg'],
	])('sent as %s is kept as %s, in a file .%s', async (contentType, mimeType, extension) => {
		const server = await answering('picture', { type: contentType ?? '' });
		const { items } = await getThumbnails([seed.faxId], server.baseUrl);
		expect(fileOf(items[0]).mimeType).toBe(mimeType);
		expect(fileOf(items[0]).fileName).toBe(`fax-${seed.faxId}.${extension}`);
	});

	test.each(['%PDF-1.7 and more', '<!DOCTYPE html><html>', '{"error":"not_found"}', '\n<html>'])(
		'is no picture where it begins with %s, whatever the header says',
		async (content) => {
			const server = await answering(content, { type: 'image/jpeg' });
			const { items, error } = await getThumbnails([seed.faxId], server.baseUrl);
			expect(items).toEqual([]);
			expect(error?.message).toMatch(/^The answer is not a picture/);
		},
	);

	test('is named by its bytes where the header says something else', async () => {
		const server = await answering(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), { type: 'image/jpeg' });
		const { items } = await getThumbnails([seed.faxId], server.baseUrl);
		expect(fileOf(items[0]).fileName).toBe(`fax-${seed.faxId}.png`);
	});

	test.each([
		['an answer without bytes', 200, /^The service answered without a picture \(.*HTTP 200\)$/],
		['an answer without a body', 204, /^The service answered without any content \(.*HTTP 204\)$/],
	])('does not come of %s', async (_what, status, message) => {
		const server = await answering('', { status, type: 'image/jpeg' });
		const { items, error } = await getThumbnails([seed.faxId], server.baseUrl);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(message);
		expect(error?.context['itemIndex']).toBe(0);
	});

	test.each(['text/html', 'text/html; charset=utf-8', 'application/json'])(
		'sent as %s is no picture, and does not come from the service',
		async (contentType) => {
			const server = await answering('<html>Please log in</html>', { type: contentType });
			const { items, error } = await getThumbnails([seed.faxId], server.baseUrl);
			expect(items).toEqual([]);
			expect(error?.message).toMatch(
				/^The answer is not a picture, so it does not come from the service \(unexpected_answer, HTTP 200\)$/,
			);
			expect(error?.description).toMatch(/^Check the Base URL in the credential: something other/);
			expect(server.requests).toHaveLength(1);
		},
	);
});
