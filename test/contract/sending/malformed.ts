import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { useBench } from '../support/bench';
import { expectSuccess } from '../support/execution';
import { NUMBER, OTHER, sendingOf } from '../support/sending';

const bench = useBench();
const { send, sentTo, requestsOf } = sendingOf(bench);

const GUARD = { allowedDestinations: NUMBER };
const json = JSON.stringify(GUARD);

/** Values that generators, imports and n8n's API can save instead of an object with guards. */
const NO_GUARDS: Array<[string, NodeParameterValueType]> = [
	['an expression', `={{ (${json}) }}`],
	['an expression without a result', '={{ $json.guards }}'],
	['a failing expression', '={{ nothing.at.all }}'],
	['a value from a model', "={{ $fromAI('guards', ``, 'json') }}"],
	['JSON text', json],
	['JSON text of undefined', '{}'],
	['JSON text of null', 'null'],
	['a text', 'none'],
	['an empty text', ''],
	['a blank', ' '],
	['a number', 1],
	['zero', 0],
	['true', true],
	['false', false],
	['an empty array', []],
	['an array', [GUARD]],
	['an array of names', ['allowedDestinations', NUMBER]],
	['a list of rows', [{ name: 'allowedDestinations', value: NUMBER }]],
	['a fixed collection', { values: [GUARD] }],
	['guards inside guards', { guards: GUARD }],
	['a parameter inside guards', { parameters: { guards: GUARD } }],
	['a resource locator', { __rl: true, mode: 'list', value: NUMBER }],
	['a misspelled name', { alowedDestinations: NUMBER }],
	['a name with a space', { 'allowedDestinations ': NUMBER }],
	['a name in another case', { AllowedDestinations: NUMBER }],
	['the name in the panel', { 'Allowed Destinations': NUMBER }],
	['a name in snake case', { allowed_destinations: NUMBER }],
	['another word', { destinations: NUMBER }],
	['the name of another field', { to: NUMBER }],
	['an option', { country: 'US' }],
	['an unknown name without a value', { nothing: null }],
	['an unknown name next to a guard', { ...GUARD, mostRecipient: 1 }],
	['a guard that is null', { allowedDestinations: null }],
	['a guard that is an object', { allowedDestinations: { value: NUMBER } }],
	['a guard that is an object of an expression', { allowedDestinations: { value: '={{ 1 }}' } }],
	['a guard that is a space', { allowedDestinations: ' ' }],
	['a guard that is true', { allowedDestinations: true }],
	['a guard that is an expression', { allowedDestinations: `={{ "${OTHER}" }}` }],
	['a guard from a model', { allowedDestinations: "={{ $fromAI('to') }}" }],
	['a guard that is an empty expression', { allowedDestinations: '=' }],
	['a maximum that is a word', { maxRecipients: 'one' }],
	['a switch that is a word', { refuseSameFax: 'on' }],
	['a switch that is null', { refuseSameFax: null }],
];

describe.each([false, true])("With the node as an agent's tool: %j", (isTool) => {
	test.each(NO_GUARDS)('no fax is sent if "guards" is %s', async (_what, guards) => {
		bench().expectRefused(
			await send({ to: OTHER, guards }, { isTool }),
			/"?(Guards|Allowed Destinations|Max Recipients|Refuse the Same Fax)/,
		);
	});

	test.each<[string, INodeParameters]>([
		['below the options', { options: { guards: GUARD } }],
		['among the options', { options: GUARD }],
		['next to the field "guards"', GUARD],
		['next to it, with another', { allowedDocumentAddresses: 'files.example.com', guards: GUARD }],
		['next to it, turned off', { refuseSameFax: false }],
		['in a field whose name is misspelled', { guard: GUARD }],
		["in a field named like the panel's label", { Guards: GUARD }],
		['in the options as text', { options: json }],
	])('no fax is sent with guards %s', async (_where, parameters) => {
		bench().expectRefused(
			await send({ to: OTHER, ...parameters }, { isTool }),
			/"?(Guards|Options|Allowed D|Refuse)/,
		);
	});
});

test('each item says so if the node continues', async () => {
	const { items } = await send(
		{ guards: [] },
		{ items: [{ json: {} }, { json: {} }], onError: 'continueRegularOutput' },
	);
	const refusal = { message: expect.stringMatching(/^"Guards" is \[\]/) as string, outcome: 'notSent' };
	expect(items.map(({ json }) => json['error'])).toEqual([refusal, refusal]);
	expect(sentTo()).toEqual([]);
});

describe('a tool', () => {
	test.each<[string, INodeParameters]>([
		['has none', {}],
		['has an empty object of them', { guards: {} }],
		['has null', { guards: null }],
		['has only others', { guards: { maxRecipients: 1, refuseSameFax: true } }],
	])('sends nothing if it %s', async (_what, parameters) => {
		bench().expectRefused(
			await send(parameters, { isTool: true }),
			/"Allowed Destinations".*"any".*Ask a person/,
		);
	});

	test.each(['any', ' Any '])('sends to all numbers if a person enters %j', async (allowedDestinations) => {
		expectSuccess(await send({ to: OTHER, guards: { allowedDestinations } }, { isTool: true }));
		expect(sentTo()).toEqual([[OTHER]]);
	});

	test('doesn\'t accept "any" as one of several', async () => {
		bench().expectRefused(
			await send({ guards: { allowedDestinations: `${NUMBER}, any` } }, { isTool: true }),
			/"any"/,
		);
	});
});

describe('other fields that hold several entries', () => {
	const MALFORMED: NodeParameterValueType[] = [
		'text',
		'={{ {} }}',
		'{"timeout":5}',
		[],
		'',
		5,
		true,
		['timeout'],
	];

	test.each(MALFORMED)(
		'options that are %j would lose their content, so nothing is sent',
		async (options) => {
			bench().expectRefused(await send({ options }), /^"Options"/);
		},
	);

	test.each(['sendtime', 'send_time', 'failIfNotDelivred', 'Send At'])(
		'an option %j is never ignored',
		async (name) => {
			bench().expectRefused(
				await send({ options: { [name]: '2099-01-01' } }),
				new RegExp(`"Options".*"${name}"`),
			);
		},
	);

	test.each(MALFORMED)('a list with %j as filters is never requested without them', async (filters) => {
		const parameters = { resource: 'fax', operation: 'getAll', category: 'inbox', filters };
		bench().expectRefused(await bench().run(parameters), /^"Filters"/);
	});

	test('a list with a misspelled filter is never requested without it', async () => {
		const parameters = { resource: 'fax', operation: 'getAll', category: 'inbox', filters: { frm: NUMBER } };
		bench().expectRefused(await bench().run(parameters), /"Filters".*"frm"/);
	});

	test.each(MALFORMED)('an update with %j as fields changes nothing', async (fields) => {
		const parameters = { resource: 'fax', operation: 'update', faxId: '1', updateFields: fields };
		bench().expectRefused(await bench().run(parameters), /^"Update Fields"/);
	});

	test("another operation's options, which the editor leaves behind, do no harm", async () => {
		expectSuccess(await send({ options: { waitUntilFinished: true }, filters: { status: [] } }));
		expect(sentTo()).toEqual([[NUMBER]]);
	});

	test("an option that the editor doesn't show is ignored", async () => {
		expectSuccess(await send({ waitUntilSent: false, options: { waitLimit: 'x', allowHttp: true } }));
		expect(requestsOf('getOutboxFax')).toEqual([]);
	});
});
