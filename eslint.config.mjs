import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const typeScript = ['**/*.ts'];

/** Folders in order: each one only imports earlier ones, so you can read it without knowing the later ones. */
const rooms = {
	'nodes/FaxPlus': ['fields', 'operation', 'execution', 'once', 'resources', 'listSearch'],
	'nodes/FaxPlus/resources/fax': [
		...['waiting', 'sending/read', 'sending/guard', 'sending/prepare', 'sending/submit', 'sending/check'],
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

	// n8n's rules for community nodes, from both of its plugins, for the package and its manifest.
	{ ...n8nCommunityNodesPlugin.configs.recommended, files: [...shipped, 'package.json'] },
	{ files: [...shipped, 'package.json'], plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// n8n's own default turns these off. The first one requires a page in n8n's documentation, and the community plugin
			// has a better check than the second one.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// n8n's own default turns these off. The first two don't know NodeConnectionTypes, and the third forbids
			// a maximum for numbers.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	// The code that receives deliveries and the code that decides what starts the workflow share only two things: how a fax is
	// identified, and what this process remembers.
	{
		files: ['nodes/FaxPlusTrigger/delivery/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{ patterns: [{ regex: '/(passing/(?!fax$|here$)|watch/|agreement$|execute$|poll$)' }] },
			],
		},
	},
	{
		files: ['nodes/shared/{passing,watch}/*.ts', 'nodes/FaxPlusTrigger/agreement.ts'],
		rules: { 'no-restricted-imports': ['error', { patterns: [{ regex: '/delivery/' }] }] },
	},
	...oneWay,
	// The rules of ESLint's recommended set (also in n8n's default) that neither types nor the plugins cover.
	{ files: shipped, rules: { 'no-control-regex': 'error', 'no-useless-escape': 'error' } },
	// One n8n process serves everybody. With a pattern that takes quadratic time, one long text in a form could freeze it for
	// minutes.
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

	// Type-checked rules find unsafe code, so they apply to tests and tools as well.
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
			// These two take a quarter of the time of all rules. They find nothing here, because there are no enums and no
			// classes of `any`.
			'@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
			'@typescript-eslint/no-unsafe-enum-assignment': 'off',
		},
	},
	// Tests use tools, so tools know no tests.
	{
		files: ['tools/**/*.ts'],
		rules: { 'no-restricted-imports': ['error', { patterns: [{ regex: '/test/' }] }] },
	},
);
