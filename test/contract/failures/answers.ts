import { useBench } from '../support/bench';
import { expectSuccess } from '../support/execution';
import { operationsNamed, parametersOf } from '../support/operationCases';

const bench = useBench();

const HTML = '<html>Please log in</html>';
const ERROR = '{"error":"internal_server_error","description":"Unexpected server error"}';

/** Operations that output what Fax.Plus returns. */
const promised = operationsNamed(
	'customField: create',
	'customField: update',
	'fieldExtraction: correct',
	'legacyHook: create',
	'shop: purchaseNumber',
);

test.each([
	...promised.map((one) => ({ ...one, body: '{}' })),
	...['', '[]', 'null', ERROR, HTML].flatMap((body) => promised.slice(0, 1).map((one) => ({ ...one, body }))),
])('$name reports no success for an answer without a result: $body', async ({ body, ...one }) => {
	const { items, error, requests } = await bench().runAgainst({ body }, parametersOf(one));
	expect(items).toEqual([]);
	expect(error?.context['faxPlus']).toMatchObject({ outcome: 'unknown' });
	expect(requests).toHaveLength(1);
});

/** Operations that read one record. */
const records = operationsNamed(
	'account: getPlan',
	'accessToken: get',
	'aiCredit: get',
	'member: get',
	'number: get',
	'shop: getBalance',
);

test.each([
	...records.map((one) => ({ ...one, body: '[]' })),
	...['[{"id":"1"}]', '{}', HTML].flatMap((body) => records.slice(0, 1).map((one) => ({ ...one, body }))),
])("$name doesn't accept $body as a record", async ({ body, ...one }) => {
	const { items, error, requests } = await bench().runAgainst({ body }, parametersOf(one));
	expect(items).toEqual([]);
	expect(error?.message).toBe(
		body === HTML
			? "The response is not JSON, so it isn't from Fax.Plus (unexpected_answer, HTTP 200)"
			: 'Fax.Plus responded without the expected record (unexpected_answer)',
	);
	expect(requests).toHaveLength(1);
	expect(error?.description).toMatch(/^Check "Base URL" in the credential/);
});

/** Samples of the operations whose output doesn't come from the response. */
const acknowledged = operationsNamed('contactGroup: share', 'fax: delete', 'number: assign');

describe.each(acknowledged)('$name', (operationCase) => {
	test.each(['', '\n', '{}', 'null', '"OK"'])('succeeds when the answer is %j', async (body) => {
		const { items, requests } = expectSuccess(
			await bench().runAgainst({ body }, parametersOf(operationCase)),
		);
		expect(items).toHaveLength(1);
		expect(requests).toHaveLength(1);
	});

	test.each([ERROR, HTML])('reports no success when the answer is %s', async (body) => {
		const { items, error, requests } = await bench().runAgainst({ body }, parametersOf(operationCase));
		expect(items).toEqual([]);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'unknown' });
		expect(requests).toHaveLength(1);
	});
});

test.each([302, 403, 404])(
	'a page with status %i in answer to a write leaves its outcome unknown, and the advice names the Base URL',
	async (status) => {
		const [write] = operationsNamed('customField: create').map((one) => parametersOf(one));
		const page = { status, headers: { 'content-type': 'text/html' }, body: HTML };
		const { error, requests } = await bench().runAgainst(page, write ?? {});
		expect(error?.message).toMatch(
			/^(A web page responded instead of Fax\.Plus|Fax\.Plus responded with a redirect)/,
		);
		expect(error?.message).toMatch(/ It's unknown whether the field was created\.$/);
		expect(error?.description).toMatch(
			/ Check "Base URL" in the credential\. Something other than Fax\.Plus/,
		);
		expect(requests).toHaveLength(1);
	},
);

test('returns a number offer without its item as it is', async () => {
	const offer = { type: 'local', price: 10, currency: 'USD' };
	const { items } = expectSuccess(
		await bench().runAgainst(
			{ body: JSON.stringify({ numbers: [offer] }) },
			{ resource: 'shop', operation: 'searchNumbers', countryCode: 'US', callingCode: '212' },
		),
	);
	expect(items.map(({ json }) => json)).toEqual([offer]);
});
