import { html } from '/lit-html/lit-html.js';
import { repeat } from '/lit-html/directives/repeat.js';
import { button, code, folded, link, note, table, when } from '/table.js';
import { tables } from '/tables.js';

const WIDE = matchMedia('(min-width: 48rem)').matches;

const happening = (label, event, values, text) => ({ label, event, values, text });
const arrival = (what, kind) =>
	happening(`${what} arrives`, 'fax_received', { kind }, `${what} has arrived.`);

/** Events that the user can trigger, grouped by the name of the event. */
const HAPPENINGS = [
	{
		title: 'A fax comes in',
		event: 'Fax Received',
		remark: '“A fax arrives” goes through the kinds in turn.',
		buttons: [
			arrival('A fax', 'inTurn'),
			arrival('A referral', 'referral'),
			arrival('A purchase order', 'purchaseOrder'),
			arrival('A lab result', 'labResult'),
			arrival('An invoice in German', 'invoice'),
			arrival('An unreadable fax', 'unreadable'),
		],
	},
	{
		title: 'A fax goes out',
		event: 'Fax Sent',
		buttons: [
			happening('A fax is sent', 'fax_sent', {}, 'A fax was sent.'),
			happening(
				'Sending a fax fails',
				'fax_sent',
				{ status: 'failed_user_busy' },
				'Sending a fax has failed.',
			),
		],
	},
	{
		title: 'A page comes in',
		event: 'Fax Page Received',
		buttons: [
			happening('A page streams in', 'fax_page_received', { pages: 1 }, 'A page of a fax has come in.'),
		],
	},
];

const ADDRESSES = {
	baseUrl: 'Base URL',
	accessToken: 'Access token',
	authUrl: 'Authorization server',
	clientId: 'Client ID',
	clientSecret: 'Client secret',
};

/**
 * The content of the page.
 *
 * @param data the simulator's data by name
 * @param acts handlers of the buttons
 */
export function sections(data, acts) {
	const { workflows } = data.surroundings;
	const known = tables(workflows, acts);
	const show = (id) => table({ id, ...known[id] }, data[id], acts.draw);
	return html`
		${section('happenings', 'Let something happen', happenings(data, acts))}
		${section('deliveries', 'Deliveries', show('deliveries'))} ${section('faxes', 'Faxes', show('faxes'))}
		<div class="pair">
			${data.addresses.hasMailbox ? section('mail', 'Mail that n8n sent', mail(data.mail, acts.draw)) : ''}
			${section('outbox', 'Outbox', html`${show('outbox')}${lines(data.lines)}`)}
		</div>
		${n8n(data.surroundings)}
		${foldedSection(
			'webhooks',
			'Webhooks',
			html`<p>
					In Fax.Plus: Settings &gt; Integrations. Copy the signing secret into the trigger’s second
					credential in n8n. An endpoint that is deleted here is registered again with the next check of its
					trigger, and with a new secret.
				</p>
				${show('endpoints')}`,
			WIDE,
		)}
		${foldedSection('connect', 'To connect n8n', addresses(data.addresses, acts))}
		${foldedSection('requests', 'What the API was asked', show('requests'))}
	`;
}

const section = (id, title, content) =>
	html`<section aria-labelledby="${id}-title">
		<h2 id="${id}-title">${title}</h2>
		${content}
	</section>`;

const foldedSection = (id, title, content, isOpen = false) =>
	html`<section aria-labelledby="${id}-title">
		<details ?open=${isOpen}>
			<summary><h2 id="${id}-title">${title}</h2></summary>
			${content}
		</details>
	</section>`;

/** The buttons. Events without a subscribed endpoint have a hint. */
function happenings({ endpoints }, { happen }) {
	const group = ({ title, event, remark, buttons }, index) => {
		const isHeard = endpoints.some(({ filter_types: types }) => types.includes(buttons[0].event));
		const hint = `No endpoint is subscribed. Publish a trigger with the event “${event}” in n8n.`;
		return html`<div role="group" aria-labelledby="group-${index}" aria-describedby="hint-${index}">
			<h3 id="group-${index}">${title}</h3>
			<div class="buttons">
				${buttons.map(
					(one, at) =>
						html`<button type="button" class=${index + at === 0 ? 'first' : ''} @click=${happen(one)}>
							${one.label}
						</button>`,
				)}
			</div>
			${remark ? html`<p class="note">${remark}</p>` : ''}
			<p class="hint" id="hint-${index}" ?hidden=${isHeard}>${hint}</p>
		</div>`;
	};
	return html`<div class="groups">${HAPPENINGS.map(group)}</div>`;
}

/** Emails that workflows sent, with the latest first. Pictures are shown as thumbnails next to the text. */
function mail(mails, draw) {
	const item = ({ id, at, from, to, subject, text, attachments }) => {
		const hrefOf = ({ index }) => `/control/mail/${encodeURIComponent(id)}/attachments/${index}`;
		const picture = (file) => html`<img src=${hrefOf(file)} alt=${file.filename} />`;
		const show = (file) =>
			file.isPicture
				? html`<p class="picture">${link(picture(file), hrefOf(file), `${file.filename}, in full size`)}</p>`
				: html`<p>${link(`${file.filename} (${file.size} bytes)`, hrefOf(file))}</p>`;
		const pictures = attachments.filter(({ isPicture }) => isPicture);
		const files = attachments.filter(({ isPicture }) => !isPicture);
		return html`<li>
			${pictures.map(show)}
			<h3>${subject}</h3>
			${note(html`From ${from} to ${to}, ${when(at)}`)}
			<p class="message">${text}</p>
			${files.map(show)}
		</li>`;
	};
	const rows = (shown) =>
		html`<ol id="mail">
			${repeat(shown, ({ id }) => id, item)}
		</ol>`;
	return folded({ id: 'mail', empty: 'No mail was sent yet.', rows }, mails, draw);
}

/** Numbers to which faxes don't simply succeed, with their results. */
const lines = (results) =>
	html`<details>
		<summary>Numbers with other results</summary>
		<dl id="lines">
			${Object.entries(results).map(
				([number, tries]) =>
					html`<dt>${number}</dt>
						<dd>${tries.join(', then ').replaceAll('_', ' ')}</dd>`,
			)}
		</dl>
	</details>`;

/** Links to n8n, if there are any. For screen readers, links to forms and chats have other names than those to workflows. */
function n8n({ n8nUrl, workflows, forms, chats }) {
	const item = ({ name, url, executionsUrl }) =>
		html`<li>
			${link(name, url)} <small>${link('Executions', executionsUrl, `Executions of ${name}`)}</small>
		</li>`;
	const itemWithFault = ({ name, url, fault }) => html`<li>${link(name, url)}: ${fault}</li>`;
	const itemAs =
		(what) =>
		({ name, url }) =>
			html`<li>${link(name, url, `${name}: ${what}`)}</li>`;
	// Short lists are next to each other, even on a narrow screen.
	const list = (title, items, width = '') =>
		items.length === 0
			? ''
			: html`<div class=${width}>
					<h3>${title}</h3>
					<ul>
						${items}
					</ul>
				</div>`;
	const failed = workflows.filter(({ fault }) => fault !== undefined);
	const others = workflows.filter(({ isActive, fault }) => !isActive && fault === undefined);
	const published = workflows.filter(({ isActive }) => isActive);
	if (n8nUrl === undefined && workflows.length + forms.length + chats.length === 0) return '';
	return section(
		'n8n',
		'In n8n',
		html`<div id="n8n">
			${n8nUrl === undefined ? '' : html`<p>${link('Open n8n', n8nUrl)}</p>`}
			${list('Published workflows', published.map(item))}
			${list('Workflows that n8n could not publish', failed.map(itemWithFault))}
			${list('Forms to fill in', forms.map(itemAs('form')), 'short')}
			${list('Chats', chats.map(itemAs('chat')), 'short')}
			${
				others.length === 0
					? ''
					: html`<details>
							<summary>Workflows that are not published (${others.length})</summary>
							<ul>
								${others.map(item)}
							</ul>
						</details>`
			}
		</div>`,
	);
}

const addresses = (values, { copy }) =>
	html`<p>What the credentials “Fax.Plus API” and “Fax.Plus OAuth2 API” ask for:</p>
		<dl>
			${Object.entries(ADDRESSES).map(
				([name, label]) =>
					html`<dt>${label}</dt>
						<dd>${code(values[name])}</dd>
						<dd>${button('Copy', label, copy(values[name]))}</dd>`,
			)}
		</dl>`;
