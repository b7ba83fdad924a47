import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { refusalIn } from '../support/simulatorClient';
import { faxingBench, fileForm, type Json } from '../support/faxingBench';

const bench = faxingBench();
const FILES = '/accounts/self/files';
const either = { accept: 'application/pdf, image/tiff' };

const post = async (form: FormData) =>
	await bench().owner.post<{ error?: string; path?: string }>(FILES, form);
const download = async (path: string, headers: object = either) =>
	await bench().owner.get<Buffer>(`/accounts/self/${path}`, {
		responseType: 'arraybuffer',
		headers: { ...headers },
	});
const pagesIn = async (pdf: Buffer) => (await PDFDocument.load(pdf)).getPageCount();

async function pdfWith(pages: number): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	for (let page = 0; page < pages; page++) pdf.addPage([200, 300]);
	return Buffer.from(await pdf.save());
}

async function picture(format: 'png' | 'jpeg' | 'tiff', pages = 1): Promise<Buffer> {
	const create = { width: 30, height: 20, channels: 3, background: 'navy' } as const;
	const one = await sharp({ create }).png().toBuffer();
	const all = pages === 1 ? sharp(one) : sharp(Array<Buffer>(pages).fill(one), { join: { animated: true } });
	return await all.toFormat(format).toBuffer();
}

/** Sends files, and waits until they have gone. */
async function sent(files: Array<[Buffer | string, string, string]>, values: object = {}): Promise<Json> {
	const paths: string[] = [];
	for (const file of files) paths.push(await bench().upload(...file));
	const { data } = await bench().send({ files: paths, ...values });
	await bench().simulator.faxesSent();
	return (await bench().owner.get<Json>(`/accounts/self/faxes/${Object.values(data.ids ?? {})[0] ?? ''}`))
		.data;
}

describe('Uploads to the simulator', () => {
	it('are kept byte for byte, under a path with the extension', async () => {
		const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
		const { status, data } = await post(fileForm(bytes, 'Rechnung März.pdf', 'application/pdf'));

		expect(status).toBe(201);
		expect(data.path).toMatch(/^\/storage\/transient-[-0-9a-f]{36}\.pdf$/);
		const upload = bench()
			.account()
			.uploads.get(data.path ?? '');
		expect(upload).toMatchObject({ fileName: 'Rechnung März.pdf', contentType: 'application/pdf', bytes });
	});

	it.each<[string, () => FormData]>([
		['a part with another name', () => fileForm('a', 'a.txt', 'text/plain', 'file')],
		['a name without an extension', () => fileForm('a', 'letter', 'application/pdf')],
		['a part without a content type', () => fileForm('a', 'a.pdf', 'text/plain')],
		['an empty file', () => fileForm('', 'a.txt', 'text/plain')],
		['a form without a file', () => form({ format: 'pdf' })],
		['a part that is no file', () => form({ fax_file: 'text' })],
		['an unknown field', () => form({ comment: 'x' }, fileForm('a', 'a.txt', 'text/plain'))],
		['two files', () => two()],
	])('are refused with %s', async (_case, makeForm) => {
		expect(refusalIn(await post(makeForm()))).toEqual([400, 'bad_request']);
		expect(bench().account().uploads.size).toBe(0);
	});
});

describe('Files of faxes from the simulator', () => {
	it('have the pages of all documents, a cover page first, as PDF and as TIFF', async () => {
		const cover_page = { name_to: 'Dr. Roe <&>', name_from: 'Acme', subject: 'Grüße ✓', flags: ['urgent'] };
		const documents: Array<[Buffer | string, string, string]> = [
			[await pdfWith(2), 'two.pdf', 'application/pdf'],
			[await picture('png'), 'one.png', 'image/png'],
			[await picture('jpeg'), 'one.jpg', 'image/jpeg'],
			[await picture('tiff', 3), 'three.tiff', 'image/tiff'],
			['Zeile\n'.repeat(60), 'two.txt', 'text/plain'],
			['any', 'letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
			['%PDF-broken', 'broken.pdf', 'application/pdf'],
			['broken', 'broken.png', 'image/png'],
		];
		const { id, pages } = await sent(documents, { cover_page });

		expect(pages).toBe(1 + 2 + 1 + 1 + 3 + 2 + 1 + 1 + 1);
		const pdf = await download(`files/${id}?format=pdf`);
		expect(pdf.headers['content-type']).toBe('application/pdf');
		expect(await pagesIn(pdf.data)).toBe(pages);
		const tiff = await download(`files/${id}?format=tiff`);
		expect(tiff.headers['content-type']).toBe('image/tiff');
		expect(await sharp(tiff.data).metadata()).toMatchObject({ format: 'tiff', pages });
		expect((await download(`files/${id}?format=pdf`)).data.equals(pdf.data)).toBe(true);
	});

	it('may be of any size, the same for the same fax', async () => {
		const { simulator } = bench();
		const sizes = [1, 5000, 5001, 1_000_000];
		for (const fileSize of sizes) {
			const id = simulator.addFax({ fileSize, pages: 3 });
			const { data } = await download(`files/${id}`);
			expect(await pagesIn(data)).toBe(3);
			expect(data.equals(await simulator.fileOf(id))).toBe(true);
			if (fileSize > 1) expect(data).toHaveLength(fileSize);
			else expect(data.length).toBeLessThan(2000);
			const other = await simulator.fileOf(simulator.addFax({ fileSize, pages: 3 }));
			expect(data.equals(other)).toBe(false);
		}
		const id = simulator.addFax({ id: 'again', fileSize: 5000 });
		const before = await simulator.fileOf(id);
		simulator.reset();
		simulator.addFax({ id: 'again', fileSize: 5000 });
		expect(before.equals(await simulator.fileOf(id))).toBe(true);
	});
});

function form(fields: Record<string, string>, into = new FormData()): FormData {
	for (const [name, value] of Object.entries(fields)) into.append(name, value);
	return into;
}

function two(): FormData {
	const files = fileForm('a', 'a.txt', 'text/plain');
	files.append('fax_file', new Blob(['b'], { type: 'text/plain' }), 'b.txt');
	return files;
}
