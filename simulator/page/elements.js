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

/** A button whose name for screen readers says what it is about; `data` says what it does. */
export function button(label, about, data) {
	const attributes = Object.entries(data).map(([name, value]) => [`data-${name}`, value]);
	const named = { type: 'button', 'aria-label': `${label} ${about}`, ...Object.fromEntries(attributes) };
	return element('button', named, label);
}

/** A link that opens in a new tab; `name` is what screen readers say, if it is not the label. */
export function link(label, href, name = label) {
	return element('a', { href, target: '_blank', rel: 'noopener', 'aria-label': name }, label);
}

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

export const text = (content) => document.createTextNode(content);
export const block = (...children) => element('div', {}, ...children);
export const code = (content) => element('code', {}, content);
export const note = (...children) => element('span', { class: 'note' }, ...children);
export const mark = (id) => element('span', { class: 'note id' }, id);
export const clock = (at) => element('span', { class: 'time' }, at === undefined ? '' : time.format(at));
export const when = (at) => element('span', { class: 'time' }, moment.format(at));
