import type { DocumentReference } from './recordsSystem';

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.4rem 0.75rem 0.4rem 0; text-align: left; border-bottom: 1px solid #8886; }
p { color: light-dark(#555e6d, #a9b1be); }
@media (max-width: 40rem) {
	thead { display: none; }
	tr { display: block; padding: 0.5rem 0; border-bottom: 1px solid #8886; }
	td { display: block; padding: 0; border: 0; }
}`;

/** Updates the page only if something has changed, so that a link keeps the focus. */
const REFRESH = `
setInterval(async () => {
	const text = await fetch('/').then((answer) => answer.text(), () => '');
	const next = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
	const shown = document.querySelector('main');
	if (next && next.innerHTML !== shown.innerHTML) shown.replaceWith(next);
}, 1000);`;

/** A page with the filed documents for the user, with the newest first. The page updates itself. */
export function recordsPage(documents: readonly DocumentReference[]): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Records</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<script>${REFRESH}</script>
</head>
<body>
<main id="main">
<h1>Records</h1>
<p>A simulated records system. The workflow “Intake” files faxes here if they belong to a patient.</p>
${documents.length === 0 ? '<p>Nothing is filed yet. Press “A referral arrives” on the page of the simulator.</p>' : table(documents)}
</main>
</body>
</html>`;
}

function table(documents: readonly DocumentReference[]): string {
	const heads = ['Date', 'Department', 'Document', 'Patient', 'Pages'];
	const rows = documents.map(({ id, date, custodian, type, subject }) => {
		const time = `${date.slice(0, 16).replace('T', ' ')} UTC`;
		const cells = [time, custodian.display, type.text, subject.reference].map(
			(text) => `<td>${escaped(text)}</td>`,
		);
		return `<tr>${cells.join('')}<td><a href="/DocumentReference/${id}/pdf">PDF</a></td></tr>`;
	});
	const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
	return `<table>
<thead><tr>${head}</tr></thead>
<tbody>${rows.reverse().join('\n')}</tbody>
</table>`;
}

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
