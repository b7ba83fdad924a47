import { lines, SHEET, words, type Sheet, type Words } from './sheet';

/** A letter that is received by fax. It contains everything that Fax AI finds in it. */
export interface Letter {
	language: 'en' | 'de';
	/** The sender's number. */
	from: string;
	company: string;
	address: string;
	recipient: string;
	/** Kind of document, which is also part of its title. */
	type: string;
	title: string;
	/** The details below the title. Those that Fax AI extracts also have the name of their field. */
	details: ReadonlyArray<{ label: string; value: string; field?: string }>;
	/** The lines of each page. A line of several parts is a row of a table. */
	pages: ReadonlyArray<ReadonlyArray<string | readonly string[]>>;
	greeting: string;
	signature: { name: string; role: string };
}

const WORDS = {
	en: { from: 'Fax from', to: 'To', page: (page: number, all: number) => `Page ${page} of ${all}` },
	de: { from: 'Fax von', to: 'An', page: (page: number, all: number) => `Seite ${page} von ${all}` },
} as const;

const LINE = 18;
const RULE = { x: 60, y: 128, width: SHEET.width - 120, height: 2 };
const FIRST_PAGE_TOP = 190;
const OTHER_PAGE_TOP = 100;

/** The fields that Fax AI extracts from a letter. */
export function fieldsOf({ company, signature, details, type }: Letter): Record<string, string> {
	const named = details.flatMap(({ field, value }) => (field === undefined ? [] : [[field, value] as const]));
	return {
		sender_name: signature.name,
		sender_company: company,
		document_type: type,
		...Object.fromEntries(named),
	};
}

/** The pages of a letter, ready to be drawn. */
export function sheetsOf(letter: Letter): Sheet[] {
	return letter.pages.map((_, index) => (index === 0 ? firstSheet(letter) : furtherSheet(letter, index)));
}

function firstSheet(letter: Letter): Sheet {
	const { address, company, details, language, recipient, title } = letter;
	const rows = details.map(({ label, value }) => [`${label}:`, value]);
	const titleTop = FIRST_PAGE_TOP + 2 * LINE;
	const detailsTop = titleTop + 2 * LINE;
	return {
		words: [
			faxLine(letter, 0),
			words(company, 92, 24, true),
			words(address, 114),
			words(`${WORDS[language].to}: ${recipient}`, FIRST_PAGE_TOP - LINE),
			words(title, titleTop, 18, true),
			...lines(rows, detailsTop),
			...body(letter, 0, detailsTop + (rows.length + 1) * LINE),
		],
		marks: [RULE],
	};
}

function furtherSheet(letter: Letter, index: number): Sheet {
	return { words: [faxLine(letter, index), ...body(letter, index, OTHER_PAGE_TOP)], marks: [] };
}

/** The line that fax machines print at the top of each page. */
function faxLine({ company, from, language, pages }: Letter, index: number): Words {
	const { from: sentFrom, page } = WORDS[language];
	return words(`${sentFrom} ${from} ${company}, ${page(index + 1, pages.length)}`, 36, 9);
}

/** The text of a page. The last page ends with the signature. */
function body({ greeting, pages, signature }: Letter, index: number, top: number): Words[] {
	const text = pages[index] ?? [];
	const end = ['', greeting, '', signature.name, signature.role];
	return lines(index === pages.length - 1 ? [...text, ...end] : text, top);
}
