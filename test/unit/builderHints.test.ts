import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { FaxPlus } from '../../nodes/FaxPlus/FaxPlus.node';
import { FaxPlusPollingTrigger } from '../../nodes/FaxPlusPollingTrigger/FaxPlusPollingTrigger.node';
import { FaxPlusTrigger } from '../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';

const descriptions = [FaxPlus, FaxPlusTrigger, FaxPlusPollingTrigger].map((Node) => new Node().description);

/** Hints for workflow builders, with the names of their node and field. */
const hints = descriptions.flatMap(({ name: node, properties }) =>
	properties.flatMap(({ name, builderHint }) =>
		builderHint ? [{ field: `${node}.${name}`, hint: builderHint.propertyHint, properties }] : [],
	),
);

/** Returns the names of fields and of their options. */
function wordsOf(properties: INodeProperties[]): string[] {
	return properties.flatMap(({ name, type, options = [] }) => [
		name,
		...(type === 'options' ? (options as INodePropertyOptions[]).map(({ value }) => String(value)) : []),
	]);
}

test("n8n's builder gets hints for the fields that it fills in wrongly", () => {
	expect([...new Set(hints.map(({ field }) => field))].sort()).toEqual([
		'faxPlus.binaryPropertyNames',
		'faxPlus.from',
		'faxPlus.source',
		'faxPlus.to',
		'faxPlus.waitUntilSent',
		'faxPlusTrigger.missedFaxes',
	]);
});

test.each(hints)('the fields and values in the hint of $field exist', ({ hint, properties }) => {
	const named = [...hint.matchAll(/`([a-z]\w+)`/g)].map(([, word = '']) => word);
	expect([...wordsOf(properties), 'data']).toEqual(expect.arrayContaining(named));
});

test('the field From accepts the example in its hint', () => {
	const from = descriptions[0]?.properties.find(({ name }) => name === 'from');
	const modes = [...(from?.builderHint?.propertyHint ?? '').matchAll(/mode: '(\w+)'/g)].map(
		([, mode]) => mode,
	);
	expect(modes).toEqual(['number', 'list']);
	expect(from?.modes?.map(({ name }) => name)).toEqual(expect.arrayContaining(modes));
});

test('hints only mention nodes of this package', () => {
	const own = descriptions.map(({ name }) => `n8n-nodes-faxplus.${name}`);
	const related = descriptions.flatMap(({ builderHint }) => builderHint?.relatedNodes ?? []);
	expect(related.length).toBeGreaterThan(0);
	expect(own).toEqual(expect.arrayContaining(related.map(({ nodeType }) => nodeType)));
});
