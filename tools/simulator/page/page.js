import { html, render } from '/lit-html/lit-html.js';
import { newsOf } from '/deliveries.js';
import { sections } from '/sections.js';

const REFRESH_MS = 1000;
const MOST = 50;

/** How long a success message stays, in milliseconds. */
const SHOWN_MS = 20_000;

/** Paths of the data that the page shows. */
const PATHS = {
	addresses: 'addresses',
	surroundings: 'surroundings',
	endpoints: 'endpoints',
	deliveries: `deliveries?limit=${MOST}`,
	mail: 'mail',
	lines: 'lines',
	outbox: 'outbox',
	faxes: `faxes?limit=${MOST}`,
	requests: `requests?limit=${MOST}`,
};

const news = document.getElementById('news');
const status = document.getElementById('status');
const close = news.querySelector('button');

/** The data that the page shows, by name. */
let data;

/** The event that the user triggered and the keys of its deliveries. The status shows their result until it's final. */
let followed;

let leaving;

/** The element that had the focus before the message got it. */
let focusedBefore;

const acts = {
	draw() {
		render(sections(data, acts), document.getElementById('sections'));
	},
	copy: (value) =>
		act(async () => {
			await navigator.clipboard.writeText(value);
			say('Copied. Now put it into n8n.');
		}),
	rotate: (endpointId) =>
		act(async () => {
			await call('POST', `endpoints/${endpointId}/rotate`);
			say(
				'The endpoint has a new signing secret, and the old one is void. Copy it into the credential in n8n.',
			);
		}),
	remove: (endpointId) =>
		act(async () => {
			await call('DELETE', `endpoints/${endpointId}`);
			say(
				'The endpoint is gone. A trigger that is published registers a new one with its next check, within a quarter of an hour.',
			);
		}),
	replay: (webhookId, endpointId) =>
		act(async () => {
			const [attempt] = await call('POST', `deliveries/${webhookId}/replay`, { endpointId });
			say(`Delivered once more. The answer: ${attempt.status ?? attempt.error}.`);
		}),
	/** Triggers an event, and then shows the result of its deliveries as it changes. */
	happen: ({ event, values, text }) =>
		act(async () => {
			const deliveries = await call('POST', `events/${event}`, values);
			if (deliveries.length === 0) {
				const nobody = 'No endpoint is subscribed to that for these numbers, so nobody is told.';
				complain(`${text} ${nobody}`);
				return;
			}
			followed = { text, keys: new Set(deliveries.map(keyOf)) };
			tellNews(deliveries);
		}),
};

const keyOf = ({ webhookId, endpointId, url }) => `${webhookId} ${endpointId ?? url}`;

/** The handler of a button. */
function act(work) {
	return async () => {
		dismiss();
		try {
			await work();
			await refresh();
		} catch (error) {
			complain(`That did not work: ${error.message}`);
		}
	};
}

/**
 * Sends a request to the simulator, below `/control/`.
 *
 * @throws Error with the description of a refusal
 */
async function call(method, path, body) {
	const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
	const response = await fetch(`/control/${path}`, { method, ...(body === undefined ? {} : json) });
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.description);
	return answer;
}

async function refresh() {
	const paths = Object.entries(PATHS);
	const answers = paths.map(async ([name, path]) => [name, await call('GET', path)]);
	data = Object.fromEntries(await Promise.all(answers));
	data.endpoints.reverse();
	acts.draw();
	tellNews(data.deliveries);
}

/** Shows the current result of the followed deliveries. */
function tellNews(deliveries) {
	const ours = deliveries.filter((delivery) => followed?.keys.has(keyOf(delivery)));
	if (ours.length === 0) return;
	const { words, isRefused, isOver } = newsOf(data.surroundings.workflows, ours);
	const line = html`${followed.text} ${words}`;
	if (isRefused) complain(line);
	else say(line, isOver);
	if (isOver) followed = undefined;
}

/** Shows a message at the bottom of the page, in place of the earlier one. If the result isn't final, the message stays. */
function say(line, isOver = true) {
	show(line, false);
	if (isOver) leaving = setTimeout(closeNews, SHOWN_MS);
}

/** Shows an error, which stays until the user closes it or another message replaces it. */
function complain(line) {
	show(line, true);
}

function show(line, isBad) {
	clearTimeout(leaving);
	news.classList.toggle('refused', isBad);
	render(html`<span>${line}</span>`, status);
}

/** Removes the message. If it had the focus, the previous element gets the focus back. */
function closeNews() {
	clearTimeout(leaving);
	if (news.contains(document.activeElement)) focusedBefore?.focus();
	render('', status);
}

/** Removes the message and no longer follows its deliveries. */
function dismiss() {
	followed = undefined;
	closeNews();
}

close.addEventListener('click', dismiss);
news.addEventListener('focusin', ({ relatedTarget }) => {
	if (!news.contains(relatedTarget)) focusedBefore = relatedTarget;
});
document.addEventListener('keydown', ({ key }) => {
	if (key === 'Escape') dismiss();
});

let isLost = false;

async function keepFresh() {
	try {
		if (document.visibilityState === 'visible') await refresh();
		if (isLost) say('The service answers again.');
		isLost = false;
	} catch {
		if (!isLost) complain('The service does not answer. Is it still running?');
		isLost = true;
	}
	setTimeout(keepFresh, REFRESH_MS);
}

await keepFresh();
