/** What went well leaves by itself after so long. */
const SHOWN_MS = 20_000;

const news = document.getElementById('news');
const status = document.getElementById('status');

/** Where the focus was before it went into the message. */
let focusedBefore;

let leaving;

news.addEventListener('focusin', ({ relatedTarget }) => {
	if (!news.contains(relatedTarget)) focusedBefore = relatedTarget;
});

/** Says something at the foot of the page, in place of what was said there; not again what stands there. */
export function say(...parts) {
	show(parts, false);
	leaving = setTimeout(closeNews, SHOWN_MS);
}

/** Says what is still under way; it stays until something else is said. */
export function sayMeanwhile(...parts) {
	show(parts, false);
}

/** Says what went wrong; it stays until a person closes it, or something else is said. */
export function complain(...parts) {
	show(parts, true);
}

/** Takes the message away, and gives the focus back where it was in it. */
export function closeNews() {
	clearTimeout(leaving);
	if (news.contains(document.activeElement)) focusedBefore?.focus();
	status.replaceChildren();
}

function show(parts, isBad) {
	clearTimeout(leaving);
	const line = document.createElement('span');
	line.append(...parts);
	news.classList.toggle('refused', isBad);
	if (!status.firstChild?.isEqualNode(line)) status.replaceChildren(line);
}
