import { showFaxes, showLines, showOutbox } from '/faxes.js';
import { clock, code, element, note, showRows, text } from '/table.js';

const REFRESH_MS = 1000;
const SHOWN = 50;
const FAXES_SHOWN = 20;
const EVENTS = {
	received: { name: 'fax_received', values: {}, text: 'A fax has arrived' },
	sent: { name: 'fax_sent', values: {}, text: 'A fax was sent' },
	failed: { name: 'fax_sent', values: { status: 'failed_user_busy' }, text: 'Sending a fax has failed' },
	page: { name: 'fax_page_received', values: { pages: 1 }, text: 'A page of a fax has come in' },
};
const ADDRESSES = {
	baseUrl: 'Base URL',
	accessToken: 'Access token',
	authUrl: 'Authorization server',
	clientId: 'Client ID',
	clientSecret: 'Client secret',
};

/** What was shown last, as text, so that nothing is touched while nothing has changed. */
const shown = new Map();

function say(text) {
	document.getElementById('status').textContent = text;
}

async function call(method, path, body) {
	const response = await fetch(`/control/${path}`, {
		method,
		...(body === undefined
			? {}
			: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
	});
	const answer = await response.text();
	if (!response.ok) throw new Error(JSON.parse(answer).description);
	return answer;
}

async function refresh(path, show) {
	const answer = await call('GET', path);
	if (shown.get(path) === answer) return;
	shown.set(path, answer);
	show(JSON.parse(answer));
}

async function refreshAll() {
	await Promise.all([
		refresh('endpoints', showEndpoints),
		refresh(`deliveries?limit=${SHOWN}`, showDeliveries),
		refresh('lines', showLines),
		refresh('outbox', showOutbox),
		refresh(`faxes?limit=${FAXES_SHOWN}`, showFaxes),
		refresh(`requests?limit=${SHOWN}`, showRequests),
	]);
}

function showEndpoints(endpoints) {
	const rows = endpoints.map(({ accountId, id, url, filter_types, channels, secret }) => ({
		key: id,
		cells: [
			element('div', {}, code(url), note(`${id}, account ${accountId}`)),
			text(filter_types.join(', ')),
			text(channels?.join(', ') ?? 'all'),
			code(secret),
			element(
				'div',
				{ class: 'row-actions' },
				button('Copy secret', `of ${url}`, { copy: secret }),
				button('Rotate', `secret of ${url}`, { rotate: id }),
			),
		],
	}));
	showRows('endpoints', rows);
}

function showDeliveries(deliveries) {
	const rows = deliveries.map((delivery) => {
		const { webhookId, endpointId, url, event, attempts, body } = delivery;
		const { data } = JSON.parse(body);
		return {
			key: `${webhookId} ${endpointId}`,
			cells: [
				clock(attempts[0]?.at),
				text(event),
				element('div', {}, numbersIn(data), note(`${data.id}, ${data.status}`)),
				element('div', {}, code(url), note(webhookId)),
				outcome(delivery),
				endpointId === undefined
					? text('')
					: button('Replay', `delivery ${webhookId} to ${url}`, { replay: webhookId, endpoint: endpointId }),
			],
		};
	});
	showRows('deliveries', rows);
}

/** Events name their numbers in one way or the other. */
function numbersIn(data) {
	return `${data.from ?? data.from_number} to ${data.to ?? data.to_number}`;
}

function outcome({ state, attempts }) {
	const last = attempts.at(-1);
	const answer = last === undefined ? '' : String(last.status ?? last.error ?? 'waiting for the answer');
	const words = { delivered: 'Delivered', failed: 'Given up', pending: 'On its way' };
	const kinds = { delivered: 'good', failed: 'bad', pending: '' };
	const count = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`;
	return element(
		'div',
		{},
		element('span', { class: kinds[state] }, words[state]),
		note(`${answer}, ${count}`),
	);
}

function showRequests(requests) {
	const rows = requests.map(({ startedAt, method, path, query, body, status }, index) => {
		const parameters = new URLSearchParams(query).toString();
		return {
			key: String(index),
			cells: [
				clock(startedAt),
				code(`${method} ${path}${parameters ? `?${parameters}` : ''}`),
				body === undefined ? text('') : code(JSON.stringify(body)),
				element('span', { class: status < 400 ? 'good' : 'bad' }, String(status ?? 'none')),
			],
		};
	});
	showRows('requests', rows);
}

function showAddresses(addresses) {
	const entries = Object.entries(ADDRESSES).flatMap(([name, label]) => [
		element('dt', {}, label),
		element('dd', {}, code(addresses[name])),
		element('dd', {}, button('Copy', label, { copy: addresses[name] })),
	]);
	document.getElementById('addresses').replaceChildren(...entries);
}

/** A button whose name for screen readers says what it is about; `data` says what it does. */
function button(label, about, data) {
	const attributes = Object.entries(data).map(([name, value]) => [`data-${name}`, value]);
	return element(
		'button',
		{ type: 'button', 'aria-label': `${label} ${about}`, ...Object.fromEntries(attributes) },
		label,
	);
}

async function copy(value) {
	await navigator.clipboard.writeText(value);
	say('Copied. Now put it into n8n.');
}

async function rotate(endpointId) {
	await call('POST', `endpoints/${endpointId}/rotate`);
	say('The endpoint has a new signing secret, and the old one is void. Copy it into the credential in n8n.');
}

async function replay(webhookId, endpointId) {
	const [attempt] = JSON.parse(await call('POST', `deliveries/${webhookId}/replay`, { endpointId }));
	say(`Delivered once more. The answer: ${attempt.status ?? attempt.error}.`);
}

async function emit({ name, values, text: happened }) {
	const { length } = JSON.parse(await call('POST', `events/${name}`, values));
	const told = {
		0: 'Nobody is subscribed to that. Publish a workflow with the Fax.Plus Trigger.',
		1: 'One receiver is being told.',
	};
	say(`${happened}. ${told[length] ?? `${length} receivers are being told.`}`);
}

async function press({ copy: value, rotate: endpointId, replay: webhookId, endpoint, event }) {
	if (value !== undefined) await copy(value);
	if (endpointId !== undefined) await rotate(endpointId);
	if (webhookId !== undefined) await replay(webhookId, endpoint);
	if (event !== undefined) await emit(EVENTS[event]);
	await refreshAll();
}

document.addEventListener('click', (event) => {
	const pressed = event.target.closest('button');
	if (pressed === null) return;
	say('');
	press(pressed.dataset).catch((error) => say(`That did not work: ${error.message}`));
});

let isLost = false;

async function keepFresh() {
	try {
		if (document.visibilityState === 'visible') await refreshAll();
		if (isLost) say('The service answers again.');
		isLost = false;
	} catch {
		if (!isLost) say('The service does not answer. Is it still running?');
		isLost = true;
	}
	setTimeout(keepFresh, REFRESH_MS);
}

showAddresses(JSON.parse(await call('GET', 'addresses')));
await keepFresh();
