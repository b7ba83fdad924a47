import type { Other } from './formats';

/** Bytes at the end of a file in which a PDF has to end: mail gateways and servers write something behind it. */
const ENDING = 65_536;

/** The sign of the end, or the line before it, which some programs leave as the last one. */
const END = /%%EOF|startxref/;

/** What ends the first part of a PDF that is made for reading page by page, but not the PDF. */
const FIRST_PART = /startxref\s{0,9}0\s{1,9}%%EOF/g;

const FORM = '/NeedsRendering';

/**
 * Looks at a PDF while its bytes go by, and keeps the last of them only. A PDF that breaks off prints as nothing, and a form that
 * only Adobe Reader builds as a page that says "Please wait".
 */
export class PdfCheck {
	private ending: Uint8Array = Buffer.alloc(0);
	private hasXfa = false;
	private isBuiltByReader = false;

	take(chunk: Uint8Array): void {
		const seen = Buffer.concat([this.ending, chunk]);
		this.hasXfa ||= seen.includes('/XFA');
		// Of a file with several versions the last one is shown.
		const form = seen.lastIndexOf(FORM);
		if (form >= 0)
			this.isBuiltByReader = /^\s{1,9}true/.test(
				seen.toString('latin1', form + FORM.length, form + FORM.length + 20),
			);
		const end = endWithoutPadding(seen);
		this.ending = seen.subarray(Math.max(0, end - ENDING), end);
	}

	/** What is wrong with the file, once all of it has gone by. */
	get fault(): Other | undefined {
		if (this.hasXfa && this.isBuiltByReader) return 'xfa';
		const ending = Buffer.from(this.ending).toString('latin1').replace(FIRST_PART, '');
		return END.test(ending) ? undefined : 'cutOff';
	}
}

/** Some systems fill files up with zeros. */
function endWithoutPadding(bytes: Uint8Array): number {
	let end = bytes.length;
	while (end > 0 && bytes[end - 1] === 0) end--;
	return end;
}

/** What is wrong with a PDF, all bytes of which are here. */
export function faultOfPdf(bytes: Uint8Array): Other | undefined {
	const check = new PdfCheck();
	check.take(bytes);
	return check.fault;
}
