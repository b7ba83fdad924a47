import { resources } from '../../nodes/FaxPlus/resources';
import { seed } from '../../simulator';
import type { Authentication } from './support/bench';
import { AUTHENTICATIONS, useBench } from './support/bench';
import { jsonOf } from './support/execution';
import { APART, clinic, nameOf, operationCases, operations, parametersOf } from './support/operationCases';

const bench = useBench();

const everyCase = operationCases.flatMap((operationCase) =>
	AUTHENTICATIONS.map((authentication) => ({ name: nameOf(operationCase), operationCase, authentication })),
);

/** The headers that tell the service who asks. */
function identity(headers: Record<string, unknown>, authentication: Authentication) {
	const { authorization, 'x-fax-clientid': clientId } = headers;
	return { authentication, authorization, clientId };
}

test('every operation of the node has its case', () => {
	const covered = [
		...operations.map(({ resource, operation }) => `${resource}: ${operation}`),
		...APART,
	].sort();
	const existing = resources
		.flatMap(({ value, operations: list }) => list.map((operation) => `${value}: ${operation.value}`))
		.sort();
	expect(covered).toEqual(existing);
});

describe.each(everyCase)('$name with $authentication', ({ operationCase, authentication }) => {
	test('sends the request that the specification asks for, and puts out the answer', async () => {
		const { engine, simulator } = bench();
		operationCase.prepare?.(simulator);
		const credentials = await bench().credentials(authentication);

		const { items, error } = await engine.run({
			parameters: parametersOf(operationCase, authentication),
			credentials,
		});

		expect(error).toBeUndefined();
		expect(
			simulator.requests.map(({ method, path, query, body }) => ({ method, path, query, body })),
		).toEqual(operationCase.requests.map((request) => ({ query: {}, body: undefined, ...request })));
		expect(jsonOf(items)).toEqual(operationCase.output(simulator, authentication));
		for (const { pairedItem } of items) expect(pairedItem).toEqual({ item: 0 });
		operationCase.effect?.(clinic(simulator), simulator);
	});

	test('says who asks: the token, and the client ID only with OAuth2', async () => {
		const { engine, simulator } = bench();
		operationCase.prepare?.(simulator);
		const credentials = await bench().credentials(authentication);
		const token = authentication === 'oAuth2' ? oAuth2Token() : seed.ownerToken;

		await engine.run({ parameters: parametersOf(operationCase, authentication), credentials });

		expect(simulator.requests.length).toBeGreaterThan(0);
		for (const { headers } of simulator.requests) {
			expect(identity(headers, authentication)).toEqual({
				authentication,
				authorization: `Bearer ${token}`,
				clientId: authentication === 'oAuth2' ? seed.clientId : undefined,
			});
		}
	});
});

function oAuth2Token(): string | undefined {
	return [...bench().simulator.state.tokens.values()].find(({ type }) => type === 'oauth')?.value;
}
