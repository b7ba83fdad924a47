import type { IDataObject, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { FaxPlusApi } from '../../credentials/FaxPlusApi.credentials';
import { FaxPlus } from '../../nodes/FaxPlus/FaxPlus.node';
import { FaxPlusPollingTrigger } from '../../nodes/FaxPlusPollingTrigger/FaxPlusPollingTrigger.node';
import pollingSchema from '../../nodes/FaxPlusPollingTrigger/__schema__/v1.0.0.json';
import { itemOfRecord as polledItem } from '../../nodes/shared/faxes/faxEvents';
import { FaxPlusTrigger } from '../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';
import triggerSchema from '../../nodes/FaxPlusTrigger/__schema__/v2.0.0.json';
import { itemOfDelivery as deliveredItem } from '../../nodes/FaxPlusTrigger/delivery/item';
import { subtitleFor } from './support/subtitle';

const action = new FaxPlus().description;
const trigger = new FaxPlusTrigger().description;
const polling = new FaxPlusPollingTrigger().description;

/** Returns the values of the options of each field with this name. */
function valuesIn({ properties }: INodeTypeDescription, name: string): unknown[][] {
	const fields = properties.filter((property) => property.name === name);
	return fields.map(({ options = [] }) => (options as INodePropertyOptions[]).map(({ value }) => value));
}

test('the credential says where to create an access token in Fax.Plus, and that it expires', () => {
	const token = new FaxPlusApi().properties.find(({ name }) => name === 'accessToken');
	expect(token?.description).toMatch(/Profile > Integrations > Personal Access Tokens/);
	expect(token?.description).toMatch(/expires/);
});

test('events are in the order in which people need them', () => {
	const all = ['fax_received', 'fax_sent', 'fax_page_received'];
	expect(valuesIn(trigger, 'events')).toEqual([all]);
	expect(valuesIn(polling, 'events')).toEqual([['fax_received', 'fax_sent']]);
	const lists = [...valuesIn(action, 'events'), ...valuesIn(action, 'event')];
	expect(lists.length).toBeGreaterThan(0);
	for (const values of lists) expect(values.filter((value) => value !== 'all')).toEqual(all);
});

describe.each([
	['the webhook trigger', trigger],
	['the polling trigger', polling],
])('The subtitle of %s', (_name, description) => {
	test.each([
		[['fax_received'], 'Fax received'],
		[['fax_received', 'fax_sent'], 'Fax received, fax sent'],
		[[], ''],
	])('for %j is "%s"', (events, subtitle) => {
		expect(subtitleFor(description, { events })).toBe(subtitle);
	});
});

describe('The output starts with what people look for', () => {
	const record = { id: 'f', from: '+15550100000', to: '+15550100001', status: 'success' };
	const delivery = { hook: { event: 'fax_received', id: 'f' }, data: record };

	test.each([
		['a delivery', deliveredItem(delivery as never, undefined).json],
		['a polled fax', polledItem('fax_received', record as never).json],
		['the schema of the webhook trigger', triggerSchema.properties],
		['the schema of the polling trigger', pollingSchema.properties],
	] as Array<[string, IDataObject]>)('in %s', (_name, output) => {
		expect(Object.keys(output).slice(0, 3)).toEqual(['event', 'statusMeaning', 'data']);
		expect(Object.keys(output)).toContain('hook');
	});
});

test("the trigger's description, which n8n also shows for the action node, fits both", () => {
	expect(trigger.description).toMatch(/^Starts the workflow when .*\. Its actions send, /);
});
