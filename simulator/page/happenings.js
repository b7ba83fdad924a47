import { newsOf, telling } from '/deliveries.js';
import { closeNews, complain, say, sayMeanwhile } from '/news.js';
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

/** Takes away what is said, and does not go on with it. */
export function dismiss() {
	followed = undefined;
	closeNews();
}

/** Lets something happen, and tells from then on what becomes of its deliveries. */
export async function happen(name) {
	const { event, values, text } = HAPPENINGS[name];
	const deliveries = JSON.parse(await call('POST', `events/${event}`, values));
	if (deliveries.length === 0) {
		complain(`${text} No endpoint is subscribed to that for these numbers, so nobody is told.`);
		return;
	}
	followed = { text, keys: new Set(deliveries.map(keyOf)) };
	tellNews(deliveries);
}

/** Tells what has become of the deliveries that are followed. */
export function tellNews(deliveries) {
	if (followed === undefined) return;
	const news = telling(deliveries.filter((delivery) => followed.keys.has(keyOf(delivery))));
	if (news.length === 0) return;
	const { words, isRefused } = newsOf(news);
	const isOver = news.every(({ state }) => state !== 'pending');
	const tell = isRefused ? complain : isOver ? say : sayMeanwhile;
	tell(`${followed.text} `, ...words);
	if (isOver) followed = undefined;
}

const keyOf = ({ webhookId, endpointId, url }) => `${webhookId} ${endpointId ?? url}`;
