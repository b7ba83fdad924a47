import { block, button, code, element, link, text } from '/elements.js';
import { workflowAt } from '/n8n.js';
import { showRows } from '/table.js';

/** Endpoints with their secrets, the newest first, and beside the buttons a word on events that nobody is subscribed to. */
export function showEndpoints(endpoints) {
	const rows = endpoints.toReversed().map(({ id, url, filter_types, channels, secret }) => ({
		key: id,
		cells: [
			block(...workflowName(url), code(url)),
			text(filter_types.join(', ')),
			text(channels?.join(', ') ?? 'all'),
			code(secret),
			element(
				'div',
				{ class: 'row-actions' },
				button('Copy secret', `of ${url}`, { copy: secret }),
				button('Rotate', `secret of ${url}`, { rotate: id }),
			),
		],
	}));
	showRows('endpoints', rows);
	for (const hint of document.querySelectorAll('[data-hint-of]')) {
		hint.hidden = endpoints.some(({ filter_types }) => filter_types.includes(hint.dataset.hintOf));
	}
}

function workflowName(url) {
	const workflow = workflowAt(url);
	return workflow ? [element('div', {}, link(workflow.name, workflow.url))] : [];
}
