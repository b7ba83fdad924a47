import type { INode, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { FaxPlus } from '../../../nodes/FaxPlus/FaxPlus.node';
import { resources } from '../../../nodes/FaxPlus/resources';
import { FaxPlusPollingTrigger } from '../../../nodes/FaxPlusPollingTrigger/FaxPlusPollingTrigger.node';
import { FaxPlusTrigger } from '../../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';
import { exampleText, FILES, readExample, useExamples } from './support/examples';
import { statusWithoutLogin } from './support/formVisit';

const FORMS = FILES.flatMap((file) => {
	const forms = readExample(file).nodes.filter(({ type }) => type === 'n8n-nodes-base.formTrigger');
	return forms.map(({ name: form }) => ({ file, form }));
});

const examples = useExamples();

/** Of all nodes that n8n knows: many megabytes. */
let typeNames: string[];

beforeAll(async () => {
	typeNames = await examples.n8n.api.listTypes('nodes');
});

describe.each(FILES)('%s', (file) => {
	test('is imported: n8n knows its nodes, finds their credentials by name and misses no parameter', async () => {
		const { nodes } = await examples.import(file);

		const { api } = examples.n8n;
		expect(typeNames).toEqual(expect.arrayContaining(nodes.map(({ type }) => type)));
		const nodeInfos = nodes.map(({ type, typeVersion: version }) => ({ name: withoutTool(type), version }));
		const types = await api.call<INodeTypeDescription[]>('POST', '/rest/node-types', { nodeInfos });
		for (const [index, { typeVersion }] of nodes.entries()) {
			expect([types[index]?.version].flat()).toContain(typeVersion);
		}
		for (const { credentials: selected = {} } of nodes) {
			for (const [type, { id }] of Object.entries(selected))
				expect(id).toBe(examples.credentials.get(type)?.id);
		}
		expect(nodes.flatMap(parameterIssues)).toEqual([]);
	});

	test("has a sticky note, and holds no one's secrets or ids", () => {
		const text = exampleText(file);
		const { nodes } = readExample(file);

		expect(nodes.map(({ type }) => type)).toContain('n8n-nodes-base.stickyNote');
		const selected = nodes.flatMap((node) => Object.values(node.credentials ?? {}));
		expect(selected.map(({ id }) => id)).toEqual(selected.map(() => null));
		expect(text).not.toMatch(/instanceId|whsec_|alohi_pat_/);
	});

	test('names no signing secret, which is optional: n8n starts nothing that names a credential it lacks', () => {
		const named = readExample(file).nodes.flatMap((node) => Object.keys(node.credentials ?? {}));

		expect(named).not.toContain('faxPlusWebhookSecretApi');
	});
});

test.each(FORMS)('the form "$form" of $file starts nothing without its login', async ({ file, form }) => {
	const { api } = examples.n8n;
	const workflow = await examples.import(file);
	await api.publish(workflow.id);

	expect(await statusWithoutLogin(examples.n8n, workflow, form)).toBe(401);
	expect(await api.listExecutions(workflow.id)).toEqual([]);
});

describe.each(['06-ask-an-ai-agent.json', '11-what-did-they-fax-us.json'])('the agent of %s', (file) => {
	test('has tools that only read, or send within guards alone, and that tell it what went wrong', () => {
		const { nodes, connections } = readExample(file);
		const tools = nodes.filter(({ type }) => type === 'n8n-nodes-faxplus.faxPlusTool');

		expect(tools.length).toBeGreaterThan(2);
		for (const { name, parameters, onError } of tools) {
			const operation = resources
				.find(({ value }) => value === parameters['resource'])
				?.operations.find(({ value }) => value === parameters['operation']);
			// What Fax AI has found is only read where nothing is requested.
			if (parameters['operation'] === 'send') {
				expect(parameters['guards']).toEqual({
					allowedDestinations: expect.stringMatching(/^\+[\d+, ]+$/) as string,
					...(parameters['source'] === 'url' && {
						allowedDocumentAddresses: expect.stringContaining('files.example.com') as string,
					}),
					mostRecipients: 1,
					refuseSameFax: true,
				});
			} else {
				expect([operation?.kind, parameters['requestIfMissing']]).toEqual(
					operation?.kind === 'staged' ? ['staged', false] : ['read', undefined],
				);
			}
			expect(connections[name]).toEqual({ ai_tool: [[{ node: 'AI Agent', type: 'ai_tool', index: 0 }]] });
			expect(onError).toBe('continueRegularOutput');
		}
	});
});

/** n8n describes the tool that it makes of a node only under the node's own name. */
function withoutTool(type: string): string {
	return type.replace(/^(n8n-nodes-faxplus\.faxPlus)Tool$/, '$1');
}

/** What the editor would mark in a node of this package: parameters that are missing, or that it has not got. */
function parameterIssues(node: INode): string[] {
	const description = {
		faxPlus: new FaxPlus().description,
		faxPlusTool: new FaxPlus().description,
		faxPlusTrigger: new FaxPlusTrigger().description,
		faxPlusPollingTrigger: new FaxPlusPollingTrigger().description,
	}[/^n8n-nodes-faxplus\.(.+)$/.exec(node.type)?.[1] ?? ''];
	if (description === undefined) return [];
	const { properties } = description;
	const missing = NodeHelpers.getNodeParametersIssues(properties, node, description)?.parameters ?? {};
	const resolved =
		NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description) ?? {};
	const unknown = Object.keys(node.parameters).filter((name) => !(name in resolved));
	return [...Object.values(missing).flat(), ...unknown.map((name) => `${node.name}: no parameter "${name}"`)];
}
