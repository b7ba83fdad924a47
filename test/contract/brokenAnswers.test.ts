import { BROKEN_BODIES } from '../../simulator';
import { AUTHENTICATIONS, useBench } from './support/bench';
import { jsonOf } from './support/execution';
import type * as naps from './support/naps';
import { clinic, nameOf, operations, parametersOf } from './support/operationCases';

jest.mock('n8n-workflow', () => jest.requireActual<typeof naps>('./support/naps').withShortNaps());

const bench = useBench();

const cases = operations.map((operationCase) => ({ name: nameOf(operationCase), operationCase }));
const writes = cases.filter(({ operationCase: { kind, isPersistent } }) => kind === 'write' && !isPersistent);
const reads = cases.filter(({ operationCase }) => operationCase.kind !== 'write');

/** A success whose body breaks off, or that is no HTTP: the service may have carried the request out. */
describe.each(writes)('$name, carried out, whose answer breaks off', ({ operationCase }) => {
	test.each(
		AUTHENTICATIONS.flatMap((authentication) => BROKEN_BODIES.map((body) => ({ authentication, body }))),
	)('is sent once and its outcome is unknown ($authentication, $body)', async ({ authentication, body }) => {
		const { engine, simulator } = bench();
		const { operationId } = operationCase;
		operationCase.prepare?.(simulator);
		simulator.fail({ with: body, times: 1, operationId });
		const { error, items } = await engine.run({
			parameters: parametersOf(operationCase, authentication),
			credentials: await bench().credentials(authentication),
		});
		expect(items).toEqual([]);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'unknown' });
		expect(error?.message).toMatch(/^The connection to the service broke/);
		expect(simulator.requests.filter((request) => request.operationId === operationId)).toHaveLength(1);
		operationCase.effect?.(clinic(simulator), simulator);
	});
});

describe.each(reads)('$name, whose answer breaks off', ({ operationCase }) => {
	test.each(BROKEN_BODIES)('is asked for again and then right (%s)', async (body) => {
		const { engine, simulator } = bench();
		operationCase.prepare?.(simulator);
		const { operationId } = operationCase;
		simulator.fail({ with: body, times: 2, operationId });
		const { items, error } = await engine.run({
			parameters: parametersOf(operationCase, 'accessToken'),
			credentials: await bench().accessToken(),
		});
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toEqual(operationCase.output(simulator, 'accessToken'));
		const requests = simulator.requests.filter((request) => request.operationId === operationId);
		const once = operationCase.requests.filter(({ path }) => path === requests[0]?.path);
		expect(requests).toHaveLength(2 + once.length);
	});
});
