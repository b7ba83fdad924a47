import { clinic, operations, parametersOf } from '../contract/support/operationCases';
import { seed } from '../../simulator';
import { itemsOf } from '../../harness/n8n';
import { AUTHENTICATIONS, NODE, useN8nBench } from './support/bench';

const bench = useN8nBench();

/** Of every kind of request one; each operation's own is what the contract tests are about. */
const OF_EACH_KIND = [
	'account: getPlan',
	'fax: getAll',
	'fax: send',
	'faxText: get',
	'shop: purchaseNumber',
	'webhookEndpoint: create',
];

const cases = operations
	.filter((one) => OF_EACH_KIND.includes(one.name))
	.flatMap((operationCase) =>
		AUTHENTICATIONS.map((authentication) => ({ name: operationCase.name, operationCase, authentication })),
	);

describe('In a real n8n', () => {
	test.each(cases)('$name with $authentication', async ({ operationCase, authentication }) => {
		const { simulator } = bench();
		operationCase.prepare?.(simulator);

		const execution = await bench().run(parametersOf(operationCase, authentication));

		expect(execution.data.resultData.error).toBeUndefined();
		expect(execution.status).toBe('success');
		expect(
			simulator.requests.map(({ method, path, query, body }) => ({ method, path, query, body })),
		).toEqual(operationCase.requests.map((request) => ({ query: {}, body: undefined, ...request })));
		expect(simulator.requests.map(({ headers }) => headers['x-fax-clientid'])).toEqual(
			simulator.requests.map(() => (authentication === 'oAuth2' ? seed.clientId : undefined)),
		);
		const items = itemsOf(execution, NODE);
		expect(items.map(({ json }) => json)).toEqual(operationCase.output(simulator, authentication));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map(() => ({ item: 0 })));
		operationCase.effect?.(clinic(simulator), simulator);
	});
});
