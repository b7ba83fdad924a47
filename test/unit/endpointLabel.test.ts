import { endpointLabel } from '../../nodes/FaxPlus/listSearch/endpointLabel';
import type { WebhookEndpoint } from '../../nodes/shared/service/types';

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

describe('What a list calls an endpoint', () => {
	it('begins with the events, in the words and the order of the editor', () => {
		expect(label({ filter_types: ['fax_sent', 'fax_page_received', 'fax_received'] })).toBe(
			'Received, Sent, Page Received · faxes.example.net · …a1b2c3',
		);
	});

	it('shows an event that the package does not know as it is', () => {
		expect(label({ filter_types: ['fax_read', 'fax_sent'] })).toMatch(/^Sent, fax_read · /);
	});

	it('names a number, and how many more there are', () => {
		expect(label({ channels: ['+15550100000'] })).toMatch(/^Received · \+15550100000 · faxes/);
		expect(label({ channels: ['+15550100000', '+41225550100', '+41225550101'] })).toMatch(
			/^Received · \+15550100000 and 2 more · faxes/,
		);
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
	])('of %s, seen from "%s", ends in "…a1b2c3%s"', (url, instance, remark) => {
		expect(label({ url }, instance)).toBe(`Received · ${new URL(url).host} · …a1b2c3${remark}`);
	});

	it('leaves out what is not known', () => {
		expect(label({ url: 'not an address', id: 'ep_1' })).toBe('Received · ep_1');
		expect(endpointLabel({ id: 'ep_1' } as WebhookEndpoint, HERE)).toBe('ep_1');
	});
});
