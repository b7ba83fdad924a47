import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Gives a text with other addresses in it. */
export type Rewrite = (text: string) => string;

/** How addresses go on that a browser opens, and the one that the editor makes such addresses from. */
const PAGE = /^(\/form|\/webhook(-test)?\/[\w-]+\/chat\b|\/?")/;

/**
 * For texts of n8n: what a browser opens of it, forms and chats, is at `local` instead of at its public address. The
 * addresses of other webhooks stay, but in the editor, which knows only one base address for all. Forms ask no other machine.
 *
 * @param publicUrl without a slash at the end
 * @param local without a slash at the end
 */
export function localPages(publicUrl: string, local: string): Rewrite {
	return (text) => {
		const [before = '', ...parts] = onThisMachine(text).split(publicUrl);
		return before + parts.map((part) => (PAGE.test(part) ? local : publicUrl) + part).join('');
	};
}

/** Its forms ask n8n's web site for their icon, and another for their font: they get n8n's own icon, and do without the font. */
function onThisMachine(text: string): string {
	return text
		.replaceAll('https://n8n.io/favicon.ico', '/favicon.ico')
		.replaceAll(/https:\/\/fonts\.googleapis\.com\/[^"'\s]*/g, 'data:text/css,');
}

/** Rewrites what passes through, line by line, as an answer may go on for long. */
export function rewriting(rewrite: Rewrite): Transform {
	const decoder = new StringDecoder('utf8');
	let begun = '';
	return new Transform({
		transform(chunk: Buffer, _encoding, done) {
			const text = decoder.write(chunk);
			const end = text.lastIndexOf('\n') + 1;
			if (end > 0) this.push(rewrite(begun + text.slice(0, end)));
			begun = (end > 0 ? '' : begun) + text.slice(end);
			done();
		},
		flush(done) {
			done(null, rewrite(begun + decoder.end()));
		},
	});
}
