import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { packageRoot } from '../support/package';
import { ajv, declaredPaths, presentPaths, type OutputSchema } from '../support/schemas';
import { useTriggerBench } from './support/bench';
import { Receiver } from './support/receiver';

const bench = useTriggerBench();

/** Where n8n looks for the schema of a node of version 2 that has no resources. */
const SCHEMA_FILE = join(packageRoot, 'dist/nodes/FaxPlusTrigger/__schema__/v2.0.0.json');

it.each([
	['fax_received', ''],
	['fax_sent', '_number'],
] as const)(
	'the schema declares what comes out for %s, however the service names its numbers ("from%s"), and nothing else',
	async (event, numberSuffix) => {
		const schema = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')) as OutputSchema;
		const receiver = await Receiver.listen(bench(), { parameters: { events: [event] } });
		bench().simulator.settings.numberSuffix = numberSuffix;
		await bench().simulator.emit(event)[0]?.settled;
		const item = receiver.executions[0]?.[0]?.json;

		const validate = ajv.compile(schema as object);
		expect(validate(item) ? [] : validate.errors).toEqual([]);
		// What stands beside `from` and `to` is not to be built upon.
		const present = presentPaths(item, schema).filter((path) => !path.endsWith('_number'));
		expect(present.sort()).toEqual(declaredPaths(schema).sort());
	},
);
