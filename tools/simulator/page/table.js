import { html } from '/lit-html/lit-html.js';
import { repeat } from '/lit-html/directives/repeat.js';

/** Number of rows that are shown before the user requests more. */
const SHOWN = 5;

/** Ids of the tables and lists that show all of their rows. */
const whole = new Set();

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

const timed = (text) => html`<span class="time">${text}</span>`;
export const clock = (at) => timed(at === undefined ? '' : time.format(at));
export const when = (at) => timed(moment.format(new Date(at)));
export const code = (content) => html`<code>${content}</code>`;
export const note = (content) => html`<span class="note">${content}</span>`;
export const mark = (id) => html`<span class="note id">${id}</span>`;

/** A link that opens in a new tab. `name` is for screen readers, if they need another text than the label. */
export const link = (label, href, name = label) =>
	html`<a href=${href} target="_blank" rel="noopener" aria-label=${name}>${label}</a>`;

/** A button whose name for screen readers includes what it's about. */
export const button = (label, about, press) =>
	html`<button type="button" aria-label=${`${label} ${about}`} @click=${press}>${label}</button>`;

/**
 * Records as a table.
 *
 * @param columns functions that show a record, by the name of the column. A column whose name ends in a star needs the whole
 * width of a card, and a name in brackets isn't shown.
 * @param draw called when the user requests more rows, or fewer
 */
export function table({ id, title, empty, keyOf, columns }, records, draw) {
	const cells = Object.entries(columns).map(([column, show]) => {
		const [, name, special] = /^\(?([^*)]+)([*)]?)$/.exec(column);
		return { name, label: special === ')' ? '' : name, width: special === '*' ? 'wide' : '', show };
	});
	const head = ({ name, label }) =>
		html`<th scope="col" role="columnheader">${label || html`<span class="hidden">${name}</span>`}</th>`;
	const cell = ({ label, width, show }, record) =>
		html`<td role="cell" data-label=${label} class=${width}>${show(record)}</td>`;
	const row = (record) =>
		html`<tr role="row">
			${cells.map((column) => cell(column, record))}
		</tr>`;
	const rows = (shown) => html`
		<div class="table">
			<table id=${id} role="table">
				<caption class="hidden">
					${title}
				</caption>
				<thead role="rowgroup">
					<tr role="row">
						${cells.map(head)}
					</tr>
				</thead>
				<tbody role="rowgroup">
					${repeat(shown, keyOf, row)}
				</tbody>
			</table>
		</div>
	`;
	return folded({ id, empty, rows }, records, draw);
}

/** The first records, or all of them if the user requested that. If there are none, it shows the given text instead. */
export function folded({ id, empty, rows }, records, draw) {
	if (records.length === 0) return html`<p class="empty">${empty}</p>`;
	const isWhole = whole.has(id);
	const toggle = () => {
		if (!whole.delete(id)) whole.add(id);
		draw();
	};
	const more = html`<button
		type="button"
		class="more"
		aria-controls=${id}
		aria-expanded=${isWhole}
		@click=${toggle}
	>
		${isWhole ? `Show the first ${SHOWN}` : `Show all ${records.length}`}
	</button>`;
	return html`${rows(isWhole ? records : records.slice(0, SHOWN))}${records.length > SHOWN ? more : ''}`;
}
