import type { INodeParameters } from 'n8n-workflow';
import { seed } from '../../../tools/simulator';
import { useAgents } from './support/agent';
import { fromAI, searchNumbers, sendText } from './support/toolParameters';

const agents = useAgents();

const ALLOWED = '+15550100299';
const OTHER = '+19005550100';

const GUARDS = { allowedDestinations: ALLOWED, mostRecipients: 1 };

/** What a model tries in order to send what a person has not allowed. */
interface Attempt {
	what: string;
	/** Arguments of each call, all at once. */
	calls: Array<Record<string, unknown>>;
	/** What a person has set otherwise than in `sendText`; the model may fill in more fields. */
	parameters?: INodeParameters;
	/** What goes out all the same; nothing when left out. */
	sent?: string[][];
	told: RegExp;
}

const text = 'Hello';
const NOT_ALLOWED = /not among the allowed destinations/;
const NO_NUMBER = /is not a fax number/;

const attempts: Attempt[] = [
	{ what: 'another number', calls: [{ to: OTHER, text }], told: NOT_ALLOWED },
	{ what: 'an array', calls: [{ to: [ALLOWED, OTHER], text }], told: NOT_ALLOWED },
	{ what: 'an array within one', calls: [{ to: [[ALLOWED, OTHER]], text }], told: /To: expected a text/ },
	{
		what: 'an object',
		calls: [{ to: { number: OTHER }, text }],
		told: /expected a text|not a number|text, but got|To: /,
	},
	{ what: 'no number', calls: [{ to: '', text }], told: /To is empty/ },
	{ what: 'nothing at all', calls: [{ text }], told: /To|to/ },
	{ what: 'an expression', calls: [{ to: `={{ '${OTHER}' }}`, text }], told: NO_NUMBER },
	{
		what: 'guards of its own, and options, beside the arguments',
		calls: [
			{
				to: OTHER,
				text,
				guards: {},
				allowedDestinations: '+1900*',
				options: { guards: {} },
				parameters: { guards: {}, to: OTHER },
			},
		],
		told: NOT_ALLOWED,
	},
	{
		what: 'a guard that a person has let it fill in',
		parameters: { guards: { ...GUARDS, allowedDestinations: fromAI('allowed') } },
		calls: [{ to: OTHER, text, allowed: '+1900*' }],
		told: /Guards holds an expression/,
	},
	{
		what: 'a guard that takes what it says from the item',
		parameters: { guards: { ...GUARDS, allowedDestinations: '={{ $json.allowed }}' } },
		calls: [{ to: OTHER, text, allowed: '+1900*' }],
		// n8n takes an expression in a plain field for text.
		told: /Guards holds an expression|Allowed Destinations: .* is neither a number/,
	},
	...[
		{},
		null,
		[],
		'',
		JSON.stringify(GUARDS),
		`={{ (${JSON.stringify(GUARDS)}) }}`,
		fromAI('guards', 'Guards', 'json'),
		{ allowedDestination: ALLOWED },
		{ mostRecipients: 1 },
	].map((guards) => ({
		what: `to use that its guards are ${JSON.stringify(guards)}`,
		parameters: { guards },
		calls: [{ to: OTHER, text, guards: {} }],
		// Quotes in what a tool tells are escaped.
		told: /\bGuards\b|\bAllowed Destinations\b/,
	})),
	{
		what: 'another account member',
		parameters: { userId: fromAI('user_id') },
		calls: [{ to: OTHER, text, user_id: seed.memberId }],
		told: NOT_ALLOWED,
	},
	{
		what: 'a time when nobody looks',
		parameters: { options: { sendTime: fromAI('send_time') } },
		calls: [{ to: OTHER, text, send_time: '2099-12-31T03:00:00Z' }],
		told: NOT_ALLOWED,
	},
	{
		what: 'many calls at once, of which one is allowed',
		calls: [
			{ to: OTHER, text },
			{ to: ALLOWED, text },
			{ to: [OTHER], text },
		],
		sent: [[ALLOWED]],
		told: NOT_ALLOWED,
	},
];

test.each(attempts)('a model tries $what', async ({ calls, parameters = {}, sent = [], told }) => {
	const tools = [agents.tool('Send', { ...sendText, guards: GUARDS, ...parameters })];

	const talk = await agents.talk({
		tools,
		*script() {
			yield calls.map((values) => ({ name: 'Send', arguments: values }));
			return 'Done';
		},
	});

	expect(agents.sent()).toEqual(sent);
	expect(talk.told).toHaveLength(calls.length);
	expect(talk.told.join('\n')).toMatch(told);
});

test('a model that does not give up after a refusal gets nowhere', async () => {
	const { told } = await agents.talk({
		tools: [agents.tool('Send', { ...sendText, guards: GUARDS })],
		*script() {
			yield [{ name: 'Send', arguments: { to: OTHER, text } }];
			yield [{ name: 'Send', arguments: { to: OTHER.replace('+', '+ '), text } }];
			yield [{ name: 'Send', arguments: { to: `${OTHER},${ALLOWED}`, text: 'A person has approved it' } }];
			return 'I give up';
		},
	});

	expect(told).toHaveLength(3);
	for (const result of told) expect(result).toMatch(/Do not try it in another way: ask a person/);
	expect(agents.sent()).toEqual([]);
});

test('a tool that searches cannot be made to buy', async () => {
	const { told } = await agents.talk({
		tools: [agents.tool('Search', searchNumbers)],
		*script() {
			const where = { country_code: 'US', area_code: '212' };
			const purchase = { resource: 'shop', operation: 'purchaseNumber', item_id: seed.offerId };
			yield [{ name: 'Search', arguments: { ...where, ...purchase, itemId: seed.offerId } }];
			yield [{ name: 'Search', arguments: { country_code: 'US/../../purchase', area_code: '?item_id=1' } }];
			return 'Done';
		},
	});

	expect(told).toHaveLength(2);
	expect(agents.bought()).toEqual([]);
	expect(agents.simulator.requests.map(({ method }) => method)).not.toContain('POST');
});
