import type { INode, NodeParameterValueType } from 'n8n-workflow';
import sharp from 'sharp';
import { seed } from '../../../tools/simulator';
import { workflow } from '../../../tools/harness/n8n/workflows';
import { bench, useFreshEditor } from '../support/bench';
import { widthOf } from '../support/editor';
import { until } from '../../../tools/harness/until';

interface Choice {
	name: string;
	value: string;
	action?: string;
}

interface NodeType {
	name: string;
	properties: Array<{
		name: string;
		options?: Choice[];
		displayOptions?: { show?: { resource?: string[] } };
	}>;
}

let operations: Array<{ resource: Choice; operation: Choice }>;

describe('The nodes in the editor', () => {
	useFreshEditor();

	beforeAll(async () => {
		operations = await operationsInN8n();
	});

	it('are listed with every event and every action, and with a description that fits both', async () => {
		const { editor } = bench();
		await editor.searchNodes('fax');
		const creator = editor.part('node-creator');
		await creator
			.getByTestId('node-creator-item-description')
			.filter({ hasText: /^Starts the workflow when a fax .* Its actions send, find, / })
			.waitFor();
		await editor.foundNode('Fax.Plus').click();
		await creator.getByText(/^Actions \(\d+\)$/).click();
		const names = creator.getByTestId('node-creator-item-name');
		const events = ['On fax received', 'On fax sent or failed', 'On fax page received'];
		const actions = operations.map(({ operation }) => String(operation.action));
		await names.nth(events.length + actions.length - 1).waitFor();

		const shown = (await names.allInnerTexts()).map((name) => name.trim());
		expect(operations.length).toBeGreaterThan(20);
		// n8n sorts the actions itself.
		expect(shown.slice(0, events.length)).toEqual(events);
		expect(shown.slice(events.length).sort()).toEqual(actions.sort());
	});

	it('are added by clicking an event, which is then selected', async () => {
		const { editor } = bench();
		await editor.searchNodes('fax');
		await editor.foundNode('Fax.Plus').click();
		await editor.part('node-creator').getByText('On fax sent or failed').click();
		await editor.part('parameter-input-events').waitFor();

		expect(await editor.part('parameter-input-events').innerText()).toContain('Fax Sent or Failed');
	});

	it.each([
		{ scheme: 'light' as const, file: 'faxplus.svg' },
		{ scheme: 'dark' as const, file: 'faxplus.dark.svg' },
	])('show an icon that stands out from a $scheme background', async ({ scheme, file }) => {
		const { editor } = bench();
		await editor.page.emulateMedia({ colorScheme: scheme });
		await editor.searchNodes('fax');
		const icon = editor.part('item-iterator-item').filter({ hasText: 'Fax.Plus' }).locator('img').first();
		await icon.waitFor();
		expect(await icon.getAttribute('src')).toMatch(new RegExp(`/${file}$`));
		await until(async () => (await widthOf(icon)) > 0 || undefined);
		const { background, contrast } = await lightIn(await icon.screenshot());
		await editor.page.emulateMedia({ colorScheme: 'light' });

		// Lightness is a number between 0 (black) and 255 (white).
		if (scheme === 'light') expect(background).toBeGreaterThan(200);
		else expect(background).toBeLessThan(80);
		expect(contrast).toBeGreaterThan(100);
	});
});

describe('The nodes in a workflow', () => {
	useFreshEditor();

	beforeAll(async () => {
		operations = await operationsInN8n();
	});

	beforeAll(async () => {
		const fax = (name: string, faxId: string) =>
			bench().node(name, 'faxPlus', { resource: 'fax', operation: 'getThumbnail', faxId });
		const events = { events: ['fax_received', 'fax_sent'] };
		const assigning = {
			...{ resource: 'number', operation: 'assign' },
			number: fromList(seed.ownedNumber),
			memberId: fromList(seed.memberId),
		};
		const nodes = [
			bench().node('Trigger', 'faxPlusTrigger', events, { webhookId: 'offers' }),
			bench().node('Polling trigger', 'faxPlusPollingTrigger', {}),
			bench().node('Assign', 'faxPlus', assigning),
			fax('Complete', seed.faxId),
			fax('Incomplete', ''),
		];
		await bench().open(grid('Some nodes', nodes));
	});
	afterEach(async () => {
		await bench().editor.closeNode();
	});

	it('are marked when something is missing, and only then', async () => {
		const { editor } = bench();
		await editor.node('Incomplete').getByTestId('node-issues').waitFor();
		expect(await editor.part('node-issues').count()).toBe(1);

		await editor.openNode('Incomplete');

		await editor.part('parameter-input-faxId').locator('..').getByTestId('parameter-issues').waitFor();
	});

	it('show which events they wait for', async () => {
		const { editor } = bench();
		for (const [name, subtitle] of [
			['Trigger', 'Fax received, fax sent'],
			['Polling trigger', 'Fax received'],
		] as const) {
			await editor.node(name).getByText(subtitle, { exact: true }).waitFor();
		}
		await editor.openNode('Trigger');
		const steps = editor.part('ndv').getByRole('alert').getByRole('listitem');
		await steps.first().waitFor();
		expect(await steps.count()).toBe(2);
	});

	it('refer to the HTTP Request node for missing features, with the same credential', async () => {
		const { editor } = bench();
		await editor.openNode('Complete');
		const ofFaxes = operations.filter(({ resource }) => resource.value === 'fax');
		expect(await editor.choices('operation')).toEqual([
			...ofFaxes.map(({ operation }) => operation.name),
			'Custom API Call',
		]);
		expect(await editor.choices('resource')).toContain('Custom API Call');

		await editor.choose('resource', 'Custom API Call');

		await editor
			.part('node-parameters')
			.getByText("Use the HTTP Request node to make a custom API call. We'll take care of the Fax.Plus auth")
			.waitFor();
	});
});

/** Returns the value of a field that was chosen from its list. */
function fromList(value: string): NodeParameterValueType {
	return { __rl: true, mode: 'list', value };
}

/** Returns every operation and its names, from n8n's own list of node types. */
async function operationsInN8n() {
	const { editor, n8n } = bench();
	const answer = await editor.page.request.get(`${n8n.publicUrl}/types/nodes.json`);
	const types = (await answer.json()) as NodeType[];
	const type = types.find(({ name }) => name === 'n8n-nodes-faxplus.faxPlus');
	const resources = type?.properties.find(({ name }) => name === 'resource')?.options ?? [];
	return resources.flatMap((resource) => {
		const field = type?.properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
		);
		return (field?.options ?? [])
			.filter(({ action }) => action !== undefined)
			.map((operation) => ({ resource, operation }));
	});
}

/** Returns the lightness of a picture's corner, and how much the rest differs from it at most. Both are between 0 and 255. */
async function lightIn(picture: Buffer): Promise<{ background: number; contrast: number }> {
	const pixels = await sharp(picture).flatten().greyscale().raw().toBuffer();
	const background = pixels[0] ?? 0;
	return { background, contrast: Math.max(...pixels.map((pixel) => Math.abs(pixel - background))) };
}

/** Places nodes side by side, so that each can be clicked. */
function grid(name: string, nodes: INode[]) {
	const draft = workflow(name, nodes);
	const columns = 6;
	return {
		...draft,
		connections: {},
		nodes: nodes.map((entry, index) => ({
			...entry,
			position: [(index % columns) * 260, Math.floor(index / columns) * 200] as [number, number],
		})),
	};
}
