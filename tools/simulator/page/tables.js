import { html } from '/lit-html/lit-html.js';
import { outcome, workflowAt } from '/deliveries.js';
import { button, clock, code, link, mark, note, when } from '/table.js';

const inWords = (status) => status.replaceAll('_', ' ');
const result = (isGood, words) => html`<span class=${isGood ? 'good' : 'bad'}>${words}</span>`;
const fromTo = ({ from, to }) => `${from} to ${to}`;
const byId = ({ id }) => id;
const dataOf = ({ body }) => JSON.parse(body).data;

/** Depending on the settings, events have different names for the numbers. */
const numbersIn = (data) => fromTo({ from: data.from ?? data.from_number, to: data.to ?? data.to_number });

/**
 * The tables of the page.
 *
 * @param workflows workflows in n8n, which are named next to their addresses
 * @param acts handlers of the buttons
 */
export const tables = (workflows, { copy, rotate, remove, replay }) => ({
	outbox: {
		title: 'Outbox',
		empty: 'The outbox is empty.',
		keyOf: byId,
		columns: {
			'State*': ({ id, status, tries }) =>
				html`<div>
					<span>${inWords(status)}</span> ${mark(tries > 0 ? `${id}, tries so far: ${tries}` : id)}
				</div>`,
			'Numbers*': fromTo,
			Pages: ({ pages }) => (pages === 0 ? '' : pages),
			'To be sent*': ({ sendTime }) => when(sendTime),
		},
	},
	endpoints: {
		title: 'Webhook endpoints',
		empty: 'No endpoint is registered yet. It appears when you publish a workflow with the Fax.Plus Trigger.',
		keyOf: byId,
		columns: {
			'Endpoint*': ({ url }) => {
				const workflow = workflowAt(workflows, url);
				return html`<div>
					${workflow ? html`<div>${link(workflow.name, workflow.url)}</div>` : ''}${code(url)}
				</div>`;
			},
			Events: ({ filter_types: events }) => events.join(', '),
			'Numbers*': ({ channels }) => channels?.join(', ') ?? 'all',
			'Signing secret*': ({ secret }) => code(secret),
			'(Actions)': ({ id, url, secret }) =>
				html`<div class="row-actions">
					${button('Copy secret', `of ${url}`, copy(secret))}${button('Rotate', `secret of ${url}`, rotate(id))}
					${button('Delete', `endpoint ${url}`, remove(id))}
				</div>`,
		},
	},
	deliveries: {
		title: 'Deliveries',
		empty: 'Nothing was delivered yet.',
		keyOf: ({ webhookId, endpointId, url }) => `${webhookId} ${endpointId ?? url}`,
		columns: {
			Time: ({ attempts }) => clock(attempts[0]?.at),
			Event: ({ event }) => event,
			'Fax*': (delivery) => {
				const data = dataOf(delivery);
				return html`<div>${numbersIn(data)}${note(`${data.id}, ${data.status}`)}</div>`;
			},
			'Receiver*': ({ url, webhookId }) => html`<div>${code(url)} ${mark(webhookId)}</div>`,
			'Outcome*': (delivery) => outcome(workflows, delivery),
			'(Actions)': ({ webhookId, endpointId, url }) =>
				endpointId === undefined
					? ''
					: button('Replay', `delivery ${webhookId} to ${url}`, replay(webhookId, endpointId)),
		},
	},
	faxes: {
		title: 'Faxes',
		empty: 'There is no fax.',
		keyOf: byId,
		columns: {
			'Time*': ({ id, lastUpdate }) =>
				html`<div>${when(`${lastUpdate.replace(' ', 'T')}Z`)} ${mark(id)}</div>`,
			'Numbers*': fromTo,
			Category: ({ category }) => category,
			Pages: ({ pages }) => pages,
			Result: ({ status }) => result(status === 'success', inWords(status)),
			Document: ({ id, category }) => {
				const file = (label, kind) => link(label, `/control/faxes/${id}/${kind}`, `${label} of ${id}`);
				return html`<div>${file('PDF', 'file')} ${category === 'sent' ? file('Report', 'report') : ''}</div>`;
			},
		},
	},
	requests: {
		title: 'Requests to the API, the latest first',
		empty: 'Nothing yet.',
		keyOf: (_request, index) => index,
		columns: {
			Time: ({ startedAt }) => clock(startedAt),
			'Request*': ({ method, path, query }) => {
				const parameters = new URLSearchParams(query).toString();
				return code(`${method} ${path}${parameters ? `?${parameters}` : ''}`);
			},
			'Body*': ({ body }) => (body === undefined ? '' : code(JSON.stringify(body))),
			Answer: ({ status }) => result(status < 400, status ?? 'none'),
		},
	},
});
