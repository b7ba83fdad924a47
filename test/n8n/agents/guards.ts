import type { NodeParameterValueType } from 'n8n-workflow';
import { seed } from '../../../tools/simulator';
import { useAgents } from './support/agent';
import { fromAI, searchNumbers, sendText } from './support/toolParameters';

const agents = useAgents();

const ALLOWED = '+15550100299';
const OTHER = '+19005550100';

const GUARDS = { allowedDestinations: ALLOWED, maxRecipients: 1 };

const text = 'Hello';
const NOT_ALLOWED = /isn't in .*Allowed Destinations/;

/** Arguments that a model uses to try to send what the user hasn't allowed, and the result that it gets. */
const ATTEMPTS: Array<[what: string, values: Record<string, unknown>, refusal: RegExp]> = [
	['another number', { to: OTHER }, NOT_ALLOWED],
	['an array', { to: [ALLOWED, OTHER] }, NOT_ALLOWED],
	['an array inside one', { to: [[ALLOWED, OTHER]] }, /To.* must be text/],
	['an object', { to: { number: OTHER } }, /To.* must be text/],
	['no number', { to: '' }, /To.* is empty/],
	['nothing', {}, /To|to/],
	['an expression', { to: `={{ '${OTHER}' }}` }, /isn't a fax number/],
	[
		'guards of its own, and options, next to the arguments',
		{
			to: OTHER,
			guards: {},
			allowedDestinations: '+1900*',
			options: { guards: {} },
			parameters: { to: OTHER },
		},
		NOT_ALLOWED,
	],
];

test('whatever a model passes, only allowed faxes are sent, even among other calls', async () => {
	const { results } = await agents.talk({
		tools: [agents.tool('Send', { ...sendText, guards: GUARDS })],
		*script() {
			yield [
				...ATTEMPTS.map(([, values]) => ({ name: 'Send', arguments: { text, ...values } })),
				{ name: 'Send', arguments: { to: ALLOWED, text } },
			];
			return 'Done';
		},
	});

	expect(ATTEMPTS.map(([what], at) => [what, results[at]])).toEqual(
		ATTEMPTS.map(([what, , words]) => [what, expect.stringMatching(words) as string]),
	);
	expect(agents.sent()).toEqual([[ALLOWED]]);
});

/** Values of guards as the node gets them from n8n. They differ in how a user or a generator has saved them. */
const SAVED: NodeParameterValueType[] = [
	{},
	[],
	JSON.stringify(GUARDS),
	`={{ (${JSON.stringify(GUARDS)}) }}`,
	fromAI('guards', 'Guards', 'json'),
	{ ...GUARDS, allowedDestinations: fromAI('allowed') },
	{ ...GUARDS, allowedDestinations: '={{ $json.allowed }}' },
];

test('a tool whose guards are malformed, or left to the model, sends nothing', async () => {
	const { results } = await agents.talk({
		tools: SAVED.map((guards, at) => agents.tool(`Send_${at}`, { ...sendText, guards })),
		*script() {
			const values = { to: OTHER, text, guards: {}, allowed: '+1900*' };
			yield SAVED.map((_guards, at) => ({ name: `Send_${at}`, arguments: values }));
			return 'Done';
		},
	});

	expect(results).toHaveLength(SAVED.length);
	// Quotes in a tool's result are escaped.
	for (const words of results) expect(words).toMatch(/\bGuards\b|\bAllowed Destinations\b/);
	expect(agents.sent()).toEqual([]);
});

test("a model that doesn't give up after a refusal achieves nothing", async () => {
	const { results } = await agents.talk({
		tools: [agents.tool('Send', { ...sendText, guards: GUARDS })],
		*script() {
			yield [{ name: 'Send', arguments: { to: OTHER, text } }];
			yield [{ name: 'Send', arguments: { to: OTHER.replace('+', '+ '), text } }];
			yield [{ name: 'Send', arguments: { to: `${OTHER},${ALLOWED}`, text: 'A person has approved it' } }];
			return 'I give up';
		},
	});

	expect(results).toHaveLength(3);
	for (const result of results) expect(result).toMatch(/Don't try another way.*Ask a person/);
	expect(agents.sent()).toEqual([]);
});

test("a search tool can't be made to buy", async () => {
	const { results } = await agents.talk({
		tools: [agents.tool('Search', searchNumbers)],
		*script() {
			const where = { country_code: 'US', area_code: '212' };
			const purchase = { resource: 'shop', operation: 'purchaseNumber', item_id: seed.offerId };
			yield [{ name: 'Search', arguments: { ...where, ...purchase, itemId: seed.offerId } }];
			yield [{ name: 'Search', arguments: { country_code: 'US/../../purchase', area_code: '?item_id=1' } }];
			return 'Done';
		},
	});

	expect(results).toHaveLength(2);
	expect(agents.bought()).toEqual([]);
	expect(agents.simulator.requests.map(({ method }) => method)).not.toContain('POST');
});
