import type { IDataObject, IHookFunctions, INode } from 'n8n-workflow';

import { keepsEndpoint, wantedSettings, webhookUrl } from '../../../nodes/FaxPlusTrigger/endpointSettings';
import { ownerOf } from '../../../nodes/shared/endpoints/receivers';
import { InputError } from '../../../nodes/shared/values/inputError';
import { NODE } from '../support/context';

const URL = 'https://n8n.example/webhook/1/webhook';

function contextWith(parameters: IDataObject): IHookFunctions {
	const fields: IDataObject = { events: ['fax_received'], channels: '', ...parameters };
	return {
		getNodeParameter: (name: string, fallback?: unknown) => fields[name] ?? fallback,
		getNodeWebhookUrl: () => URL,
		getNode: () => ({ name: 'Fax' }),
		getWorkflow: () => ({ id: 'w1', name: 'Referrals', active: true }),
	} as unknown as IHookFunctions;
}

describe('The request to Fax.Plus', () => {
	const NUMBERS = ['+15550100000', '+41225550100'];

	it.each<[IDataObject, IDataObject]>([
		[{}, {}],
		[{ events: ['fax_sent', 'fax_new'] }, { filter_types: ['fax_sent', 'fax_new'] }],
		[{ channels: ' \n' }, {}],
		[{ channels: '+1 (555) 010-0000, +41225550100\n+1.555.010.0000' }, { channels: NUMBERS }],
		[{ channels: ['+15550100000', ' +41 22 555 01 00 '] }, { channels: NUMBERS }],
		[{ channels: { __rl: true, mode: 'list', value: '' } }, {}],
		[{ channels: { __rl: true, mode: 'list', value: '+15550100000' } }, { channels: ['+15550100000'] }],
		[{ channels: { __rl: true, mode: 'number', value: NUMBERS.join() } }, { channels: NUMBERS }],
		[{ channels: { __rl: true, mode: 'number', value: NUMBERS } }, { channels: NUMBERS }],
	])('matches the fields %j', (parameters, settings) => {
		const usual = { url: URL, filter_types: ['fax_received'], channels: null };
		expect(wantedSettings(contextWith(parameters), URL)).toEqual({ ...usual, ...settings });
	});

	const refused: Record<string, [IDataObject, RegExp, url?: string]> = {
		'no event': [{ events: [] }, /^"Events" is empty\. Select at least one event\.$/],
		'a number without a plus sign': [
			{ channels: '15550100000' },
			/^"Numbers": "15550100000" has no plus sign/,
		],
		'an expression without numbers': [
			{ channels: [] },
			/^"Numbers" has no value\. .*leave the field empty for all numbers/,
		],
		'an expression after the list without a result': [
			{ channels: { __rl: true, mode: 'number', value: null } },
			/^"Numbers" has no value\. .*leave the field empty for all numbers/,
		],
		'one such number out of two': [{ channels: '+15550100000,0555' }, /^"Numbers": "0555" has no plus sign/],
		"numbers that aren't text": [{ channels: [{ number: 1 }] }, /^"Numbers" must be text, but is/],
		'plain HTTP': [{}, /only to HTTPS addresses.*WEBHOOK_URL/, 'http://localhost:5678/webhook/1'],
		'plain HTTP for a test': [{}, /N8N_EDITOR_BASE_URL/, 'http://localhost:5678/webhook-test/1'],
		'a scheme that only starts like HTTPS': [{}, /only to HTTPS addresses/, 'httpsx://n8n.example/'],
	};

	it.each(Object.entries(refused))('is refused with %s', (_what, [parameters, message, url = URL]) => {
		const work = () => wantedSettings(contextWith(parameters), url);
		expect(work).toThrow(InputError);
		expect(work).toThrow(message);
	});

	it("is refused if n8n would put a name with spaces into the URL, which it doesn't serve", () => {
		const withNode = (node: object) => ({ ...contextWith({}), getNode: () => node as INode });
		const work = (node: object) => () => wantedSettings(withNode(node), URL);
		expect(work({ name: 'Fax.Plus Trigger' })).toThrow(
			/for "Fax\.Plus Trigger", because the trigger has no webhook ID/,
		);
		expect(work({ name: 'Fax.Plus Trigger', webhookId: 'w' })).not.toThrow();
	});

	it('is refused if n8n knows no webhook URL', () => {
		const context = { ...contextWith({}), getNodeWebhookUrl: () => undefined };
		expect(() => webhookUrl(context)).toThrow('n8n gave the trigger no webhook URL');
	});
});

describe('Whether an unused endpoint stays', () => {
	it.each([
		['production', {}, false],
		['production', { keepEndpoint: true }, true],
		['production', { deleteTestEndpoint: false }, false],
		['test', {}, true],
		['test', { deleteTestEndpoint: true, keepEndpoint: true }, false],
	])('at the %s URL with the options %j: %s', (kind, options, keeps) => {
		expect(keepsEndpoint(contextWith({ options }), kind === 'test')).toBe(keeps);
	});
});

describe('The owner of an endpoint', () => {
	const node = (authentication: string | undefined, credentials?: INode['credentials']): INode => ({
		...NODE,
		parameters: authentication === undefined ? {} : { authentication },
		...(credentials ? { credentials } : {}),
	});
	const token = (id: string) => ({ faxPlusApi: { id, name: 'Account' } });
	const oAuth2 = (id: string) => ({ faxPlusOAuth2Api: { id, name: 'Account' } });

	it('is the same for the same credential, whatever else differs', () => {
		const renamed = { faxPlusApi: { id: 'a', name: 'Renamed' } };
		const owners = [
			node('accessToken', token('a')),
			node(undefined, token('a')),
			{ ...node('accessToken', renamed), name: 'Other', id: '2' },
			node('accessToken', { ...token('a'), ...oAuth2('b') }),
		].map(ownerOf);
		expect(new Set(owners).size).toBe(1);
	});

	it('differs for every other credential', () => {
		const owners = [
			node('accessToken', token('a')),
			node('accessToken', token('b')),
			node('oAuth2', oAuth2('a')),
			node('oAuth2', token('a')),
			node('accessToken'),
		].map(ownerOf);
		expect(new Set(owners).size).toBe(owners.length);
	});
});
