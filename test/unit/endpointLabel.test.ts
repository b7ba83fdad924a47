import { endpointLabel } from '../../nodes/FaxPlus/listSearch/endpointLabel';
import type { WebhookEndpoint } from '../../nodes/shared/records';

const HERE = 'https://n8n.example.com/';

function label(values: Partial<WebhookEndpoint>, instance = HERE): string {
	const endpoint = {
		id: 'ep_2b7e15a1b2c3',
		url: 'https://faxes.example.net/in',
		filter_types: ['fax_received'],
		channels: null,
	};
	return endpointLabel({ ...endpoint, ...values }, instance);
}

describe("An endpoint's name in lists", () => {
	it("shows where it leads, then the events in the editor's words and order", () => {
		const filter_types = ['fax_sent', 'fax_page_received', 'fax_received'];
		const words = 'faxes.example.net/in · Received, Sent, Page Received · ID …a1b2c3';
		expect(label({ filter_types })).toBe(words);
	});

	it.each<Partial<Record<keyof WebhookEndpoint, unknown>>>([
		{ filter_types: null },
		{ filter_types: undefined },
		{ filter_types: [null, 5], channels: [] },
		{ filter_types: 'fax_sent', channels: '+15550100000' },
		{ url: null },
	])('works whatever Fax.Plus leaves out: %j', (values) => {
		expect(label(values as Partial<WebhookEndpoint>)).toContain('…a1b2c3');
	});

	it('shows an unknown event as it is', () => {
		expect(label({ filter_types: ['fax_read', 'fax_sent'] })).toMatch(/ · Sent, fax_read · /);
	});

	it('shows a number, and how many more there are', () => {
		const channels = ['+15550100000', '+41225550100', '+41225550101'];
		expect(label({ channels: channels.slice(0, 1) })).toMatch(/ · Received · \+15550100000 · ID /);
		expect(label({ channels })).toMatch(/ · Received · \+15550100000 and 2 more · ID /);
	});

	it.each([
		['https://n8n.example.com/webhook/x/webhook', HERE, ' (this n8n)'],
		['https://n8n.example.com/webhook-test/x/webhook', HERE, ' (test URL of this n8n)'],
		['https://other.example.com/webhook-test/x/webhook', HERE, ' (test URL)'],
		['https://other.example.com/webhook/x/webhook', HERE, ''],
		['https://n8n.example.com:8443/webhook/x/webhook', HERE, ''],
		['https://n8n.example.com/webhook/x/webhook', 'http://n8n.example.com/', ''],
		['https://n8n.example.com/webhook/x/webhook', '', ''],
		['https://n8n.example.com/webhook/x/webhook', 'https://n8n.example.com/below', ' (this n8n)'],
	])('for %s, seen from "%s", starts with where it leads"%s"', (url, instance, remark) => {
		expect(label({ url }, instance)).toBe(`${new URL(url).host}/…/webhook${remark} · Received · ID …a1b2c3`);
	});

	it('distinguishes addresses on one host by the trigger ID from its Production URL, otherwise by their end', () => {
		const trigger = 'https://n8n.example.com/webhook/c259c87e-1d2b-4c3d-8e4f-5a6b7c8d9e0f/webhook';
		expect(label({ url: trigger })).toMatch(/^n8n\.example\.com\/…\/c259c87e… \(this n8n\) · /);
		expect(label({ url: 'https://crm.example.com/api/faxes' })).toMatch(/^crm\.example\.com\/…\/faxes · /);
		expect(label({ url: 'https://crm.example.com/' })).toMatch(/^crm\.example\.com · /);
	});

	it('shortens the end of a path only if it has more than twelve characters', () => {
		const ending = (end: string): string | undefined =>
			label({ url: `https://crm.example.com/${end}` }).split(' ')[0];
		expect(ending('twelve-chars')).toBe('crm.example.com/twelve-chars');
		expect(ending('thirteen-char')).toBe('crm.example.com/thirteen…');
	});

	it("leaves out what's unknown", () => {
		expect(label({ url: 'not an address', id: 'ep_1' })).toBe('Received · ID ep_1');
		expect(endpointLabel({ id: 'ep_1' } as WebhookEndpoint, HERE)).toBe('ID ep_1');
	});
});
