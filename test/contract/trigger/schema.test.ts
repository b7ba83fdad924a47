import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { packageRoot } from '../support/package';
import { ajv, declaredPaths, presentPaths, type OutputSchema } from '../support/schemas';
import { useTriggerBench } from './support/bench';
import { Receiver } from './support/receiver';

const bench = useTriggerBench();

/** Where n8n looks for the schema of a node of version 2 that has no resources. */
const SCHEMA_FILE = join(packageRoot, 'dist/nodes/FaxPlusTrigger/__schema__/v2.0.0.json');

it.each(['fax_received', 'fax_sent'] as const)(
	'the schema declares what comes out for %s, and nothing else',
	async (event) => {
		const schema = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')) as OutputSchema;
		const receiver = await Receiver.listen(bench(), { parameters: { events: [event] } });
		await bench().simulator.emit(event)[0]?.settled;
		const item = receiver.executions[0]?.[0]?.json;

		const validate = ajv.compile(schema as object);
		expect(validate(item) ? [] : validate.errors).toEqual([]);
		expect(presentPaths(item, schema).sort()).toEqual(declaredPaths(schema).sort());
	},
);
