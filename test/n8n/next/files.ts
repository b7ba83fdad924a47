import { createHash } from 'node:crypto';
import type { INode, INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { itemsOf, type Execution } from '../../../tools/harness/n8n';
import { manualTrigger, node, workflow } from '../../../tools/harness/n8n/workflows';
import { clinic } from '../../contract/support/operationCases';
import { ACTION_NODE, useN8nBench } from '../support/bench';
import { bytesOf, filesOf, type BinaryMode } from '../support/filesOf';

const bench = useN8nBench();

/** How expressions refer to a file in each mode. */
const modes: Array<{ mode: BinaryMode; file: (node: string, field: string) => string }> = [
	{ mode: 'separate', file: (from, field) => `$('${from}').item.binary.${field}` },
	{ mode: 'combined', file: (from, field) => `$('${from}').item._files.${field}` },
];

function fax(name: string, operation: string, parameters: INodeParameters): INode {
	const common = { authentication: 'accessToken', resource: 'fax', operation, options: {} };
	const credentials = [bench().credentials.accessToken];
	return node(name, ACTION_NODE, { ...common, ...parameters }, { credentials });
}

function download(name: string, operation: string, field: string): INode {
	const faxId = { __rl: true, mode: 'id', value: seed.sentFaxId };
	return fax(name, operation, { faxId, binaryPropertyName: field });
}

function send(name: string, to: string, binaryPropertyNames: string): INode {
	const from = { __rl: true, mode: 'number', value: seed.ownedNumber };
	return fax(name, 'send', { from, to, source: 'files', binaryPropertyNames });
}

/** Returns the hashes of the files that a node output. */
async function stored(execution: Execution, name: string, mode: BinaryMode): Promise<string[]> {
	const [item] = itemsOf(execution, name);
	const files = Object.values(filesOf(item, mode));
	return await Promise.all(files.map(async (file) => hashOf(await bytesOf(bench().n8n, file))));
}

function hashOf(bytes: Buffer): string {
	return createHash('sha256').update(bytes).digest('hex');
}

describe.each(modes)('Files that a workflow keeps $mode', ({ mode, file }) => {
	it('are returned by Download, Get Report and Get Thumbnail, and sent by name or as files, byte for byte', async () => {
		const { n8n, simulator } = bench();
		const themselves = `={{ [${file('Pages', 'pages')}, ${file('Report', 'report')}] }}`;
		const draft = workflow(`Files ${mode}`, [
			manualTrigger,
			download('Pages', 'download', 'pages'),
			download('Report', 'getReport', 'report'),
			download('Picture', 'getThumbnail', 'picture'),
			send('By name', '+15550100241', 'picture'),
			send('Themselves', '+15550100242', themselves),
		]);
		const { id } = await n8n.api.createWorkflow({ ...draft, settings: { binaryMode: mode } });

		const execution = await n8n.api.runManually(id, manualTrigger.name);

		expect(execution.data.resultData.error).toBeUndefined();
		const names = ['Pages', 'Report', 'Picture'];
		const kinds = ['pdf', 'report', 'thumbnail'] as const;
		const got = await Promise.all(names.map(async (name) => await stored(execution, name, mode)));
		const hashes = await Promise.all(
			kinds.map(async (kind) => hashOf(await simulator.fileOf(seed.sentFaxId, kind))),
		);
		expect(got.flat()).toEqual(hashes);
		const [pages, report, picture] = hashes;
		// Some faxes have already been sent.
		const { outbox, faxes } = clinic(simulator);
		const sent = new Map(
			[...outbox.values(), ...faxes.values()].map(({ to, documents }) => [
				to,
				documents.map(({ sha256 }) => sha256),
			]),
		);
		expect(sent.get('+15550100241')).toEqual([picture]);
		expect(sent.get('+15550100242')).toEqual([pages, report]);
	});
});
