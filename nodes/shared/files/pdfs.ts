import type { Other } from './formats';

/**
 * Number of bytes at the end of a file in which a PDF must end. It may end earlier, because mail gateways and servers add
 * something after it.
 */
const ENDING = 65_536;

/** Matches the end marker, or the line before it, because some programs end a file with that. */
const END = /%%EOF|startxref/;

/** Matches the end of the first part of a PDF that is made for reading page by page. The PDF itself continues after it. */
const FIRST_PART = /startxref\s{0,9}0\s{1,9}%%EOF/g;

const FORM = '/NeedsRendering';

/**
 * Checks a PDF while its bytes are streamed, and keeps only the last of them. A truncated PDF prints nothing. A form that
 * only Adobe Reader can render prints a page that says "Please wait".
 */
export class PdfCheck {
	private ending: Uint8Array = Buffer.alloc(0);
	private hasXfa = false;
	private isBuiltByReader = false;

	take(chunk: Uint8Array): void {
		const seen = Buffer.concat([this.ending, chunk]);
		this.hasXfa ||= seen.includes('/XFA');
		// If a file contains several versions, people see the last one.
		const form = seen.lastIndexOf(FORM);
		if (form >= 0)
			this.isBuiltByReader = /^\s{1,9}true/.test(
				seen.toString('latin1', form + FORM.length, form + FORM.length + 20),
			);
		const end = endWithoutPadding(seen);
		this.ending = seen.subarray(Math.max(0, end - ENDING), end);
	}

	/** What's wrong with the file, once all of its bytes were seen. */
	get fault(): Other | undefined {
		if (this.hasXfa && this.isBuiltByReader) return 'xfa';
		const ending = Buffer.from(this.ending).toString('latin1').replace(FIRST_PART, '');
		return END.test(ending) ? undefined : 'cutOff';
	}
}

/** Ignores zeros at the end, because some systems pad files with them. */
function endWithoutPadding(bytes: Uint8Array): number {
	let end = bytes.length;
	while (bytes[end - 1] === 0) end--;
	return end;
}

/** Returns what's wrong with a PDF that is complete in memory. */
export function faultOfPdf(bytes: Uint8Array): Other | undefined {
	const check = new PdfCheck();
	check.take(bytes);
	return check.fault;
}
