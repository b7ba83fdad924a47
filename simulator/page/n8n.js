import { element, link } from '/elements.js';

/** What stands around the service; see simulator/surroundings.ts. */
let surroundings = { workflows: [], forms: [], chats: [] };

/**
 * The workflow that the address of an endpoint leads to.
 *
 * @param {string} url
 * @returns the workflow, or undefined
 */
export function workflowAt(url) {
	const segments = url.split(/[/?#]/);
	return surroundings.workflows.find(({ webhookIds }) => webhookIds.some((id) => segments.includes(id)));
}

/** A link to what a workflow has done. */
export function executionsLink({ name, executionsUrl }) {
	return link(`executions of “${name}”`, executionsUrl);
}

/** Shows the ways to n8n, where there are any. */
export function showSurroundings(found) {
	surroundings = found;
	const { n8nUrl, workflows, forms, chats } = found;
	const published = workflows.filter(({ isActive }) => isActive);
	const others = workflows.filter(({ isActive }) => !isActive);
	const parts = [
		n8nUrl === undefined ? undefined : element('p', {}, link('Open n8n', n8nUrl)),
		list('Published workflows', published.map(workflowItem)),
		list('Forms to fill in', forms.map(formItem), 'short'),
		list('Chats', chats.map(chatItem), 'short'),
		folded(`Workflows that are not published (${others.length})`, others.map(workflowItem)),
	].filter((part) => part !== undefined);
	document.getElementById('n8n').replaceChildren(...parts);
	document.getElementById('n8n-section').hidden = parts.length === 0;
}

function workflowItem({ name, url, executionsUrl }) {
	const executions = link('Executions', executionsUrl, `Executions of ${name}`);
	return element('li', {}, link(name, url), ' ', element('small', {}, executions));
}

/** Named apart from the workflow, which another link leads to. */
function formItem({ name, url }) {
	return element('li', {}, link(name, url, `${name}: form`));
}

function chatItem({ name, url }) {
	return element('li', {}, link(name, url, `${name}: chat`));
}

/** Short ones stand side by side on a narrow screen, too. */
function list(title, items, width = '') {
	if (items.length === 0) return undefined;
	return element('div', { class: width }, element('h3', {}, title), element('ul', {}, ...items));
}

function folded(title, items) {
	if (items.length === 0) return undefined;
	return element('details', {}, element('summary', {}, title), element('ul', {}, ...items));
}
