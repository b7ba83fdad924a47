import { element, link, note, when } from '/elements.js';
import { inOrder } from '/table.js';

/** Shows the mail that workflows have sent, the latest first. */
export function showMail(mails) {
	const records = mails.map((mail) => ({ ...mail, key: mail.id }));
	inOrder(document.getElementById('mail'), records, mailItem);
	document.querySelector('[data-empty-of="mail"]').hidden = mails.length > 0;
	document.getElementById('mail-section').hidden = false;
}

function mailItem({ id, at, from, to, subject, text, attachments }) {
	const item = element('li', {});
	item.append(
		element('h3', {}, subject),
		note(`From ${from} to ${to}, `, when(new Date(at))),
		element('p', { class: 'message' }, text),
		...attachments.map((attachment) => attached(id, attachment)),
	);
	return item;
}

function attached(id, { index, filename, size, isPicture }) {
	const href = `/control/mail/${encodeURIComponent(id)}/attachments/${index}`;
	if (!isPicture) return element('p', {}, link(`${filename} (${size} bytes)`, href));
	const shownPicture = link('', href, `${filename}, in full size`);
	shownPicture.append(element('img', { src: href, alt: filename }));
	return element('p', {}, shownPicture);
}
