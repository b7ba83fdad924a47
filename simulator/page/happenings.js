import { newsOf } from '/deliveries.js';
import { call } from '/service.js';

/** What a person can let happen, by the name of the button. */
const HAPPENINGS = {
	inTurn: arrival('A fax', 'inTurn'),
	referral: arrival('A referral', 'referral'),
	purchaseOrder: arrival('A purchase order', 'purchaseOrder'),
	labResult: arrival('A lab result', 'labResult'),
	invoice: arrival('An invoice in German', 'invoice'),
	unreadable: arrival('An unreadable fax', 'unreadable'),
	sent: { event: 'fax_sent', values: {}, text: 'A fax was sent.' },
	failed: { event: 'fax_sent', values: { status: 'failed_user_busy' }, text: 'Sending a fax has failed.' },
	page: { event: 'fax_page_received', values: { pages: 1 }, text: 'A page of a fax has come in.' },
};

/** The deliveries whose news the status tells until they have ended. */
let followed;

function arrival(what, kind) {
	return { event: 'fax_received', values: { kind }, text: `${what} has arrived.` };
}

/** Says something at the top of the page, in place of what was said there. */
export function say(...parts) {
	followed = undefined;
	document.getElementById('status').replaceChildren(...parts);
}

/** Lets something happen, and tells from then on what becomes of its deliveries. */
export async function happen(name) {
	const { event, values, text } = HAPPENINGS[name];
	const deliveries = JSON.parse(await call('POST', `events/${event}`, values));
	if (deliveries.length === 0) {
		say(`${text} No endpoint is subscribed to that for these numbers, so nobody is told.`);
		return;
	}
	followed = { text, keys: new Set(deliveries.map(keyOf)) };
	tellNews(deliveries);
}

/** Tells what has become of the deliveries that are followed; not again if nothing is new. */
export function tellNews(deliveries) {
	if (followed === undefined) return;
	const news = deliveries.filter((delivery) => followed.keys.has(keyOf(delivery)));
	if (news.length === 0) return;
	const line = document.createElement('span');
	line.append(followed.text, ...newsOf(news));
	const status = document.getElementById('status');
	if (!status.firstChild?.isEqualNode(line)) status.replaceChildren(line);
	if (news.every(({ state }) => state !== 'pending')) followed = undefined;
}

const keyOf = ({ webhookId, endpointId, url }) => `${webhookId} ${endpointId ?? url}`;
