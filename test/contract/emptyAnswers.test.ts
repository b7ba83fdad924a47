import { seed } from '../../simulator';
import { useBench } from './support/bench';
import { nameOf, operations, parametersOf } from './support/operationCases';
import { startRawServer } from './support/rawServer';

const bench = useBench();

/** Operations that put out what the service answers. */
const promised = ['customField: create', 'customField: update', 'legacyHook: create', 'shop: purchaseNumber'];

const cases = operations
	.filter((operationCase) => promised.includes(nameOf(operationCase)))
	.map((operationCase) => ({ name: nameOf(operationCase), operationCase }));

describe.each(cases)('$name', ({ operationCase }) => {
	test.each([200, 204])('makes no success of an empty answer with status %i', async (status) => {
		const server = await startRawServer((_request, response) => {
			response.writeHead(status).end();
		});
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
