/** An object, with its number. */
const OBJECT = /\b(\d{1,10})\s{1,9}\d{1,5}\s{1,9}obj\b/g;

/** Of an object that is a page; "/Pages" is a list of them. */
const PAGE = /\/Type\s*\/Page(?![^\s()<>[\]{}/%])/;

const OBJECT_STREAM = /\/Type\s*\/ObjStm(?![^\s()<>[\]{}/%])/;
const STREAM = /\bstream\r?\n/;

/** The one compression that programs use for streams of objects. */
const DEFLATED = /\/Filter\s*\[?\s*\/FlateDecode\s*\]?\s*(?:\/(?!DecodeParms)|>>)/;

/** Bytes of unpacked objects in one file; no document with pages to fax has as many. */
const MOST_UNPACKED = 256 * 1024 * 1024;

/**
 * Counts the pages of a PDF: its page objects, those in compressed streams among them, each number once, as an edited
 * file holds an object again.
 *
 * @returns undefined where there are none, and where a stream cannot be read, as in most encrypted files
 */
export async function pdfPages(bytes: Uint8Array): Promise<number | undefined> {
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
	const pages = new Set<number>();
	let unpacked = 0;
	for (const { number, dictionary, content } of objectsIn(text)) {
		if (PAGE.test(dictionary)) pages.add(number);
		if (!OBJECT_STREAM.test(dictionary)) continue;
		const objects = await unpack(bytes, text, dictionary, content);
		unpacked += objects?.length ?? Number.POSITIVE_INFINITY;
		const inside = objects === undefined ? undefined : pagesIn(objects, dictionary);
		if (inside === undefined || unpacked > MOST_UNPACKED) return undefined;
		for (const page of inside) pages.add(page);
	}
	return pages.size === 0 ? undefined : pages.size;
}

interface PdfObject {
	number: number;
	/** What stands before its stream, or all of it. */
	dictionary: string;
	/** Where its stream begins in the file. */
	content: number;
}

function* objectsIn(text: string): Generator<PdfObject> {
	const heads = [...text.matchAll(OBJECT)];
	for (const [index, head] of heads.entries()) {
		const start = head.index + head[0].length;
		const body = text.slice(start, heads[index + 1]?.index);
		const stream = STREAM.exec(body);
		const dictionary = stream ? body.slice(0, stream.index) : body;
		const content = stream ? start + stream.index + stream[0].length : start;
		yield { number: Number(head[1]), dictionary, content };
	}
}

/** The text of a stream of objects; undefined where it cannot be unpacked. */
async function unpack(
	bytes: Uint8Array,
	text: string,
	dictionary: string,
	content: number,
): Promise<string | undefined> {
	const length = lengthIn(dictionary, text);
	if (length === undefined || !DEFLATED.test(dictionary)) return undefined;
	const stream = new Blob([bytes.subarray(content, content + length)])
		.stream()
		.pipeThrough(new DecompressionStream('deflate'));
	try {
		return Buffer.from(await new Response(stream).arrayBuffer()).toString('latin1');
	} catch {
		return undefined;
	}
}

/** Its length may be an object of its own. */
function lengthIn(dictionary: string, text: string): number | undefined {
	const [, value, generation] = /\/Length\s+(\d+)(?:\s+(\d+)\s+R)?/.exec(dictionary) ?? [];
	if (value === undefined || generation === undefined) return value === undefined ? undefined : Number(value);
	const [, length] = new RegExp(`\\b${value}\\s+${generation}\\s+obj\\s+(\\d+)`).exec(text) ?? [];
	return length === undefined ? undefined : Number(length);
}

/** The numbers of the pages among objects; the numbers and places of all stand before the first. */
function pagesIn(objects: string, dictionary: string): number[] | undefined {
	const [first = Number.NaN, total = Number.NaN] = ['First', 'N'].map((name) =>
		Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1]),
	);
	const head = (objects.slice(0, first).match(/\d+/g) ?? []).map(Number);
	if (head.length !== total * 2) return undefined;
	const places = head.filter((_value, index) => index % 2 === 1);
	return places.flatMap((place, index) => {
		const object = objects.slice(first + place, first + (places[index + 1] ?? objects.length));
		return PAGE.test(object) ? [head[index * 2] ?? 0] : [];
	});
}
