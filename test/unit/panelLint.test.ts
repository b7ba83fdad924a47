import { Linter } from 'eslint';
import { NodeHelpers } from 'n8n-workflow';
import tseslint from 'typescript-eslint';

import { FaxPlus } from '../../nodes/FaxPlus/FaxPlus.node';
import { FaxPlusPollingTrigger } from '../../nodes/FaxPlusPollingTrigger/FaxPlusPollingTrigger.node';
import { FaxPlusTrigger } from '../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';

// eslint-disable-next-line @typescript-eslint/no-require-imports
const n8nNodesBase = require('eslint-plugin-n8n-nodes-base') as {
	configs: { nodes: { rules: Linter.RulesRecord } };
};

/**
 * Returns what n8n's lint rules report about fields. The fields must be turned into code, because the rules read source
 * code.
 */
function complaints(properties: unknown): string[] {
	const all = Object.entries(n8nNodesBase.configs.nodes.rules);
	const rules = all.filter(([name]) => name.includes('node-param'));
	const config = {
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		languageOptions: { parser: tseslint.parser },
		rules: Object.fromEntries(rules),
	} as Linter.Config;
	const text = `const properties: INodeProperties[] = ${JSON.stringify(properties).replace(/"(\w+)":/g, '$1:')};`;
	return new Linter().verify(text, [config]).map(({ ruleId, message }) => `${ruleId ?? 'none'}: ${message}`);
}

/**
 * Lists that are intentionally not alphabetical: resources, operations, a cover page, statuses, and days. Each is named by the
 * first words that n8n's alphabetical order would have.
 */
const ON_PURPOSE =
	/Order: (Access Token|Delete \| Download|Get Areas|Check \| Create|Marks \| Message|Failed \||Friday \| Monday)/;

const nodes = [FaxPlus, FaxPlusTrigger, FaxPlusPollingTrigger].map((Node) => [Node.name, Node] as const);

test.each(nodes)("all fields of %s follow n8n's rules", (_name, Node) => {
	const { properties } = new Node().description;
	// The options of Poll Times come from n8n itself.
	const own = properties.map(({ options, ...field }) => ({
		...field,
		...(options !== NodeHelpers.cronNodeOptions && { options }),
	}));
	expect(complaints(own).filter((text) => !ON_PURPOSE.test(text))).toEqual([]);
});

test("n8n's rules detect a field that breaks them", () => {
	const wrong = { displayName: 'Fax', name: 'fax', type: 'boolean', default: false };
	expect(complaints([{ ...wrong, description: 'If it went' }]).join()).toMatch(
		/node-param-description-boolean-without-whether/,
	);
});
