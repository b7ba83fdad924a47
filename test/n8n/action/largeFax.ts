import { clinic } from '../../contract/support/operationCases';
import { seed } from '../../../tools/simulator';
import type { Execution } from '../../../tools/harness/n8n';
import { itemsOf } from '../../../tools/harness/n8n';
import { fileFields, filesInOneItem, FilesOnDisk } from '../../../tools/harness/n8n/filesOnDisk';
import { manualTrigger, node, workflow } from '../../../tools/harness/n8n/workflows';
import type { Authentication } from '../support/bench';
import { ACTION_NODE, AUTHENTICATIONS, NODE, useN8nBench } from '../support/bench';

const MEBIBYTE = 1024 * 1024;
const NUMBER = '+15550100299';

const disk = new FilesOnDisk();
const bench = useN8nBench();

afterAll(async () => {
	await disk.remove();
});

/** Sends files from n8n's disk in one fax. */
async function send(
	authentication: Authentication,
	name: string,
	sizes: readonly number[],
): Promise<Execution> {
	const { n8n, credentials, simulator } = bench();
	simulator.sending.converting = 3_600_000;
	const action = node(
		NODE,
		ACTION_NODE,
		{
			authentication,
			resource: 'fax',
			operation: 'send',
			from: { __rl: true, mode: 'number', value: seed.ownedNumber },
			to: NUMBER,
			source: 'files',
			binaryPropertyNames: fileFields(sizes.length).join(', '),
			options: { evidence: true },
		},
		{ credentials: [credentials[authentication]] },
	);
	const { id } = await n8n.api.createWorkflow(
		workflow(name, [
			manualTrigger,
			await disk.add(`${name}-${authentication}`, sizes),
			filesInOneItem,
			action,
		]),
	);
	return await n8n.api.runManually(id, manualTrigger.name);
}

describe.each(AUTHENTICATIONS)('With %s', (authentication) => {
	test('a fax of ten files, 150 MB in total, arrives byte for byte, in order', async () => {
		const execution = await send(authentication, 'whole', Array<number>(10).fill(15 * MEBIBYTE));

		expect(execution.data.resultData.error).toBeUndefined();
		const [item] = itemsOf(execution, filesInOneItem.name);
		const names = fileFields(10).map((field) => item?.binary?.[field]?.fileName ?? '');
		expect(new Set(names).size).toBe(10);
		const sent = [...clinic(bench().simulator).outbox.values()].filter(({ to }) => to === NUMBER);
		expect(
			sent.map(({ documents }) => documents.map(({ fileName, size, sha256 }) => [fileName, size, sha256])),
		).toEqual([names.map((name) => [name, 15 * MEBIBYTE, disk.sha256.get(name)])]);
		const evidence = names.map((name) => ({ sha256: disk.sha256.get(name), bytes: 15 * MEBIBYTE }));
		expect(itemsOf(execution, NODE).map(({ json }) => json)).toMatchObject([
			{ id: sent[0]?.id, to: NUMBER, from: seed.ownedNumber, status: 'submitted', evidence },
		]);
	});

	test('one byte more is refused before any request', async () => {
		const sizes = [15 * MEBIBYTE + 1, ...Array<number>(9).fill(15 * MEBIBYTE)];

		const execution = await send(authentication, 'one-byte-more', sizes);

		expect(execution.data.resultData.error?.message).toMatch(/^The files have 157286401 bytes .* 150 MB/);
		expect(bench().simulator.requests).toEqual([]);
	});
});
