import { block, button, clock, code, element, link, mark, note, text } from '/elements.js';
import { executionsLink, workflowAt } from '/n8n.js';
import { showRows } from '/table.js';

/** What a person can do about a refusal, by its status. */
const NEXT_STEPS = {
	401: 'Copy the endpoint’s signing secret into n8n.',
	404: 'Publish the workflow in n8n.',
};

/** In the addresses at which n8n answers only while a person listens for a test event. */
const TEST_PATH = '/webhook-test/';
const NOT_LISTENING = 'That is a test address: n8n answers there only after “Execute step” in the trigger.';

/** What was delivered, the latest first. */
export function showDeliveries(deliveries) {
	const rows = deliveries.map((delivery) => {
		const { webhookId, endpointId, url, event, attempts, body } = delivery;
		const { data } = JSON.parse(body);
		return {
			key: `${webhookId} ${endpointId ?? url}`,
			cells: [
				clock(attempts[0]?.at),
				text(event),
				block(numbersIn(data), note(`${data.id}, ${data.status}`)),
				block(code(url), ' ', mark(webhookId)),
				outcome(delivery),
				endpointId === undefined
					? text('')
					: button('Replay', `delivery ${webhookId} to ${url}`, { replay: webhookId, endpoint: endpointId }),
			],
		};
	});
	showRows('deliveries', rows);
}

/**
 * What became of deliveries so far, in one line: of the worst of them, and what to do about it. The table says the rest.
 *
 * @returns {{ words: Array<Node | string>, isRefused: boolean }} words to be shown one after the other
 */
export function newsOf(deliveries) {
	const refused = deliveries.filter((delivery) => refusalOf(delivery) !== undefined);
	const worst = refused.find(({ state }) => state === 'failed') ?? refused[0];
	const isTaken = deliveries.every(({ state }) => state === 'delivered');
	if (worst === undefined && !isTaken) return { words: ['It is being delivered.'], isRefused: false };
	const workflows = new Set(deliveries.map(({ url }) => workflowAt(url)));
	const [only] = workflows;
	const way = workflows.size === 1 && only !== undefined ? link('Executions', only.executionsUrl) : toTable();
	const told =
		worst === undefined ? 'n8n has taken it.' : refusalInWords(worst, refused.length, deliveries.length);
	return { words: [`${told} `, way], isRefused: worst !== undefined };
}

/** The deliveries that tell whether all is well: not those to a test address at which nobody listens, but where there is no other. */
export function telling(deliveries) {
	const others = deliveries.filter((delivery) => !isUnheard(delivery));
	return others.length > 0 ? others : deliveries;
}

function refusalInWords(delivery, count, all) {
	const { status } = lastAnswered(delivery);
	const refusal = status === undefined ? 'No answer' : `Refused with ${status}`;
	const share = count === all ? '' : ` by ${count} of ${all}`;
	const next = delivery.state === 'pending' ? 'It will be tried again.' : nextStep(delivery);
	return `${refusal}${share}. ${next}`.trim();
}

/** For what a line has no room for. */
function toTable() {
	return element('a', { href: '#deliveries-title' }, 'Deliveries');
}

function outcome(delivery) {
	const { state, url, attempts } = delivery;
	const workflow = workflowAt(url);
	const kinds = { delivered: 'good', failed: 'bad', pending: '' };
	const answer = refusalOf(delivery) ?? attempts.at(-1)?.answer ?? '';
	return block(
		element('span', { class: kinds[state] }, stateInWords(delivery)),
		note(answer),
		...(workflow ? [note('See the ', executionsLink(workflow))] : []),
	);
}

function stateInWords({ state, attempts }) {
	const tries = attempts.length === 1 ? '1 try' : `${attempts.length} tries`;
	if (state === 'delivered') return attempts.length > 1 ? `Taken by n8n after ${tries}` : 'Taken by n8n';
	if (state === 'failed') return `Given up after ${tries}`;
	return isUnanswered(attempts.at(-1)) ? 'On its way' : `Waiting to try again after ${tries}`;
}

/** Why the last try that has ended has failed; undefined where it has not. */
function refusalOf({ state, attempts }) {
	const last = lastAnswered({ attempts });
	if (state === 'delivered' || last === undefined) return undefined;
	if (last.status === undefined) return `No answer: ${last.error}`;
	return `Refused with ${last.status}${last.answer ? `: ${last.answer}` : ''}`;
}

function nextStep({ url, attempts }) {
	const last = lastAnswered({ attempts });
	if (last.status === undefined) return 'Is n8n running?';
	if (isUnheard({ url, attempts })) return NOT_LISTENING;
	return NEXT_STEPS[last.status] ?? '';
}

/** Whether it went to a test address, and nobody listened. */
const isUnheard = ({ url, attempts }) =>
	url.includes(TEST_PATH) && lastAnswered({ attempts })?.status === 404;

const lastAnswered = ({ attempts }) => attempts.findLast((attempt) => !isUnanswered(attempt));

const isUnanswered = (attempt) => attempt?.status === undefined && attempt?.error === undefined;

/** Events name their numbers in one way or the other. */
const numbersIn = (data) => `${data.from ?? data.from_number} to ${data.to ?? data.to_number}`;
