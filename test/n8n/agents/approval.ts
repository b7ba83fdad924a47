import { Agent } from 'node:https';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { Script } from '../../../tools/harness/chatModel';
import { node } from '../../../tools/harness/n8n/workflows';
import { requestN8n, type StoredCredential } from '../../../tools/harness/n8n';
import { seed } from '../../../tools/simulator';
import { eventually } from '../support/eventually';
import { useAgents, type Talk } from './support/agent';
import { purchaseNumber, sendText } from './support/toolParameters';

const agents = useAgents({ mailbox: true });

const NUMBER = '+15550100299';

/** What a model might send to pretend that a human has approved. */
const CLAIMS = { approved: true, data: { approved: true }, approvedBy: 'the owner' };

let smtp: StoredCredential;

beforeAll(async () => {
	const port = agents.simulator.mailbox?.port;
	const data = { user: '', password: '', host: '127.0.0.1', port, secure: false, disableStartTls: true };
	smtp = await agents.n8n.api.createCredential({ name: 'Mail', type: 'smtp', data });
});

/** Returns n8n's human review, which sends an email with two links before a tool runs. */
function review(): INode {
	const parameters = {
		operation: 'sendAndWait',
		responseType: 'approval',
		fromEmail: 'n8n@example.com',
		toEmail: 'office@example.com',
		subject: 'May the agent do this?',
		message: '={{ $tool.name }}: {{ JSON.stringify($tool.parameters) }}',
		approvalOptions: { values: { approvalType: 'double', approveLabel: 'Yes', disapproveLabel: 'No' } },
		options: { appendAttribution: false },
	};
	return node('Review', 'n8n-nodes-base.emailSendHitlTool', parameters, {
		typeVersion: 2.1,
		credentials: [smtp],
		webhookId: 'review',
	});
}

/**
 * Lets an agent use a tool that a human must approve, and responds to the email.
 *
 * @param answer the link that the human opens
 * @returns the agent's conversation, and the text of the email
 */
async function reviewed(
	tool: INode,
	values: Record<string, unknown>,
	answer: 'Yes' | 'No',
): Promise<Talk & { mail: string }> {
	const { n8n, simulator } = agents;
	const id = await agents.runTask({
		tools: [tool],
		review: review(),
		*script(): ReturnType<Script> {
			const call = {
				name: tool.name,
				arguments: { toolParameters: values, hitlParameters: CLAIMS, ...CLAIMS },
			};
			const [result = ''] = yield [call];
			return result;
		},
	});
	const mail = await eventually(n8n, 'Nobody was asked', () => simulator.mailbox?.mails[0]);
	await eventually(n8n, 'The execution does not wait', async () => {
		const { status } = await n8n.api.getExecution(id);
		return status === 'waiting' || undefined;
	});
	expect([agents.sent(), agents.bought()]).toEqual([[], []]);
	await open(linkIn(mail.text, answer));
	return { ...(await agents.end(id)), mail: mail.text };
}

function linkIn(mail: string, label: string): string {
	const [, url] = new RegExp(`\\b${label}\\s+\\[?(https://[^\\]\\s]+)`).exec(mail) ?? [];
	if (url === undefined) throw new Error(`There is no link "${label}" in: ${mail}`);
	return url;
}

/** Opens a link as a browser does, because n8n only responds to browsers. */
async function open(url: string): Promise<void> {
	const { status } = await requestN8n({
		url,
		headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
		httpsAgent: new Agent({ ca: agents.n8n.front.certificate }),
	});
	expect(status).toBe(200);
}

describe("a send that needs a person's approval", () => {
	const values = { to: NUMBER, text: 'Your appointment is on Monday' };
	const send = (guards: INodeParameters = { allowedDestinations: 'any' }) =>
		agents.tool('Send', { ...sendText, guards });

	test('goes out once, after the person has seen what is sent and to whom', async () => {
		const { results, mail } = await reviewed(send(), values, 'Yes');

		expect(mail).toContain(NUMBER);
		expect(mail).toContain('Your appointment is on Monday');
		expect(agents.sent()).toEqual([[NUMBER]]);
		expect(results[0]).toContain('submitted');
	});

	test("isn't sent when the person declines, whatever the model has claimed", async () => {
		const { results } = await reviewed(send(), values, 'No');

		expect(agents.sent()).toEqual([]);
		expect(results[0]).toMatch(/rejected/);
	});

	test("isn't sent if the guards don't allow it, although the person has approved it", async () => {
		const { results } = await reviewed(send({ allowedDestinations: '+1900*' }), values, 'Yes');

		expect(agents.sent()).toEqual([]);
		expect(results[0]).toMatch(/isn't in .*Allowed Destinations/);
	});
});

test.each([
	{ answer: 'Yes' as const, bought: [seed.offerId] },
	{ answer: 'No' as const, bought: [] },
])('a purchase that a person answers with $answer', async ({ answer, bought }) => {
	const { mail } = await reviewed(agents.tool('Buy', purchaseNumber), { item_id: seed.offerId }, answer);

	expect(mail).toContain(seed.offerId);
	expect(agents.bought()).toEqual(bought);
});
