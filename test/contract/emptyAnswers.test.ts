import { seed } from '../../simulator';
import { useBench } from './support/bench';
import { nameOf, operations, parametersOf } from './support/operationCases';
import { startRawServer } from './support/rawServer';

const bench = useBench();

/** What the service answers to everything, on a server of its own. */
async function answering(status: number, body: string) {
	return await startRawServer((_request, response) => {
		response.writeHead(status, { 'content-type': 'application/json' }).end(body);
	});
}

/** Operations that put out what the service answers. */
const promised = [
	'customField: create',
	'customField: update',
	'fieldExtraction: correct',
	'legacyHook: create',
	'shop: purchaseNumber',
];

const cases = operations
	.filter((operationCase) => promised.includes(nameOf(operationCase)))
	.map((operationCase) => ({ name: nameOf(operationCase), operationCase }));

const ERROR = '{"error":"internal_server_error","description":"Unexpected server error"}';

test.each([
	...cases.map((one) => ({ ...one, status: 200, body: '{}' })),
	...[
		{ status: 200, body: '' },
		{ status: 204, body: '' },
		{ status: 200, body: '[]' },
		{ status: 200, body: 'null' },
		{ status: 200, body: ERROR },
	].flatMap((answer) => cases.slice(0, 1).map((one) => ({ ...one, ...answer }))),
])('$name makes no success of an answer without a result: $status $body', async (one) => {
	const { operationCase, status, body } = one;
	const server = await answering(status, body);
	const { items, error } = await bench().engine.run({
		parameters: parametersOf(operationCase, 'accessToken'),
		credentials: await bench().accessToken(seed.ownerToken, server.baseUrl),
	});
	await server.stop();
	expect(items).toEqual([]);
	expect(error?.context['faxPlus']).toMatchObject({ outcome: 'unknown' });
	expect(server.requests).toHaveLength(1);
});

/** Operations that read one record. */
const records = [
	'account: getPlan',
	'accessToken: get',
	'aiCredit: get',
	'member: get',
	'number: get',
	'shop: getBalance',
];

const recordCases = operations
	.filter((operationCase) => records.includes(nameOf(operationCase)))
	.map((operationCase) => ({ name: nameOf(operationCase), operationCase }));

test.each([
	...recordCases.map((one) => ({ ...one, body: '[]' })),
	...['[{"id":"1"}]', '{}'].flatMap((body) => recordCases.slice(0, 1).map((one) => ({ ...one, body }))),
])('$name takes $body for no record', async ({ operationCase, body }) => {
	const server = await answering(200, body);
	const { items, error } = await bench().engine.run({
		parameters: parametersOf(operationCase, 'accessToken'),
		credentials: await bench().accessToken(seed.ownerToken, server.baseUrl),
	});
	await server.stop();
	expect(items).toEqual([]);
	expect(error?.message).toBe('The service answered without the expected record (unexpected_answer)');
	expect(error?.description).toMatch(/^Check the Base URL in the credential/);
});

/** They stand for the operations of which nobody needs the answer. */
const acknowledged = operations
	.filter((operationCase) =>
		['contactGroup: share', 'fax: delete', 'number: assign'].includes(nameOf(operationCase)),
	)
	.map((operationCase) => ({ name: nameOf(operationCase), operationCase }));

describe.each(acknowledged)('$name', ({ operationCase }) => {
	const run = async (body: string) => {
		const server = await answering(200, body);
		const result = await bench().engine.run({
			parameters: parametersOf(operationCase, 'accessToken'),
			credentials: await bench().accessToken(seed.ownerToken, server.baseUrl),
		});
		await server.stop();
		expect(server.requests).toHaveLength(1);
		return result;
	};

	test.each(['', '\n', '{}', 'null', '"OK"'])('is done when it is answered %j', async (body) => {
		const { items, error } = await run(body);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});

	test.each([ERROR, '<html>Please log in</html>'])(
		'claims no success when it is answered %s',
		async (body) => {
			const { items, error } = await run(body);
			expect(items).toEqual([]);
			expect(error?.context['faxPlus']).toMatchObject({ outcome: 'unknown' });
		},
	);
});
