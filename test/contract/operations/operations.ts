import { resources } from '../../../nodes/FaxPlus/resources';
import { seed } from '../../../tools/simulator';
import { AUTHENTICATIONS, useBench } from '../support/bench';
import { jsonOf } from '../support/execution';
import { APART, expectEffect, operationCases, operations, parametersOf } from '../support/operationCases';

const bench = useBench();

/**
 * The operations that are also tested with OAuth2. There's one for each way to send a request: a read, a list, an upload, a
 * download, and a write. Nothing else affects authentication.
 */
const OF_EACH_KIND = [
	'account: getPlan',
	'fax: getAll',
	'fax: send',
	'fax: download',
	'shop: purchaseNumber',
];

const everyCase = operationCases.flatMap((operationCase) =>
	AUTHENTICATIONS.filter((one) => one === 'accessToken' || OF_EACH_KIND.includes(operationCase.name)).map(
		(authentication) => ({ ...operationCase, authentication }),
	),
);

test('every operation of the node has a case', () => {
	const existing = resources.flatMap(({ value, operations: list }) =>
		list.map((operation) => `${value}: ${operation.value}`),
	);
	expect([...operations.map(({ name }) => name), ...APART].sort()).toEqual(existing.sort());
});

test.each(everyCase)(
	'$name with $authentication sends what the specification requires, identifies itself, and returns the answer',
	async ({ authentication, ...operationCase }) => {
		const { simulator } = bench();
		operationCase.prepare?.(simulator);
		const { items, error } = await bench().run(parametersOf(operationCase, authentication));

		expect(error).toBeUndefined();
		expect(
			simulator.requests.map(({ method, path, query, body }) => ({ method, path, query, body })),
		).toEqual(operationCase.requests.map((request) => ({ query: {}, body: undefined, ...request })));
		expect(jsonOf(items)).toEqual(operationCase.output(simulator, authentication));
		for (const { pairedItem } of items) expect(pairedItem).toEqual({ item: 0 });
		expectEffect(operationCase, simulator);

		// Requests have the token, and also the client ID with OAuth2.
		const token = authentication === 'oAuth2' ? oAuth2Token() : seed.ownerToken;
		for (const { headers } of simulator.requests)
			expect([headers['authorization'], headers['x-fax-clientid']]).toEqual([
				`Bearer ${token}`,
				authentication === 'oAuth2' ? seed.clientId : undefined,
			]);
	},
);

function oAuth2Token(): string | undefined {
	return [...bench().simulator.state.tokens.values()].find(({ type }) => type === 'oauth')?.value;
}
