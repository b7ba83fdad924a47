import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const typeScript = ['**/*.ts'];

/** Rooms of which each imports only those before it, so that whoever reads one needs none of the later ones. */
const rooms = {
	'nodes/FaxPlus': ['fields', 'operation', 'execution', 'once', 'resources', 'listSearch'],
	'nodes/FaxPlus/resources/fax': [
		...['waiting', 'sending/read', 'sending/guard', 'sending/prepare', 'sending/submit'],
		'listSearch',
	],
};

const oneWay = Object.entries(rooms).flatMap(([folder, names]) =>
	names.slice(0, -1).map((name, at) => {
		const later = names.slice(at + 1).map((one) => one.replace('sending/', ''));
		return {
			files: [`${folder}/${name}/**/*.ts`],
			rules: { 'no-restricted-imports': ['error', { patterns: [{ regex: `/(${later.join('|')})(/|$)` }] }] },
		};
	}),
);

export default tseslint.config(
	{ ignores: ['dist/', 'coverage/', '.cache/', 'node_modules/'] },

	// What n8n asks of community nodes, in both of its plugins, for the package and its manifest.
	{ ...n8nCommunityNodesPlugin.configs.recommended, files: [...shipped, 'package.json'] },
	{ files: [...shipped, 'package.json'], plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Off in n8n's own default: the first asks for a page of n8n's documentation, the second is known better by
			// the community plugin.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// Off in n8n's own default: the first two do not know NodeConnectionTypes, the third forbids honest limits.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	// Who takes deliveries and who decides what passes share what a fax is called and what this process remembers, and nothing else.
	{
		files: ['nodes/FaxPlusTrigger/delivery/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{ patterns: [{ regex: '/(passing/(?!fax$|here$)|watch/(?!faxes$)|agreement$|firstStep$|poll$)' }] },
			],
		},
	},
	{
		files: ['nodes/shared/{passing,watch}/*.ts', 'nodes/FaxPlusTrigger/agreement.ts'],
		rules: { 'no-restricted-imports': ['error', { patterns: [{ regex: '/delivery/' }] }] },
	},
	...oneWay,
	// Of ESLint's own recommendation, which n8n's default has too, all that neither types nor the plugins settle.
	{ files: shipped, rules: { 'no-control-regex': 'error', 'no-useless-escape': 'error' } },
	// n8n is one process for everybody: a pattern that takes quadratic time lets one long text in a form freeze it for minutes.
	{
		files: shipped,
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': [
				'error',
				{ report: 'potential', ignorePartial: false, ignoreSticky: false },
			],
		},
	},
	{ files: ['package.json'], languageOptions: { parser: tseslint.parser } },

	// Types decide what is safe; this holds for tests and tools as well.
	...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: typeScript })),
	{
		files: typeScript,
		languageOptions: {
			parserOptions: { project: './test/tsconfig.json', tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'no-console': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/explicit-function-return-type': ['error', { allowExpressions: true }],
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
		},
	},
	{
		files: ['test/**/*.ts', 'tools/**/*.ts'],
		rules: {
			'no-console': 'off',
			'@typescript-eslint/explicit-function-return-type': 'off',
			// A quarter of the time that all rules take, for what happens nowhere: there are no enums, and no classes of `any`.
			'@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
			'@typescript-eslint/no-unsafe-enum-assignment': 'off',
		},
	},
);
