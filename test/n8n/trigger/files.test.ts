import type { INode, INodeExecutionData } from 'n8n-workflow';

import { itemsOf, lazyExpressions, type Execution } from '../../../harness/n8n';
import { TRIGGER, until, useTriggerBench } from './support';

const bench = useTriggerBench({ ...lazyExpressions, N8N_DEFAULT_BINARY_DATA_MODE: 'default' });

const files = (webhookId: string, parameters = {}): INode =>
	bench().trigger(webhookId, { downloadFax: true, ...parameters });

/** The item that a delivery has made of an event, once its execution has ended. */
async function itemOf({ id }: Pick<Execution, 'id'>): Promise<INodeExecutionData | undefined> {
	return itemsOf(await bench().n8n.api.waitForExecution(id), TRIGGER)[0];
}

/** The bytes that n8n keeps: in the item, or on disk. */
async function bytesOf(item: INodeExecutionData | undefined, field = 'data'): Promise<Buffer> {
	const file = item?.binary?.[field];
	if (!file) throw new Error(`The item has no file: ${JSON.stringify(item?.json)}`);
	return file.id === undefined ? Buffer.from(file.data, 'base64') : await bench().n8n.api.getBinary(file.id);
}

describe.each([
	{ mode: 'default', where: 'in memory' },
	{ mode: 'filesystem', where: 'on disk' },
])('The pages of a fax that n8n keeps $where', ({ mode, where }) => {
	beforeAll(async () => {
		const { n8n } = bench();
		const setting = { N8N_DEFAULT_BINARY_DATA_MODE: mode };
		if (n8n.env['N8N_DEFAULT_BINARY_DATA_MODE'] !== mode) await n8n.restart(setting);
	});

	it.each(['pdf', 'tiff'] as const)("are the service's byte for byte as %s", async (format) => {
		const trigger = files(`${mode}-${format}`, { format, binaryPropertyName: 'pages' });
		const { id, endpoint } = await bench().activate(trigger);
		await bench().faxReceived(endpoint, { faxId: `fax_${mode}_${format}` }).settled;

		const [execution] = await bench().n8n.api.waitForExecutions(id, 1);
		const item = execution && (await itemOf(execution));

		expect(item?.json).not.toHaveProperty('fileError');
		const file = item?.binary?.['pages'];
		expect(file).toMatchObject({
			mimeType: format === 'pdf' ? 'application/pdf' : 'image/tiff',
			fileName: `fax-fax_${mode}_${format}.${format}`,
		});
		expect(file?.id === undefined).toBe(where === 'in memory');
		const original = await bench().simulator.fileOf(`fax_${mode}_${format}`, format);
		expect(original.length).toBeGreaterThan(500);
		expect((await bytesOf(item, 'pages')).equals(original)).toBe(true);
	});
});

describe('While the service sends a file', () => {
	beforeEach(() => {
		bench().simulator.fail({ times: 1, with: 'silence', operationId: 'getFile' });
	});

	const untilAsked = async (faxId: string): Promise<void> => {
		await until(
			() => bench().simulator.requests.some(({ path }) => path.endsWith(`/files/${faxId}`)) || undefined,
		);
	};

	it('its delivery is answered, and the execution can be stopped', async () => {
		const trigger = files('stopped');
		const { id, endpoint } = await bench().activate(trigger);
		const delivery = bench().faxReceived(endpoint, { faxId: 'fax_stopped' });
		expect((await delivery.settled).state).toBe('delivered');
		await untilAsked('fax_stopped');
		const [running] = await bench().n8n.api.listExecutions(id);
		expect(running?.status).toBe('running');

		await bench().n8n.api.call('POST', `/rest/executions/${running?.id ?? ''}/stop`);

		const [stopped] = await bench().n8n.api.waitForExecutions(id, 1);
		expect(stopped?.status).toBe('canceled');
	});
});
