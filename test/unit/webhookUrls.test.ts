import { NodeHelpers, type INode } from 'n8n-workflow';

import { FaxPlusTrigger } from '../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';
import { isTestUrl, isTriggerLike } from '../../nodes/shared/endpoints/webhookUrls';

const UUID = '5f0c1d9e-8f5b-4a3e-9a57-0d6f8c1b2a3d';

/** Returns the URL that n8n gives to the trigger. */
function addressOf(webhookId: string | undefined, base = 'https://n8n.example.com/webhook'): string {
	const { name, webhooks } = new FaxPlusTrigger().description;
	const node = { name, type: 'x', webhookId } as unknown as INode;
	return NodeHelpers.getNodeWebhookUrl(base, 'pK3xV9sQ2mLr8TzA', node, webhooks?.[0]?.path ?? '');
}

describe("Whether an address looks like a trigger's", () => {
	it.each([
		["with n8n's ID", addressOf(UUID), true],
		['below a path', addressOf(UUID, 'https://example.com/n8n/hooks'), true],
		['with another ID', addressOf('incoming-faxes'), false],
		['without an ID', addressOf(undefined), true],
	])('of a trigger %s: %s', (_what, url, isLike) => {
		expect(isTriggerLike(url)).toBe(isLike);
	});

	it.each([
		`https://n8n.example.com/webhook/${UUID}`,
		'https://n8n.example.com/webhook',
		'https://n8n.example.com/',
		`https://n8n.example.com/webhook/${UUID}/webhook/`,
		`https://n8n.example.com/webhook/${UUID}/webhooks`,
		`https://n8n.example.com/in?to=/${UUID}/webhook`,
		`https://n8n.example.com/in#/${UUID}/webhook`,
		'https://n8n.example.com/webhook/customerwebhooks/faxes/webhook',
		'https://n8n.example.com/webhook/pK3xV9sQ2mLr8TzA/webhook',
		'not an address',
	])('of another receiver: %s', (url) => {
		expect(isTriggerLike(url)).toBe(false);
	});
});

test('a test URL is recognized by the usual part of its path', () => {
	expect(isTestUrl(addressOf(UUID, 'https://n8n.example.com/webhook-test'))).toBe(true);
	expect(isTestUrl(addressOf(UUID))).toBe(false);
	expect(isTestUrl('https://webhook-test/in?at=/webhook-test/')).toBe(false);
	expect(isTestUrl('not an address')).toBe(false);
});
