import { clock, code, element, text } from '/elements.js';
import { showRows } from '/table.js';

/** What the API was asked, the latest first. */
export function showRequests(requests) {
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
