import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { seed } from '../../../tools/simulator';
import { useAgents } from './support/agent';
import { fromAI, listFaxes, searchNumbers, sendText } from './support/toolParameters';

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

const locator = (value: string, mode = 'id'): NodeParameterValueType => ({ __rl: true, mode, value });

const anyNumber = { allowedDestinations: 'any' };
const existing = { ...sendText, source: 'fax', faxId: locator(fromAI('fax')), text: '' };
const fromModel = { ...sendText, from: locator(fromAI('from'), 'number') };

/** Tools that leave more to the model, what it enters there, and the result that it gets. */
const CHOICES: Array<[tool: INodeParameters, values: Record<string, unknown>, refusal: RegExp]> = [
	[existing, { fax: seed.faxId }, /Fax.* has an expression.*Allowed Existing Faxes.*Ask a person/],
	[
		{ ...existing, guards: { ...anyNumber, allowedExistingFaxes: 'received' } },
		{ fax: seed.sentFaxId, allowedExistingFaxes: 'any', direction: 'incoming' },
		/Fax.* was sent, but.*Allowed Existing Faxes.*Ask a person/,
	],
	[fromModel, { from: '+15550100001' }, /From.* has an expression.*Allowed From.*Ask a person/],
	[
		{ ...fromModel, guards: { ...anyNumber, allowedFrom: seed.ownedNumber } },
		{ from: `${seed.ownedNumber},+15550100001`, allowedFrom: 'any' },
		/From.* contains .*isn't in .*Allowed From.*Ask a person/,
	],
	[
		{ ...sendText, options: { userId: locator(fromAI('user')) } },
		{ user: seed.memberId },
		/User ID.* has an expression.*Ask a person/,
	],
	[
		{ ...listFaxes, options: { userId: locator(fromAI('user')) } },
		{ user: seed.memberId },
		/User ID.* has an expression.*Ask a person/,
	],
	[
		{ resource: 'webhookEndpoint', operation: 'check', options: { expectedUrls: fromAI('url') } },
		{ url: 'https://169.254.169.254/' },
		/Expected URLs.* has an expression.*Ask a person/,
	],
	[
		{ ...sendText, operation: fromAI('operation') },
		{ operation: 'delete', faxId: seed.faxId },
		/Operation.* has an expression.*Ask a person/,
	],
];

test('a model chooses no fax, sender, account, address or operation that a person has not allowed', async () => {
	const { results } = await agents.talk({
		tools: [
			...CHOICES.map(([parameters], at) => agents.tool(`Tool_${at}`, parameters)),
			agents.tool('Forward', {
				...existing,
				from: fromModel['from'],
				guards: { ...anyNumber, allowedFrom: seed.ownedNumber, allowedExistingFaxes: 'received' },
			}),
		],
		*script() {
			yield CHOICES.map(([, values], at) => ({
				name: `Tool_${at}`,
				arguments: { to: OTHER, text, ...values },
			}));
			yield [{ name: 'Forward', arguments: { to: ALLOWED, from: seed.ownedNumber, fax: seed.faxId } }];
			return 'Done';
		},
	});

	expect(results.slice(0, CHOICES.length)).toEqual(
		CHOICES.map(([, , words]) => expect.stringMatching(words) as string),
	);
	expect(agents.sent()).toEqual([[ALLOWED]]);
	expect(agents.simulator.requests.filter(({ path }) => path.includes(seed.memberId))).toEqual([]);
});

/** Ways in which a model writes a number that it was told not to fax anymore. */
const SPELLINGS = [
	...[OTHER, '+1 900 555 0100', '+1 (900) 555-0100', '+1.900.555.0100', '001 900 555 0100', '1-900-555-0100'],
	...[` ${OTHER} `, `${OTHER},`, `${OTHER};${ALLOWED}`, `${ALLOWED}, ${OTHER}`, `${ALLOWED}\n${OTHER}`],
	...[
		`tel:${OTHER}`,
		`Fax: ${OTHER}`,
		`"${OTHER}"`,
		`<${OTHER}>`,
		`${OTHER} ext. 5`,
		'＋１９００５５５０１００',
	],
	...[[OTHER], [ALLOWED, OTHER], [OTHER, OTHER]],
];

test("whatever a model tries, it doesn't fax a number that keeps failing, or more faxes than a day has", async () => {
	const { simulator } = agents;
	const time = (ago: number) => new Date(Date.now() - ago).toISOString().slice(0, 19).replace('T', ' ');
	const submitTime = time(48 * 3_600_000);
	for (let i = 0; i < 3; i++) {
		const dates = { submitTime, startTime: submitTime, lastUpdate: submitTime };
		simulator.addFax({
			category: 'sent',
			direction: 'outgoing',
			to: OTHER,
			status: 'failed_user_busy',
			...dates,
		});
	}
	const limit = 20;
	const guards = {
		allowedDestinations: 'any',
		maxPerDay: limit,
		refuseFailingNumbers: { limits: { failures: 3, days: 30 } },
	};
	const extras = { guards: {}, maxPerDay: 1000, options: { userId: seed.memberId }, user_id: seed.memberId };
	const send = (to: unknown) => ({ name: 'Send', arguments: { to, text, ...extras } });
	const { results } = await agents.talk({
		tools: [agents.tool('Send', { ...sendText, guards })],
		*script() {
			yield SPELLINGS.map(send);
			yield Array.from({ length: 15 }, (_, at) => send(`+155501002${10 + at}`));
			// An agent has a limited number of turns.
			for (let turn = 3; turn < 6; turn++)
				yield Array.from({ length: 5 }, (_, at) => send(`+155501003${turn}${at}`));
			return 'Done';
		},
	});

	expect(results).toHaveLength(SPELLINGS.length + 15 + 15);
	const sent = agents.sent();
	expect(sent.flat()).not.toContain(OTHER);
	expect(sent.flat().length).toBeLessThanOrEqual(limit);
	expect(sent.flat().length).toBeGreaterThan(0);
	const { length } = results.filter((result) => /Max Faxes per Day/.test(result));
	expect(length).toBe(results.length - SPELLINGS.length - sent.length);
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
