/** An object, with its number. */
const OBJECT = /\b(\d{1,10})\s{1,9}\d{1,5}\s{1,9}obj\b/g;

const PAGE = typed('Page');
const PAGE_LIST = typed('Pages');
const OBJECT_STREAM = typed('ObjStm');
const STREAM = /\bstream\r?\n/;

/** The one compression that programs use for streams of objects. Blanks match in one way only, or many would take hours. */
const DEFLATED = /\/Filter\s*(?:\[\s*)?\/FlateDecode\s*(?:\]\s*)?(?:\/(?!DecodeParms)|>>)/;

/** Bytes of all unpacked streams of objects; a document to fax has far fewer, a file made to fill memory or time more. */
const MOST_UNPACKED = 64 * 1024 * 1024;

/**
 * Counts the pages of a PDF: its page objects, those in compressed streams among them, each number once, as an edited
 * file holds an object again; or as many as a list of pages says that it has, if these are more.
 *
 * @returns undefined where there are none, and where a stream cannot be read, as in most encrypted files
 */
export async function pdfPages(bytes: Uint8Array): Promise<number | undefined> {
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
	const objects = [...objectsIn(text)];
	const dictionaries = new Map(objects.map(({ number, dictionary }) => [number, dictionary]));
	const pages = new Set<number>();
	let listed = 0;
	let room = MOST_UNPACKED;
	const note = (number: number, dictionary: string): void => {
		if (PAGE.test(dictionary)) pages.add(number);
		if (PAGE_LIST.test(dictionary)) listed = Math.max(listed, numberOf(dictionary, 'Count') ?? 0);
	};
	for (const object of objects) {
		const { number, dictionary } = object;
		note(number, dictionary);
		if (!OBJECT_STREAM.test(dictionary)) continue;
		const unpacked = await unpack(bytes, object, lengthIn(dictionary, dictionaries), room);
		const inside = unpacked === undefined ? undefined : objectsInside(unpacked, dictionary);
		if (inside === undefined) return undefined;
		room -= unpacked?.length ?? 0;
		for (const [inner, body] of inside) note(inner, body);
	}
	return pages.size === 0 ? undefined : Math.max(pages.size, listed);
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
	{ dictionary, content }: PdfObject,
	length: number | undefined,
	most: number,
): Promise<string | undefined> {
	if (length === undefined || !DEFLATED.test(dictionary)) return undefined;
	const stream = new Blob([bytes.subarray(content, content + length)])
		.stream()
		.pipeThrough(new DecompressionStream('deflate'));
	const parts: string[] = [];
	let size = 0;
	try {
		for await (const part of stream as AsyncIterable<Uint8Array>) {
			size += part.length;
			if (size > most) return undefined;
			parts.push(Buffer.from(part).toString('latin1'));
		}
		return parts.join('');
	} catch {
		return undefined;
	}
}

/** The length of a stream, which may be an object of its own. */
function lengthIn(dictionary: string, dictionaries: ReadonlyMap<number, string>): number | undefined {
	const [, value, reference] = /\/Length\s+(\d+)(\s+\d+\s+R)?/.exec(dictionary) ?? [];
	if (value === undefined || reference === undefined) return value === undefined ? undefined : Number(value);
	const [, length] = /^\s+(\d+)/.exec(dictionaries.get(Number(value)) ?? '') ?? [];
	return length === undefined ? undefined : Number(length);
}

/** Objects with their numbers; the numbers and places of all stand before the first. Undefined where these are not right. */
function objectsInside(
	objects: string,
	dictionary: string,
): Array<[number: number, object: string]> | undefined {
	const first = numberOf(dictionary, 'First') ?? 0;
	const total = numberOf(dictionary, 'N');
	const head = (objects.slice(0, first).match(/\d+/g) ?? []).map(Number);
	if (total === undefined || head.length !== total * 2) return undefined;
	const places = head.filter((_value, index) => index % 2 === 1);
	if (places.some((place, index) => place < (places[index - 1] ?? 0))) return undefined;
	return places.map((place, index) => [
		head[index * 2] ?? 0,
		objects.slice(first + place, first + (places[index + 1] ?? objects.length)),
	]);
}

function numberOf(dictionary: string, name: string): number | undefined {
	// Not the number of an object that holds it.
	const [, value] = new RegExp(`/${name}\\s+(\\d+)(?!\\d|\\s+\\d+\\s+R)`).exec(dictionary) ?? [];
	return value === undefined ? undefined : Number(value);
}

/** Of an object with this type, and no longer name. */
function typed(name: string): RegExp {
	return new RegExp(`/Type\\s*/${name}(?![^\\s()<>[\\]{}/%])`);
}
