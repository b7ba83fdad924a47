import { decodePDFRawStream, PDFDocument, PDFRawStream } from 'pdf-lib';
import sharp from 'sharp';
import { KIND_NAMES, KINDS, seed, type Fax, type KindName } from '../../simulator';
import { sheetPicture } from '../../simulator/kinds/picture';
import type { Sheet } from '../../simulator/kinds/sheet';
import { faxingBench } from '../support/faxingBench';
import { refusalIn } from '../support/simulatorClient';

const bench = faxingBench({ retrySchedule: [] });
const READABLE = KIND_NAMES.filter((name) => name !== 'unreadable');

/** A fax that arrives; its record, and what Fax AI says of it in the end. */
async function arrived(kind: KindName | 'inTurn') {
	const { simulator, owner, account } = bench();
	const faxId = `fax_${Math.random()}`;
	simulator.faxReceived({ faxId, kind });
	const fax = account().faxes.get(faxId) as Fax;
	const job = async (name: string) => {
		const path = `/accounts/self/faxes/${faxId}/ai/${name}`;
		await owner.get(path);
		return (await owner.get<{ status: string; data: unknown }>(path)).data;
	};
	return { fax, ocr: await job('ocr'), extraction: await job('field-extraction') };
}

/** The words of a PDF whose text is in one of the standard fonts. */
async function wordsIn(pdf: Buffer): Promise<string[]> {
	const { context } = await PDFDocument.load(pdf);
	const streams = context.enumerateIndirectObjects().map(([, object]) => object);
	const contents = streams.filter((object) => object instanceof PDFRawStream);
	return contents.flatMap((stream) => {
		const drawn = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
		return [...drawn.matchAll(/<([0-9A-F]*)> Tj/g)].map(([, hex = '']) =>
			Buffer.from(hex, 'hex').toString('latin1'),
		);
	});
}

async function inkOn(sheet: Sheet): Promise<number> {
	const { channels } = await (await sheetPicture(sheet, 1)).stats();
	return 255 - (channels[0]?.mean ?? 255);
}

describe.each(READABLE)('A fax of the kind %s', (kind) => {
	it('comes from its own number, with its own pages, and Fax AI finds what is written on it', async () => {
		const { fax, ocr, extraction } = await arrived(kind);
		expect(fax).toMatchObject({ from: KINDS[kind].from, pages: KINDS[kind].sheets.length, kind });
		expect(ocr).toEqual({ status: 'finished', data: KINDS[kind].found?.text });
		expect(extraction).toEqual({ status: 'finished', data: KINDS[kind].found?.fields });
		const fields = extraction.data as Record<string, string>;
		expect(Object.keys(fields)).toEqual(
			expect.arrayContaining(['sender_name', 'sender_company', 'date', 'reference_number']),
		);
		for (const value of Object.values(fields)) expect(ocr.data).toContain(value);
		expect(ocr.data).toContain(fax.from);
	});

	it('has the same words in its PDF as in its text', async () => {
		const { fax, ocr } = await arrived(kind);
		const words = await wordsIn(await bench().simulator.fileOf(fax.id));
		expect(words.join(' ')).toBe(String(ocr.data).replace(/\n+/g, ' '));
	});

	it('shows each of its words in its picture, whatever fonts the machine has', async () => {
		for (const words of KINDS[kind].sheets.flatMap((sheet) => sheet.words)) {
			expect(await inkOn({ words: [words], marks: [] })).toBeGreaterThan(0);
		}
	});
});

describe('A fax that cannot be read', () => {
	it('has arrived all the same, but Fax AI fails, also when it is asked again', async () => {
		const { fax, ocr, extraction } = await arrived('unreadable');
		expect(fax.status).toBe('success');
		expect([ocr, extraction]).toEqual(Array(2).fill({ status: 'failed', data: null }));
		const path = `/accounts/self/faxes/${fax.id}/ai/ocr`;
		await bench().owner.post(path);
		await bench().owner.get(path);
		expect((await bench().owner.get(path)).data).toEqual({ status: 'failed', data: null });
		expect(await wordsIn(await bench().simulator.fileOf(fax.id))).toEqual([]);
	});
});

describe('Faxes of several kinds', () => {
	it('differ in number, reference and company', () => {
		for (const name of ['reference_number', 'sender_company']) {
			expect(new Set(READABLE.map((kind) => KINDS[kind].found?.fields[name])).size).toBe(READABLE.length);
		}
		expect(new Set(KIND_NAMES.map((kind) => KINDS[kind].from)).size).toBe(KIND_NAMES.length);
		const fields = [...bench().account().customFields.values()].map(({ name }) => name);
		expect(fields.filter((name) => name in (KINDS.referral.found?.fields ?? {}))).toEqual(fields);
	});

	it('arrive in turn where that is asked for, from the first one on after a reset', async () => {
		const kinds = async () => {
			const faxes: KindName[] = [];
			for (let i = 0; i <= KIND_NAMES.length; i++) faxes.push((await arrived('inTurn')).fax.kind);
			return faxes;
		};
		expect(await kinds()).toEqual([...KIND_NAMES, 'referral']);
		bench().simulator.reset();
		expect(await kinds()).toEqual([...KIND_NAMES, 'referral']);
	});

	it('are ordered over HTTP, and no other kind is', async () => {
		const { simulator, owner } = bench();
		const order = async (path: string, body: object) =>
			await owner.post<{ id: string; error?: string }>(`${simulator.origin}/control/${path}`, body);
		for (const path of ['faxes', 'faxes/begin']) {
			const { data } = await order(path, { kind: 'invoice' });
			expect(bench().account().faxes.get(data.id)).toMatchObject({ kind: 'invoice', from: '+15550101040' });
		}
		for (const path of ['events/fax_received', 'faxes', 'faxes/begin']) {
			expect(refusalIn(await order(path, { kind: 'toString' }))).toEqual([400, 'bad_request']);
		}
	});

	it('have as many pages as asked for', async () => {
		const { simulator } = bench();
		const id = simulator.addFax({ kind: 'purchaseOrder', pages: 3 });
		expect((await PDFDocument.load(await simulator.fileOf(id))).getPageCount()).toBe(3);
		expect((await sharp(await simulator.fileOf(id, 'tiff')).metadata()).pages).toBe(3);
	});
});

it('A thumbnail shows the first page of its fax', () => {
	const { simulator, account } = bench();
	const pictures = KIND_NAMES.map((kind) => account().faxes.get(simulator.addFax({ kind }))?.thumbnail);
	expect(new Set(pictures.map((picture) => picture?.toString('base64'))).size).toBe(KIND_NAMES.length);
	expect(account().faxes.get(seed.failedFaxId)?.thumbnail).toEqual(
		pictures[KIND_NAMES.indexOf('unreadable')],
	);
});
