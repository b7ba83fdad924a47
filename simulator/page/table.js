import { element } from '/elements.js';

/** More rows than these show when a person asks for them. */
const SHOWN = 5;

/** Ids of the tables and lists that show all of their rows. */
const whole = new Set();

/**
 * Makes the tables where the page has a place for one. Of the columns that it names, those with a star need the whole width
 * of a card, and the names of those in brackets do not show.
 */
for (const place of document.querySelectorAll('[data-table]')) {
	const { table: id, title, columns, empty } = place.dataset;
	const caption = element('caption', { class: 'hidden' }, title);
	const heads = element('tr', { role: 'row' }, ...columns.split(', ').map(newHead));
	const parts = [element('thead', { role: 'rowgroup' }, heads), element('tbody', { role: 'rowgroup' })];
	const more = { type: 'button', class: 'more', 'data-more': id, 'aria-controls': id, hidden: '' };
	place.replaceWith(
		element('div', { class: 'table' }, element('table', { id, role: 'table' }, caption, ...parts)),
		element('button', more),
		element('p', { class: 'empty', 'data-empty-of': id }, empty),
	);
}

/**
 * Shows records as rows. Rows keep their identity, and with it the focus of a button in them, and only what has
 * changed is touched.
 *
 * @param {string} id of the table
 * @param {Array<{ key: string, cells: Node[] }>} rows in the order in which they are to be shown
 */
export function showRows(id, rows) {
	const table = document.getElementById(id);
	const body = table.tBodies[0];
	const columns = [...table.tHead.rows[0].cells];
	inOrder(body, rows, newRow).forEach((row, index) => {
		rows[index].cells.forEach((content, column) => showIn(row, column, columns[column], content));
	});
	table.hidden = rows.length === 0;
	fold(id);
}

/** Shows records as items of a list, each made once. */
export function showItems(id, records, make) {
	inOrder(document.getElementById(id), records, make);
	fold(id);
}

/** Shows all rows of a table or a list, or the first ones only again. */
export function toggleRows(id) {
	if (!whole.delete(id)) whole.add(id);
	fold(id);
}

/**
 * Brings the children of an element into line with records: those that are there already are kept.
 *
 * @param {HTMLElement} parent
 * @param {Array<{ key: string }>} records
 * @param {(record: { key: string }) => HTMLElement} make
 * @returns {HTMLElement[]} the children, in the order of the records
 */
function inOrder(parent, records, make) {
	const existing = new Map([...parent.children].map((child) => [child.dataset.key, child]));
	const children = records.map((record, index) => {
		const child = existing.get(record.key) ?? make(record);
		child.dataset.key = record.key;
		existing.delete(record.key);
		if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
		return child;
	});
	for (const child of existing.values()) child.remove();
	return children;
}

/** Hides what is beyond the first rows, unless a person has asked for all, and says where there is none. */
function fold(id) {
	const parent = document.getElementById(id);
	const rows = [...(parent.tBodies?.[0] ?? parent).children];
	const isWhole = whole.has(id);
	rows.forEach((row, index) => {
		row.hidden = !isWhole && index >= SHOWN;
	});
	const more = document.querySelector(`[data-more="${id}"]`);
	more.hidden = rows.length <= SHOWN;
	more.textContent = isWhole ? `Show the first ${SHOWN}` : `Show all ${rows.length}`;
	more.setAttribute('aria-expanded', String(isWhole));
	document.querySelector(`[data-empty-of="${id}"]`).hidden = rows.length > 0;
}

function newHead(column) {
	const [, name, special] = /^\(?([^*)]+)([*)]?)$/.exec(column);
	const isHidden = special === ')';
	return element(
		'th',
		{
			scope: 'col',
			role: 'columnheader',
			'data-width': special === '*' ? 'wide' : '',
			'data-label': isHidden ? '' : name,
		},
		isHidden ? element('span', { class: 'hidden' }, name) : name,
	);
}

/** On a narrow screen a row is shown as a card, and browsers would no longer take it for a row by themselves. */
function newRow() {
	return element('tr', { role: 'row' });
}

function showIn(row, column, head, content) {
	const cell = row.cells[column] ?? newCell(row, head);
	if (cell.firstChild?.isEqualNode(content)) return;
	const focused = cell.contains(document.activeElement) ? document.activeElement.textContent : undefined;
	cell.replaceChildren(content);
	cell.classList.toggle('nothing', content.textContent === '');
	if (focused !== undefined) controlNamed(cell, focused)?.focus();
}

/** A cell that knows the label of its column, and whether it needs the whole width of a card. */
function newCell(row, { dataset: { label, width } }) {
	const cell = element('td', { role: 'cell', 'data-label': label, class: width });
	row.append(cell);
	return cell;
}

function controlNamed(cell, text) {
	return [...cell.querySelectorAll('button, a')].find((control) => control.textContent === text);
}
