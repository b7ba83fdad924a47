import { block, element, link, mark, text, when } from '/elements.js';
import { showRows } from '/table.js';

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
			text(`${from} to ${to}`),
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
			block(when(Date.parse(`${lastUpdate.replace(' ', 'T')}Z`)), ' ', mark(id)),
			text(`${from} to ${to}`),
			text(category),
			text(String(pages)),
			element('span', { class: status === 'success' ? 'good' : 'bad' }, inWords(status)),
			links(id, category),
		],
	}));
	showRows('faxes', rows);
}

function state(status, id, tries) {
	return block(
		element('span', {}, inWords(status)),
		' ',
		mark(tries > 0 ? `${id}, tries so far: ${tries}` : id),
	);
}

function links(id, category) {
	const report = category === 'sent' ? [' ', fileLink('Report', id, 'report')] : [];
	return block(fileLink('PDF', id, 'file'), ...report);
}

function fileLink(label, id, kind) {
	return link(label, `/control/faxes/${id}/${kind}`, `${label} of ${id}`);
}

const inWords = (status) => status.replaceAll('_', ' ');
