import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Replaces addresses in a string. */
export type Rewrite = (text: string) => string;

/** Matches what follows the public address if a browser opens it, or if the editor builds other addresses from it. */
const PAGE = /^(\/form|\/webhook(-test)?\/[\w-]+\/chat\b|\/?")/;

/**
 * Rewrites n8n's texts so that pages for browsers (forms and chats) are at `local` instead of n8n's public address.
 *
 * The addresses of other webhooks stay, except in the editor, which uses one base address for all of them. Forms load nothing
 * from other machines.
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

/** n8n's forms load an icon and a font from other websites. This uses n8n's local icon instead, and removes the font. */
function onThisMachine(text: string): string {
	return text
		.replaceAll('https://n8n.io/favicon.ico', '/favicon.ico')
		.replaceAll(/https:\/\/fonts\.googleapis\.com\/[^"'\s]*/g, 'data:text/css,');
}

/** Rewrites a stream line by line, because a response may continue for a long time. */
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
