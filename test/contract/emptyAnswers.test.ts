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

describe.each(cases)('$name', ({ operationCase }) => {
	test.each([
		[200, ''],
		[204, ''],
		[200, '{}'],
		[200, '[]'],
		[200, 'null'],
		[200, ERROR],
	])('makes no success of an answer without a result: %i %s', async (status, body) => {
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

describe.each(recordCases)('$name', ({ operationCase }) => {
	test.each(['[]', '[{"id":"1"}]', '{}'])('takes %s for no record', async (body) => {
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
});

/** Operations of which nobody needs the answer, and that send one request. */
const acknowledged = operations
	.filter(({ kind }) => kind === 'write')
	.filter(
		(operationCase) => ![...promised, 'webhookEndpoint: create', 'fax: send'].includes(nameOf(operationCase)),
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
