import { element, note, showRows, text } from '/table.js';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Numbers that do not simply succeed, with what happens there. */
export function showLines(lines) {
	const entries = Object.entries(lines).flatMap(([number, results]) => [
		element('dt', {}, number),
		element('dd', {}, results.map(inWords).join(', then ')),
	]);
	document.getElementById('lines').replaceChildren(...entries);
}

/** Faxes on their way out. */
export function showOutbox(faxes) {
	const rows = faxes.map(({ id, from, to, status, pages, sendTime, tries }) => ({
		key: id,
		cells: [
			state(status, id, tries),
			text(from),
			text(to),
			text(pages === 0 ? '' : String(pages)),
			when(sendTime),
		],
	}));
	showRows('outbox', rows);
}

/** Faxes that have arrived or were sent. */
export function showFaxes(faxes) {
	const rows = faxes.map(({ id, category, from, to, pages, status, lastUpdate }) => ({
		key: id,
		cells: [
			when(Date.parse(`${lastUpdate.replace(' ', 'T')}Z`)),
			element('div', {}, category, note(id)),
			text(from),
			text(to),
			text(String(pages)),
			element('span', { class: status === 'success' ? 'good' : 'bad' }, inWords(status)),
			links(id, category),
		],
	}));
	showRows('faxes', rows);
}

function state(status, id, tries) {
	const about = tries > 0 ? `${id}, tries so far: ${tries}` : id;
	return element('div', {}, element('span', {}, inWords(status)), note(about));
}

function links(id, category) {
	const report = category === 'sent' ? [' ', link('Report', id, 'report')] : [];
	return element('div', {}, link('PDF', id, 'file'), ...report);
}

function link(label, id, kind) {
	const href = `/control/faxes/${id}/${kind}`;
	return element('a', { href, target: '_blank', rel: 'noopener', 'aria-label': `${label} of ${id}` }, label);
}

const inWords = (status) => status.replaceAll('_', ' ');
const when = (at) => element('span', { class: 'time' }, moment.format(at));
