import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { workflow } from '../../../tools/harness/n8n/workflows';
import { bench, useFreshEditor } from '../support/bench';

const locator = (value: string, mode = 'id'): NodeParameterValueType => ({ __rl: true, mode, value });

/** Returns what n8n saves for a field after "Let the model define this parameter". */
const model = (key: string): string =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;

const LEFT_TO_MODEL: INodeParameters = {
	resource: 'fax',
	operation: 'send',
	from: locator(model('From'), 'number'),
	to: locator(model('To'), 'number'),
	source: 'fax',
	faxId: locator(model('Fax')),
	options: { userId: locator(model('User_ID')) },
};

const GUARDS = { allowedDestinations: '+15550100200', allowedFrom: 'any', allowedExistingFaxes: 'received' };

describe("An agent's tool in the editor", () => {
	useFreshEditor();

	/** Opens a tool and returns the fields that its notices name at their beginning. */
	async function fieldsNamed(parameters: INodeParameters): Promise<string[]> {
		const { editor } = bench();
		await bench().open(workflow('Tool', [bench().node('Fax', 'faxPlusTool', parameters)]));
		await editor.openNode('Fax');
		const parts = editor.part('ndv').getByTestId('parameter-item');
		await parts.filter({ hasText: 'No guard limits what a model enters here' }).waitFor();
		const texts = await parts.allInnerTexts();
		await editor.closeNode();
		return texts.flatMap((text) => /^"([^"]+)" needs/.exec(text.trim())?.[1] ?? []);
	}

	it('shows which fields the model chooses without a guard, before it is published', async () => {
		expect(await fieldsNamed(LEFT_TO_MODEL)).toEqual(['To', 'From', 'Fax', 'User ID']);
		expect(await fieldsNamed({ ...LEFT_TO_MODEL, options: {}, guards: GUARDS })).toEqual([]);
	});
});
