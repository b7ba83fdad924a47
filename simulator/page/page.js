import { showDeliveries } from '/deliveries.js';
import { button, code, element } from '/elements.js';
import { showEndpoints } from '/endpoints.js';
import { showFaxes, showLines, showOutbox } from '/faxes.js';
import { dismiss, happen, tellNews } from '/happenings.js';
import { showMail } from '/mail.js';
import { showSurroundings } from '/n8n.js';
import { complain, say } from '/news.js';
import { showRequests } from '/requests.js';
import { call } from '/service.js';
import { toggleRows } from '/table.js';

const REFRESH_MS = 1000;
const MOST = 50;
const DELIVERIES = `deliveries?limit=${MOST}`;
const ADDRESSES = {
	baseUrl: 'Base URL',
	accessToken: 'Access token',
	authUrl: 'Authorization server',
	clientId: 'Client ID',
	clientSecret: 'Client secret',
};

/** What was shown last, as text, so that nothing is touched while nothing has changed. */
const shown = new Map();

/** Shows what a path answers. Returns whether it is new. */
async function refresh(path, show) {
	const answer = await call('GET', path);
	if (shown.get(path) === answer) return false;
	shown.set(path, answer);
	show(JSON.parse(answer));
	return true;
}

async function refreshAll() {
	if (await refresh('surroundings', showSurroundings)) {
		// These bear the names of the workflows.
		for (const path of ['endpoints', DELIVERIES]) shown.delete(path);
	}
	await Promise.all([
		refresh('endpoints', showEndpoints),
		refresh(DELIVERIES, (deliveries) => {
			showDeliveries(deliveries);
			tellNews(deliveries);
		}),
		...(hasMail ? [refresh('mail', showMail)] : []),
		refresh('lines', showLines),
		refresh('outbox', showOutbox),
		refresh(`faxes?limit=${MOST}`, showFaxes),
		refresh(`requests?limit=${MOST}`, showRequests),
	]);
}

function showAddresses(addresses) {
	const entries = Object.entries(ADDRESSES).flatMap(([name, label]) => [
		element('dt', {}, label),
		element('dd', {}, code(addresses[name])),
		element('dd', {}, button('Copy', label, { copy: addresses[name] })),
	]);
	document.getElementById('addresses').replaceChildren(...entries);
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

async function press({
	copy: value,
	rotate: endpointId,
	replay: webhookId,
	endpoint,
	happening,
	more,
	close,
}) {
	if (more !== undefined) return toggleRows(more);
	dismiss();
	if (close !== undefined) return;
	if (value !== undefined) await copy(value);
	if (endpointId !== undefined) await rotate(endpointId);
	if (webhookId !== undefined) await replay(webhookId, endpoint);
	if (happening !== undefined) await happen(happening);
	await refreshAll();
}

document.addEventListener('click', (event) => {
	const pressed = event.target.closest('button');
	if (pressed === null) return;
	press(pressed.dataset).catch((error) => complain(`That did not work: ${error.message}`));
});

document.addEventListener('keydown', ({ key }) => {
	if (key === 'Escape') dismiss();
});

for (const details of document.querySelectorAll('[data-open-where]')) {
	details.open = matchMedia(details.dataset.openWhere).matches;
}

let isLost = false;

async function keepFresh() {
	try {
		if (document.visibilityState === 'visible') await refreshAll();
		if (isLost) say('The service answers again.');
		isLost = false;
	} catch {
		if (!isLost) complain('The service does not answer. Is it still running?');
		isLost = true;
	}
	setTimeout(keepFresh, REFRESH_MS);
}

const { mail: hasMail } = JSON.parse(await call('GET', 'sections'));
showAddresses(JSON.parse(await call('GET', 'addresses')));
await keepFresh();
