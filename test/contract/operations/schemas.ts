import { dirname, join } from 'node:path';

import { loadOutputSchema } from 'n8n-core';

import { resources } from '../../../nodes/FaxPlus/resources';
import { useBench } from '../support/bench';
import { jsonOf } from '../support/execution';
import { operationCases, operations, parametersOf } from '../support/operationCases';
import { manifest, packageRoot } from '../support/package';
import { ajv, declaredPaths, presentPaths, type OutputSchema } from '../support/schemas';

const bench = useBench();

/** Returns the schema of an operation from where n8n looks for it. */
function schemaOf(resource: string, operation: string): OutputSchema | undefined {
	const nodeFile = manifest.n8n.nodes.find((file) => file.endsWith('/FaxPlus.node.js')) ?? '';
	const nodeDir = dirname(join(packageRoot, nodeFile));
	return loadOutputSchema({ nodeDir, version: 1, resource, operation });
}

const every = resources.flatMap(({ value, operations: list }) =>
	list.map((operation) => ({ resource: value, operation: operation.value })),
);

test.each(every)(
	'$resource: $operation has an output schema that the editor can show',
	({ resource, operation }) => {
		const schema = schemaOf(resource, operation);
		expect(schema).toMatchObject({ type: 'object', version: 1 });
		expect(Object.keys(schema?.properties ?? {}).length).toBeGreaterThan(0);
		expect(() => ajv.compile(schema as object)).not.toThrow();
	},
);

/** Operations on one record. Numbers are left out, because the number itself selects the record. */
const ofOneRecord = resources
	.filter(({ value }) => value !== 'number')
	.flatMap(({ value, operations: list }) =>
		list.flatMap(({ value: operation, fields, itemField }) =>
			fields
				.filter((field) => field === itemField)
				.map(({ name }) => ({ resource: value, operation, field: name })),
		),
	);

test.each(ofOneRecord)(
	'$resource: $operation names its ID as Fax.Plus does',
	({ resource, operation, field }) => {
		const names = Object.keys(schemaOf(resource, operation)?.properties ?? {});
		expect(names).toContain(resource === 'member' ? 'uid' : 'id');
		expect(names).not.toContain(field);
	},
);

test.each(operations)('$name returns exactly what its schema declares', async (one) => {
	const schema = schemaOf(one.resource, one.operation) ?? {};
	const validate = ajv.compile(schema as object);
	const declared = declaredPaths(schema).sort();
	for (const operationCase of operationCases) {
		const { resource, operation, parameters } = operationCase;
		const isOfIt = resource === one.resource && operation === one.operation;
		if (!isOfIt || parameters['simplify'] === false) continue;
		bench().simulator.reset();
		operationCase.prepare?.(bench().simulator);
		const { items } = await bench().run({ ...parametersOf(operationCase), simplify: true });
		const present = new Set(jsonOf(items).flatMap((json) => presentPaths(json, schema)));
		expect(items.length).toBeGreaterThan(0);
		for (const json of jsonOf(items)) expect(validate(json) ? [] : validate.errors).toEqual([]);
		if (operationCase.name === one.name) expect([...present].sort()).toEqual(declared);
		else expect(declared).toEqual(expect.arrayContaining([...present]));
	}
});
