import type { ToolCall } from '../harness/chatModel';

/** Items that a tool returned. */
export type Items = Array<Record<string, unknown>>;

/** Part of a script. It yields the tools to use at once, and receives what each of them returned. */
type Use<Result> = Generator<ToolCall[], Result, Items[]>;

/** The script for a question. It returns the answer. */
type Steps = Use<string>;

/** A kind of question that the script can answer. */
export interface Topic {
	/** A question that the user can copy. */
	example: string;
	words: RegExp;
	/** The tool that's needed for the answer. */
	tool: string;
	steps: (question: string) => Steps;
}

const FAXES = 'Get_faxes';
const RECEIVED = 'Get_received_faxes';
const TEXT = 'Get_text_of_a_fax';
const FIELDS = 'Get_fields_of_a_fax';
const FAX = 'Fax_a_file';
const FAX_TEXT = 'Fax_a_file_as_text';

const DAY_MS = 24 * 3_600_000;

/**
 * The topics. The first one whose words match the question is used.
 *
 * @param letterUrl address of a letter that the agent may fax
 */
export const topicsWith = (letterUrl: string): Topic[] => [
	{
		example: 'Fax this file to +15550100200: JVBERi0xLjQgYSBsZXR0ZXIgJSVFT0Y=',
		words: /\bfax this file to\b/i,
		tool: FAX_TEXT,
		*steps(question): Steps {
			const [, to = '', base64 = ''] = /\bto ([^:]+):\s*(\S+)/i.exec(question) ?? [];
			return taken(yield* use(FAX_TEXT, { to: to.trim(), base64 }));
		},
	},
	{
		example: `Fax ${letterUrl} to +15550100200`,
		words: /\bfax https?:/i,
		tool: FAX,
		*steps(question): Steps {
			const [, url = '', to = ''] = /\bfax (\S+) to (.+)$/i.exec(question) ?? [];
			return taken(yield* use(FAX, { to: to.trim(), url }));
		},
	},
	{
		example: 'What did Lakeside Clinic fax us yesterday?',
		words: /\bfax us\b/i,
		tool: RECEIVED,
		*steps(question): Steps {
			const [, sender = ''] = /\bdid (?:the )?(.+?) fax us\b/i.exec(question) ?? [];
			const faxes = yield* use(RECEIVED, periodIn(question));
			// All fields are requested at once, because an agent limits how often a model can use tools.
			const fields = yield* useForEach(FIELDS, faxes);
			const found = faxes.filter((_fax, index) => senderOf(fields[index]).includes(sender.toLowerCase()));
			const texts = (yield* useForEach(TEXT, found)).map(
				([{ text } = {}], index) => `Fax ${String(found[index]?.['id'])}:\n${String(text)}`,
			);
			return texts.length === 0 ? `There is no such fax from ${sender}.` : texts.join('\n\n');
		},
	},
	{
		example: 'What does the newest fax say?',
		words: /\b(say|says|text|read)\b/i,
		tool: TEXT,
		steps: ofNewest(TEXT, (fax, { status, text }) =>
			typeof text === 'string' ? `${fax} says:\n${text}` : `The text of ${fax} is ${String(status)}.`,
		),
	},
	{
		example: 'Who is the patient on the newest fax?',
		words: /\b(patient|fields?|reference)\b/i,
		tool: FIELDS,
		steps: ofNewest(FIELDS, (fax, { data }) => `On ${fax} Fax AI has found: ${listed(data)}`),
	},
	{
		example: 'Which faxes came last?',
		words: /\bfaxes\b/i,
		tool: FAXES,
		*steps(question): Steps {
			const category = /\bspam\b/i.test(question) ? 'spam' : /\bsent\b/i.test(question) ? 'sent' : 'inbox';
			const faxes = yield* use(FAXES, { category });
			return faxes.length === 0 ? 'There are none.' : faxes.map((fax) => `- ${described(fax)}`).join('\n');
		},
	},
	{
		example: 'Which numbers are for sale in the US with the area code 212?',
		words: /\bnumbers?\b/i,
		tool: 'Search_numbers',
		*steps(question): Steps {
			const [country = 'US'] = /\b[A-Z]{2}\b/.exec(question) ?? [];
			const [area = '212'] = /\b\d{2,4}\b/.exec(question) ?? [];
			const offers = yield* use('Search_numbers', { country_code: country, area_code: area });
			return offers.length === 0 ? 'There are none.' : offers.map((offer) => `- ${listed(offer)}`).join('\n');
		},
	},
	oneQuestion('What is our plan?', /\bplan\b/i, 'Get_plan'),
	oneQuestion('How many AI credits are left?', /\bcredits?\b/i, 'Get_AI_credits'),
	oneQuestion('What is our balance?', /\bbalance\b/i, 'Get_balance'),
	oneQuestion('In which countries can we buy numbers?', /\bcountr(y|ies)\b/i, 'Get_countries'),
];

/** A question that one tool without arguments answers. */
function oneQuestion(example: string, words: RegExp, tool: string): Topic {
	return {
		example,
		words,
		tool,
		*steps(): Steps {
			const items = yield* use(tool, {});
			return items.map((item) => `- ${listed(item)}`).join('\n');
		},
	};
}

/** Uses a tool for the newest fax and describes the result. */
function ofNewest(tool: string, answer: (fax: string, found: Items[number]) => string): () => Steps {
	return function* () {
		const [newest] = yield* use(FAXES, { category: 'inbox' });
		if (newest === undefined) return 'There is no fax.';
		const [found = {}] = yield* use(tool, { fax_id: newest['id'] });
		return answer(described(newest), found);
	};
}

function* use(name: string, values: Record<string, unknown>): Use<Items> {
	const [items = []] = yield [{ name, arguments: values }];
	return items;
}

function* useForEach(name: string, faxes: Items): Use<Items[]> {
	if (faxes.length === 0) return [];
	return yield faxes.map(({ id }) => ({ name, arguments: { fax_id: id } }));
}

function taken(sent: Items): string {
	return `The service has taken the fax to ${valuesOf(sent, 'to')}. Its state: ${valuesOf(sent, 'status')}.`;
}

/** Yesterday in UTC, or no limits if the question doesn't mention yesterday. */
function periodIn(question: string): { after: string; before: string } {
	if (!/\byesterday\b/i.test(question)) return { after: '', before: '' };
	const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
	return { after: new Date(today - DAY_MS).toISOString(), before: new Date(today).toISOString() };
}

function senderOf([{ data } = {}]: Items = []): string {
	const { sender_company: company = '', sender_name: name = '' } = (data ?? {}) as Record<string, string>;
	return `${company} ${name}`.toLowerCase();
}

function described({ id, from, to, pages, start_time: time, status }: Record<string, unknown>): string {
	return `fax ${String(id)} from ${String(from)} to ${String(to)}, ${String(pages)} pages, ${String(time)}, ${String(status)}`;
}

function valuesOf(items: Items, key: string): string {
	return items.map((item) => String(item[key])).join(', ');
}

/** Names and values of an object, including nested ones. */
function listed(value: unknown): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (Array.isArray(value)) return value.map(listed).join('; ');
	return Object.entries(value)
		.map(([name, entry]) => `${name.replaceAll('_', ' ')}: ${listed(entry)}`)
		.join(', ');
}
