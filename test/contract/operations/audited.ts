import { seed } from '../../../tools/simulator';
import { factsOf, useAuditTrail } from '../support/auditTrail';
import { useBench } from '../support/bench';
import { clinic, operationCases, parametersOf } from '../support/operationCases';
import { locator } from '../support/operationCases/case';

const bench = useBench();
const trail = useAuditTrail(bench);

/** Returns the operation's fields, as its case has them. */
function fieldsOf(name: string) {
	const found = operationCases.find((one) => one.name === name);
	if (!found) throw new Error(`No operation ${name}`);
	return parametersOf(found);
}

test('the audit trail has the operations that send, buy or change who gets faxes, and nothing that one of them is given', async () => {
	const events: Record<string, unknown[]> = {};
	const facts: string[] = [];
	for (const operationCase of operationCases) {
		bench().simulator.reset();
		operationCase.prepare?.(bench().simulator);
		const before = trail().length;
		await bench().run(parametersOf(operationCase));
		const lines = trail().slice(before);
		const [name = ''] = /^\w+: \w+/.exec(operationCase.name) ?? [];
		if (lines.length > 0)
			events[name] = [...new Set(lines.map(({ event, outcome }) => `${event} ${outcome}`))];
		facts.push(...lines.map((line) => JSON.stringify({ ...line, time: '' })));
	}
	expect(events).toEqual({
		'fax: send': ['fax.sent done'],
		'shop: purchaseNumber': ['number.purchased done'],
		'webhookEndpoint: create': ['endpoint.created done'],
		'webhookEndpoint: update': ['endpoint.changed done'],
		'webhookEndpoint: delete': ['endpoint.deleted done'],
		'legacyHook: create': ['legacyHook.created done'],
		'legacyHook: delete': ['legacyHook.deleted done'],
	});
	expect(facts.filter((line) => /\+\d|(1555|4122)\d{5}|alohi_pat_|whsec_|https?:/.test(line))).toEqual([]);
});

test('a changed endpoint is in the audit trail with the host of its address only', async () => {
	const { endpoints } = clinic(bench().simulator);
	endpoints.set('ep_1', {
		id: 'ep_1',
		url: 'https://a.example',
		filter_types: [],
		channels: null,
		secret: '',
	});
	await bench().run({
		...{ resource: 'webhookEndpoint', operation: 'update', endpointId: locator('id', 'ep_1') },
		updateFields: { url: 'https://other.example:8443/secret?token=secret', channels: seed.ownedNumber },
	});
	const host = 'other.example:8443';
	const facts = { event: 'endpoint.changed', outcome: 'done', endpointId: 'ep_1', host };
	expect(factsOf(trail())).toMatchObject([{ ...facts, changes: expect.stringMatching(/url/) as unknown }]);
});

describe.each([
	['shop: purchaseNumber', 'purchaseNumber', { event: 'number.purchased', itemId: seed.offerId }],
	[
		'webhookEndpoint: delete',
		'deleteWebhook',
		{ event: 'endpoint.deleted', endpointId: expect.any(String) as unknown },
	],
	[
		'legacyHook: delete',
		'deleteHook',
		{ event: 'legacyHook.deleted', hookId: expect.any(String) as unknown },
	],
])('the line of %s', (name, operationId, facts) => {
	test('shows that its outcome is unknown if the response is lost', async () => {
		bench().simulator.fail({ operationId, times: 1, with: 'hang-up', afterEffect: true });
		await bench().run(fieldsOf(name));
		expect(factsOf(trail())).toEqual([{ ...facts, outcome: 'unknown' }]);
	});

	test("isn't there if Fax.Plus refuses it", async () => {
		bench().simulator.fail({ operationId, times: 1, with: 400, error: 'bad_request', description: 'No' });
		await bench().run(fieldsOf(name));
		expect(trail()).toEqual([]);
	});
});
