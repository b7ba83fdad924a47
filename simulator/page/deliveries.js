import { block, button, clock, code, element, mark, note, text } from '/elements.js';
import { executionsLink, workflowAt } from '/n8n.js';
import { showRows } from '/table.js';

/** What a person can do about a refusal, by its status. */
const NEXT_STEPS = {
	401: 'Copy the signing secret of the endpoint into the credential in n8n.',
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
 * What became of deliveries so far, and what to do about those that were refused. What several have in common is said once.
 *
 * @returns {Array<Node | string>} to be shown one after the other
 */
export function newsOf(deliveries) {
	const alike = new Map();
	for (const delivery of deliveries) {
		const words = outcomeInWords(delivery);
		// A reason quotes the address that was asked.
		const key = words.replaceAll(/"[^"]*"/g, '');
		const group = alike.get(key)?.group ?? [];
		alike.set(key, { words, group: [...group, delivery] });
	}
	return [...alike.values()].flatMap(({ words, group }) => [` ${words}`, ...wayToExecutions(group)]);
}

function outcomeInWords(delivery) {
	const { state } = delivery;
	if (state === 'delivered') return 'n8n has taken it.';
	const refusal = refusalOf(delivery);
	if (refusal === undefined) return 'It is being delivered.';
	const outcome = state === 'pending' ? 'It will be tried again' : stateInWords(delivery);
	return `${refusal.replace(/\.$/, '')}. ${outcome}. ${nextStep(delivery)}`.trim();
}

/** Of deliveries with one outcome. */
function wayToExecutions(deliveries) {
	const isTaken = deliveries[0].state === 'delivered';
	if (!isTaken && refusalOf(deliveries[0]) === undefined) return [];
	const workflows = new Set(deliveries.map(({ url }) => workflowAt(url)).filter(Boolean));
	const links = [...workflows].flatMap((workflow) => [', ', executionsLink(workflow)]).slice(1);
	return links.length === 0 ? [] : [isTaken ? ' See the ' : ' Look at the ', ...links, '.'];
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
	const last = attempts.filter((attempt) => !isUnanswered(attempt)).at(-1);
	if (state === 'delivered' || last === undefined) return undefined;
	if (last.status === undefined) return `No answer: ${last.error}`;
	return `Refused with ${last.status}${last.answer ? `: ${last.answer}` : ''}`;
}

function nextStep({ url, attempts }) {
	const last = attempts.filter((attempt) => !isUnanswered(attempt)).at(-1);
	if (last.status === undefined) return 'Is n8n running?';
	if (last.status === 404 && url.includes(TEST_PATH)) return NOT_LISTENING;
	return NEXT_STEPS[last.status] ?? '';
}

const isUnanswered = (attempt) => attempt?.status === undefined && attempt?.error === undefined;

/** Events name their numbers in one way or the other. */
const numbersIn = (data) => `${data.from ?? data.from_number} to ${data.to ?? data.to_number}`;
