import { element, link, note, when } from '/elements.js';
import { showItems } from '/table.js';

/** Shows the mail that workflows have sent, the latest first. */
export function showMail(mails) {
	showItems(
		'mail',
		mails.map((mail) => ({ ...mail, key: mail.id })),
		mailItem,
	);
	document.getElementById('mail-section').hidden = false;
}

function mailItem({ id, at, from, to, subject, text, attachments }) {
	const item = element('li', {});
	const pictures = attachments.filter(({ isPicture }) => isPicture);
	const files = attachments.filter(({ isPicture }) => !isPicture);
	item.append(
		...pictures.map((attachment) => picture(attachment, hrefOf(id, attachment))),
		element('h3', {}, subject),
		note(`From ${from} to ${to}, `, when(new Date(at))),
		element('p', { class: 'message' }, text),
		...files.map((attachment) => file(attachment, hrefOf(id, attachment))),
	);
	return item;
}

function hrefOf(id, { index }) {
	return `/control/mail/${encodeURIComponent(id)}/attachments/${index}`;
}

function file({ filename, size }, href) {
	return element('p', {}, link(`${filename} (${size} bytes)`, href));
}

/** Small, beside the text; a click opens it in full size. */
function picture({ filename }, href) {
	const shown = link('', href, `${filename}, in full size`);
	shown.append(element('img', { src: href, alt: filename }));
	return element('p', { class: 'picture' }, shown);
}
