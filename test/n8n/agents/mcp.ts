import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { IConnections, INode } from 'n8n-workflow';
import { node } from '../../../tools/harness/n8n/workflows';
import { eventually } from '../support/eventually';
import { useAgents } from './support/agent';
import { deleteFax, listFaxes, purchaseNumber, sendText } from './support/toolParameters';

const agents = useAgents();

const ALLOWED = '+15550100299';

let client: Client;

/** Publishes n8n's MCP server with these tools, and connects a client to it, as a desktop chat app does. */
async function serve(tools: INode[]): Promise<void> {
	const { api, url } = agents.n8n;
	const path = 'fax-tools';
	const parameters = { path, authentication: 'none' };
	const server = node('Server', '@n8n/n8n-nodes-langchain.mcpTrigger', parameters, {
		typeVersion: 2,
		webhookId: path,
	});
	const connections: IConnections = {};
	for (const { name } of tools)
		connections[name] = { ai_tool: [[{ node: server.name, type: 'ai_tool', index: 0 }]] };
	const { id } = await api.createWorkflow({ name: 'MCP', nodes: [server, ...tools], connections });
	await api.publish(id);
	client = await eventually(agents.n8n, 'The MCP server does not answer', async () => {
		const candidate = new Client({ name: 'test', version: '1.0.0' });
		const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp/${path}`));
		return await candidate.connect(transport).then(
			() => candidate,
			() => undefined,
		);
	});
}

async function use(
	name: string,
	values: Record<string, unknown>,
): Promise<{ text: string; isError: boolean }> {
	const { content, isError = false } = await client.callTool({ name, arguments: values });
	const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
	return { text, isError };
}

beforeAll(async () => {
	// n8n's MCP server reports errors by itself.
	const onError = 'stopWorkflow';
	const guards = { allowedDestinations: ALLOWED, maxRecipients: 1 };
	await serve([
		agents.tool('Look', listFaxes, { onError }),
		agents.tool('Send', { ...sendText, guards }, { onError }),
		agents.tool('Buy', purchaseNumber, { onError }),
		agents.tool('Remove', deleteFax, { onError }),
	]);
});

afterAll(async () => {
	await client.close();
});

test("an MCP client learns which tools only read, and which really send, cost money or can't be undone", async () => {
	const { tools } = await client.listTools();

	const known = new Map(tools.map((tool) => [tool.name, tool]));
	expect(known.get('Look')?.description).toMatch(/^List .*faxes/);
	expect(known.get('Send')?.description).toMatch(/real fax.*costs.*can't be undone/);
	expect(known.get('Buy')?.description).toMatch(/^Buy a fax number.*unless a person has explicitly approved/);
	expect(known.get('Remove')?.description).toMatch(/^Delete .*permanently/);
	expect(Object.keys(known.get('Send')?.inputSchema.properties ?? {})).toEqual(['to', 'text']);
});

test('a send within the guards goes out once', async () => {
	expect((await use('Send', { to: ALLOWED, text: 'Hello' })).text).toContain('submitted');
	expect(agents.sent()).toEqual([[ALLOWED]]);
});
