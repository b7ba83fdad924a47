/**
 * Shows records as rows. Rows keep their identity, and with it the focus of a button in them, and only what has
 * changed is touched.
 *
 * @param {string} id of the table
 * @param {Array<{ key: string, cells: Node[] }>} rows in the order in which they are to be shown
 */
export function showRows(id, rows) {
	const body = document.querySelector(`#${id} tbody`);
	const existing = new Map([...body.rows].map((row) => [row.dataset.key, row]));
	rows.forEach(({ key, cells }, index) => {
		const row = existing.get(key) ?? newRow(key);
		existing.delete(key);
		cells.forEach((content, column) => showIn(row, column, content));
		if (body.rows[index] !== row) body.insertBefore(row, body.rows[index] ?? null);
	});
	for (const row of existing.values()) row.remove();
	document.getElementById(id).hidden = rows.length === 0;
	document.querySelector(`[data-empty-of="${id}"]`).hidden = rows.length > 0;
}

function newRow(key) {
	const row = document.createElement('tr');
	row.dataset.key = key;
	return row;
}

function showIn(row, column, content) {
	const cell = row.cells[column] ?? row.insertCell();
	if (cell.firstChild?.isEqualNode(content)) return;
	const focused = cell.contains(document.activeElement) ? document.activeElement.textContent : undefined;
	cell.replaceChildren(content);
	if (focused !== undefined) buttonNamed(cell, focused)?.focus();
}

function buttonNamed(cell, text) {
	return [...cell.querySelectorAll('button, a')].find((control) => control.textContent === text);
}

/**
 * Makes an element.
 *
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function element(name, attributes, ...children) {
	const made = document.createElement(name);
	for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
	made.append(...children);
	return made;
}

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

export const text = (content) => document.createTextNode(content);
export const code = (content) => element('code', {}, content);
export const note = (content) => element('span', { class: 'note' }, content);
export const clock = (at) => element('span', { class: 'time' }, at === undefined ? '' : time.format(at));
