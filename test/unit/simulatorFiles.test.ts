import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { refusalIn } from '../support/simulatorClient';
import { faxingBench, fileForm, type Json } from '../support/faxingBench';

const bench = faxingBench();
const FILES = '/accounts/self/files';

const post = async (form: FormData) =>
	await bench().owner.post<{ error?: string; path?: string }>(FILES, form);

describe('Uploads to the simulator', () => {
	it('are kept byte for byte, under a path with the extension', async () => {
		const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
		const { data } = await post(fileForm(bytes, 'Rechnung März.pdf', 'application/pdf'));
		expect(data.path).toMatch(/^\/storage\/transient-[-0-9a-f]{36}\.pdf$/);
		const upload = bench()
			.account()
			.uploads.get(data.path ?? '');
		expect(upload).toMatchObject({ fileName: 'Rechnung März.pdf', contentType: 'application/pdf', bytes });
	});

	const two = fileForm('a', 'a.txt', 'text/plain');
	two.append('fax_file', new Blob(['b'], { type: 'text/plain' }), 'b.txt');
	const extra = fileForm('a', 'a.txt', 'text/plain');
	extra.append('comment', 'x');
	const noFile = new FormData();
	noFile.append('fax_file', 'text');

	it.each<[string, FormData]>([
		['a part with another name', fileForm('a', 'a.txt', 'text/plain', 'file')],
		['a name without an extension', fileForm('a', 'letter', 'application/pdf')],
		['a part without a content type', fileForm('a', 'a.pdf', 'text/plain')],
		['an empty file', fileForm('', 'a.txt', 'text/plain')],
		["a part that isn't a file", noFile],
		['an unknown field', extra],
		['two files', two],
	])('are refused with %s', async (_case, form) => {
		expect(refusalIn(await post(form))).toEqual([400, 'bad_request']);
		expect(bench().account().uploads.size).toBe(0);
	});
});

describe('Files of faxes from the simulator', () => {
	it('have the pages of all documents, cover page first, as PDF and as TIFF', async () => {
		const background = { width: 30, height: 20, channels: 3, background: 'navy' } as const;
		const picture = await sharp({ create: background }).png().toBuffer();
		const three = sharp(Array<Buffer>(3).fill(picture), { join: { animated: true } });
		const pdf = await PDFDocument.create();
		pdf.addPage([200, 300]);
		pdf.addPage([200, 300]);
		const documents: Array<[Buffer | string, string, string]> = [
			[Buffer.from(await pdf.save()), 'two.pdf', 'application/pdf'],
			[picture, 'one.png', 'image/png'],
			[await three.toFormat('tiff').toBuffer(), 'three.tiff', 'image/tiff'],
			['Zeile\n'.repeat(60), 'two.txt', 'text/plain'],
			['any', 'letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
			['broken', 'broken.png', 'image/png'],
		];
		const files: string[] = [];
		for (const document of documents) files.push(await bench().upload(...document));
		const cover_page = { name_to: 'Dr. Roe <&>', name_from: 'Acme', subject: 'Grüße ✓', flags: ['urgent'] };
		const { data: sent } = await bench().send({ files, cover_page });
		await bench().simulator.faxesSent();
		const id = Object.values(sent.ids ?? {})[0] ?? '';

		const pages = 1 + 2 + 1 + 3 + 2 + 1 + 1;
		expect((await bench().owner.get<Json>(`/accounts/self/faxes/${id}`)).data['pages']).toBe(pages);
		const download = async (format: string) => {
			const accept = 'application/pdf, image/tiff';
			const options = { params: { format }, headers: { accept }, responseType: 'arraybuffer' } as const;
			return (await bench().owner.get<Buffer>(`${FILES}/${id}`, options)).data;
		};
		expect(await pagesIn(await download('pdf'))).toBe(pages);
		expect(await sharp(await download('tiff')).metadata()).toMatchObject({ format: 'tiff', pages });
	});

	it.each([1, 5000, 5001, 1_000_000])('may have %i bytes, the same for the same fax', async (fileSize) => {
		const { simulator } = bench();
		const fileOf = async (id: string) => await simulator.fileOf(simulator.addFax({ id, fileSize, pages: 3 }));
		const file = await fileOf('again');
		expect(await pagesIn(file)).toBe(3);
		if (fileSize > 1) expect(file).toHaveLength(fileSize);
		else expect(file.length).toBeLessThan(2000);
		expect(file.equals(await fileOf('another'))).toBe(false);
		simulator.reset();
		expect(file.equals(await fileOf('again'))).toBe(true);
	});
});

async function pagesIn(pdf: Buffer): Promise<number> {
	return (await PDFDocument.load(pdf)).getPageCount();
}
