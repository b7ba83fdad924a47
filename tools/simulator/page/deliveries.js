import { html } from '/lit-html/lit-html.js';
import { link, note } from '/table.js';

/** What the user can do after a refusal, by its status. */
const NEXT_STEPS = {
	401: 'Copy the endpoint’s signing secret into n8n.',
	404: 'Publish the workflow in n8n.',
};

/** Part of addresses where n8n only responds while the user listens for a test event. */
const TEST_PATH = '/webhook-test/';
const NOT_LISTENING = 'That is a test address: n8n answers there only after “Execute step” in the trigger.';

/** The workflow that an endpoint's address belongs to, or undefined. */
export function workflowAt(workflows, url) {
	const segments = url.split(/[/?#]/);
	return workflows.find(({ webhookIds }) => webhookIds.some((id) => segments.includes(id)));
}

/**
 * The result of deliveries so far in one line. It only covers the worst one and what to do next, because the table shows
 * the others.
 *
 * A test address where nobody listens is ignored if there are other addresses.
 *
 * @returns the text, whether a delivery was refused, and whether the result is final
 */
export function newsOf(workflows, all) {
	const others = all.filter((delivery) => !isUnheard(delivery));
	const deliveries = others.length > 0 ? others : all;
	const isOver = deliveries.every(({ state }) => state !== 'pending');
	const refused = deliveries.filter((delivery) => refusalOf(delivery) !== undefined);
	const worst = refused.find(({ state }) => state === 'failed') ?? refused[0];
	const isTaken = deliveries.every(({ state }) => state === 'delivered');
	if (!worst && !isTaken) return { words: 'It is being delivered.', isRefused: false, isOver };
	const [only, ...more] = new Set(deliveries.map(({ url }) => workflowAt(workflows, url)));
	const way =
		only && more.length === 0
			? link('Executions', only.executionsUrl)
			: html`<a href="#deliveries-title">Deliveries</a>`;
	const told = worst
		? refusalInWords(worst, refused.length, deliveries.length)
		: takenInWords(workflows, deliveries);
	return { words: html`${told} ${way}`, isRefused: worst !== undefined, isOver };
}

/** The result of a delivery, for its row in the table. */
export function outcome(workflows, delivery) {
	const { state, url, attempts } = delivery;
	const workflow = workflowAt(workflows, url);
	const kind = { delivered: 'good', failed: 'bad', pending: '' }[state];
	const answer = refusalOf(delivery) ?? attempts.at(-1)?.answer ?? '';
	const executions = workflow && link(`executions of “${workflow.name}”`, workflow.executionsUrl);
	return html`<div>
		<span class=${kind}>${stateInWords(delivery)}</span>${note(answer)}${
			executions ? note(html`See the ${executions}`) : ''
		}
	</div>`;
}

/** Maximum number of workflows to list by name. The others are only counted. */
const NAMED = 3;

/** Names the workflows that accepted deliveries. Each name is cut off at its colon. */
function takenInWords(workflows, deliveries) {
	const names = deliveries.map(({ url }) => workflowAt(workflows, url)?.name.split(':')[0] ?? 'n8n');
	const all = [...new Set(names)].sort();
	const others =
		all.length > NAMED ? ` and ${all.length - NAMED} ${all.length - NAMED === 1 ? 'other' : 'others'}` : '';
	return `Taken by ${all.slice(0, NAMED).join(', ')}${others}.`;
}

function refusalInWords(delivery, count, all) {
	const { status } = lastAnswered(delivery);
	const refusal = status === undefined ? 'No answer' : `Refused with ${status}`;
	const share = count === all ? '' : ` by ${count} of ${all}`;
	const next = delivery.state === 'pending' ? 'It will be tried again.' : nextStep(delivery);
	return `${refusal}${share}. ${next}`.trim();
}

function stateInWords({ state, attempts }) {
	const tries = attempts.length === 1 ? '1 try' : `${attempts.length} tries`;
	if (state === 'delivered') return attempts.length > 1 ? `Taken by n8n after ${tries}` : 'Taken by n8n';
	if (state === 'failed') return `Given up after ${tries}`;
	return isUnanswered(attempts.at(-1)) ? 'On its way' : `Waiting to try again after ${tries}`;
}

/** Why the last finished try failed, or undefined if it didn't. */
function refusalOf({ state, attempts }) {
	const last = lastAnswered({ attempts });
	if (state === 'delivered' || last === undefined) return undefined;
	if (last.status === undefined) return `No answer: ${last.error}`;
	return `Refused with ${last.status}${last.answer ? `: ${last.answer}` : ''}`;
}

function nextStep(delivery) {
	const { status } = lastAnswered(delivery);
	if (status === undefined) return 'Is n8n running?';
	return isUnheard(delivery) ? NOT_LISTENING : (NEXT_STEPS[status] ?? '');
}

/** Whether the delivery was sent to a test address where nobody listened. */
const isUnheard = ({ url, attempts }) =>
	url.includes(TEST_PATH) && lastAnswered({ attempts })?.status === 404;

const lastAnswered = ({ attempts }) => attempts.findLast((attempt) => !isUnanswered(attempt));

const isUnanswered = (attempt) => attempt?.status === undefined && attempt?.error === undefined;
