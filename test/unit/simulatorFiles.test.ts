import axios from 'axios';
import { createHash } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { seed } from '../../simulator';
import { refusalIn } from '../support/simulatorClient';
import { MOST_BYTES } from '../../simulator/faxing/upload';
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

	it('are logged without their bytes', async () => {
		await post(fileForm('Hello', 'letter.txt', 'text/plain'));
		const sha256 = createHash('sha256').update('Hello').digest('hex');
		expect(bench().simulator.requests.at(-1)).toMatchObject({
			operationId: 'uploadFile',
			body: { fileName: 'letter.txt', contentType: 'text/plain', size: 5, sha256 },
			status: 201,
		});
		const { data } = await axios.get<string>(`${bench().simulator.origin}/control/state`, {
			responseType: 'text',
		});
		expect(data).toContain(`"size":5,"sha256":"${sha256}"`);
	});

	it.each([
		[200, '/transient-'],
		[201, '/storage/transient-'],
	] as const)('may be answered with %i and a path that begins with %s', async (uploadStatus, uploadPath) => {
		Object.assign(bench().simulator.settings, { uploadStatus, uploadPath });
		const { status, data } = await post(fileForm('Hello', 'letter.txt', 'text/plain'));
		expect([status, data.path?.startsWith(uploadPath)]).toEqual([uploadStatus, true]);
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

	it.each([
		['JSON', { file: 'x' }, {}],
		['no multipart', 'abc', { 'content-type': 'multipart/form-data; boundary=x' }],
		['no boundary', 'abc', { 'content-type': 'multipart/form-data' }],
		['a bare file', Buffer.from('%PDF-'), { 'content-type': 'application/pdf' }],
	])('are refused as %s', async (_case, body, headers) => {
		const answer = await bench().owner.post<{ error?: string }>(FILES, body, { headers });
		expect(refusalIn(answer)).toEqual([400, 'bad_request']);
	});

	it('may name a format beside the file', async () => {
		const { status } = await post(form({ format: 'pdf' }, fileForm('a', 'a.txt', 'text/plain')));
		expect(status).toBe(201);
		const query = `${FILES}?format=tiff`;
		expect((await bench().owner.post(query, fileForm('a', 'a.txt', 'text/plain'))).status).toBe(201);
		expect(
			(await bench().owner.post(`${FILES}?format=doc`, fileForm('a', 'a.txt', 'text/plain'))).status,
		).toBe(400);
	});

	it('have at most 150 MB', async () => {
		const whole = Buffer.alloc(MOST_BYTES, 'x');
		expect((await post(fileForm(whole, 'a.pdf', 'application/pdf'))).status).toBe(201);
		const more = fileForm(Buffer.concat([whole, Buffer.of(1)]), 'a.pdf', 'application/pdf');
		expect(refusalIn(await post(more))).toEqual([413, 'payload_too_large']);
	});

	it('need the scope of files, and sending that of faxes', async () => {
		const uploader = bench().simulator.addToken(seed.ownerId, ['fax:file:edit']);
		const sender = bench().simulator.addToken(seed.ownerId, ['fax:fax:edit']);
		const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
		const upload = async (token: string) =>
			(await bench().owner.post(FILES, fileForm('a', 'a.txt', 'text/plain'), as(token))).status;
		expect([await upload(uploader), await upload(sender)]).toEqual([201, 403]);
		const body = { from: seed.ownedNumber, to: ['+15550100300'], files: ['/none'] };
		const send = async (token: string) =>
			(await bench().owner.post('/accounts/self/outbox', body, as(token))).status;
		expect([await send(uploader), await send(sender)]).toEqual([403, 400]);
	});
});

describe('Files of faxes from the simulator', () => {
	it('are a single PDF as it was sent', async () => {
		const pdf = await pdfWith(3);
		const { id, pages } = await sent([[pdf, 'three.pdf', 'application/pdf']]);
		expect(pages).toBe(3);
		expect((await download(`files/${id}`)).data.equals(pdf)).toBe(true);
	});

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

	it.each([
		['application/pdf', undefined, 'application/pdf'],
		['image/tiff', undefined, 'image/tiff'],
		['image/tiff, application/pdf', undefined, 'image/tiff'],
		['image/tiff', 'pdf', 'application/pdf'],
		['application/pdf, application/json', 'tiff', 'image/tiff'],
		['*/*', undefined, 'application/pdf'],
	])('accepting %s, with format %s, are %s', async (accept, format, type) => {
		const query = format === undefined ? '' : `?format=${format}`;
		const { headers } = await download(`files/${seed.faxId}${query}`, { accept });
		expect(headers['content-type']).toBe(type);
	});

	it('are real also where the fax has arrived', async () => {
		const id = bench().simulator.addFax({ pages: 4 });
		expect(await pagesIn((await download(`files/${id}`)).data)).toBe(4);
		expect(await pagesIn(await bench().simulator.fileOf(id))).toBe(4);
		expect((await sharp(await bench().simulator.fileOf(id, 'tiff')).metadata()).pages).toBe(4);
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

	it('may come after the event and the record of a fax that has arrived', async () => {
		const { simulator, owner, account } = bench();
		simulator.settings.documentDelay = 60_000;
		simulator.faxReceived({ faxId: 'of an event' });
		for (const id of ['of an event', simulator.addFax()]) {
			expect((await owner.get(`/accounts/self/faxes/${id}`)).status).toBe(200);
			expect((await download(`files/${id}`)).status).toBe(400);
			Object.assign(account().faxes.get(id) ?? {}, { documentFrom: Date.now() });
			expect((await download(`files/${id}`)).status).toBe(200);
		}
		simulator.settings.missingStatus = 404;
		expect((await download(`files/${simulator.addFax()}`)).status).toBe(404);
		expect((await download(`files/${simulator.addFax({ category: 'sent' })}`)).status).toBe(200);
	});

	it('are refused in another form, and of somebody else', async () => {
		const answer = await download(`files/${seed.faxId}`, { accept: 'application/json' });
		expect(answer.status).toBe(400);
		expect(JSON.parse(answer.data.toString())).toMatchObject({ error: 'bad_request' });
		expect((await download(`files/${seed.memberFaxId}`)).status).toBe(400);
		expect((await download(`files/${seed.faxId}?format=doc`)).status).toBe(400);
	});
});

describe('Reports from the simulator', () => {
	it('are a PDF about what was sent, whatever its result', async () => {
		const { data, headers } = await download(`report/${seed.busyFaxId}`);
		expect(headers['content-type']).toBe('application/pdf');
		expect((await PDFDocument.load(data)).getTitle()).toBe(`Fax report ${seed.busyFaxId}`);
	});

	it('do not exist of what has arrived', async () => {
		expect((await download(`report/${seed.faxId}`)).status).toBe(400);
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
