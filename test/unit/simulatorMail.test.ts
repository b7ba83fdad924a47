import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import axios from 'axios';
import { startSimulator, type Simulator } from '../../simulator';
import type { Mailbox } from '../../simulator/mail/mailbox';

interface ListedMail {
	id: string;
	at: number;
	subject: string;
	attachments: Array<{ index: number; filename: string; contentType: string; size: number }>;
}

const PICTURE = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x0a, 0x2e]);

let simulator: Simulator;
let sender: Transporter;

beforeAll(async () => {
	simulator = await startSimulator({ mailbox: true });
	const { port } = simulator.mailbox as Mailbox;
	// One connection, so that mails arrive in their order.
	sender = createTransport({ host: '127.0.0.1', port, secure: false, pool: true, maxConnections: 1 });
});

afterEach(() => {
	simulator.reset();
});

afterAll(async () => {
	sender.close();
	await simulator.stop();
});

async function send(mail: SendMailOptions = {}): Promise<void> {
	await sender.sendMail({ from: 'faxes@example.com', to: 'you@example.com', text: 'Hello', ...mail });
}

async function listed(): Promise<ListedMail[]> {
	return (await axios.get<ListedMail[]>(`${simulator.origin}/control/mail`)).data;
}

/** The answer to a request for a file of the latest mail. */
async function file(index: number | string) {
	const [mail] = await listed();
	return await axios.get<Buffer>(`${simulator.origin}/control/mail/${mail?.id ?? ''}/attachments/${index}`, {
		responseType: 'arraybuffer',
		validateStatus: () => true,
	});
}

describe('The mailbox', () => {
	it('shows mails, latest first, with what they say', async () => {
		const before = Date.now();
		await send({ subject: 'First' });
		await send({
			subject: 'Fax from +15550100999 é',
			to: 'a@example.com, b@example.com',
			text: '.\r\nPages: 3',
		});

		const mails = await listed();

		expect(mails).toEqual([
			{
				id: expect.stringMatching(/^mail_/) as string,
				at: expect.any(Number) as number,
				from: 'faxes@example.com',
				to: 'a@example.com, b@example.com',
				subject: 'Fax from +15550100999 é',
				text: '.\nPages: 3\n',
				attachments: [],
			},
			expect.objectContaining({ subject: 'First', to: 'you@example.com' }),
		]);
		expect(mails[0]?.at).toBeGreaterThanOrEqual(before);
	});

	it('hands out a picture to be shown, and any other file as a download', async () => {
		await send({
			attachments: [
				{ filename: 'fax.jpg', content: PICTURE, contentType: 'image/jpeg' },
				{ filename: 'é.html', content: '<script>alert(1)</script>', contentType: 'text/html' },
				{ filename: 'fax.tiff', content: PICTURE, contentType: 'image/tiff' },
			],
		});

		const [mail] = await listed();
		expect(mail?.attachments).toEqual([
			{
				index: 0,
				filename: 'fax.jpg',
				contentType: 'image/jpeg',
				size: PICTURE.length,
				isPicture: true,
			},
			{ index: 1, filename: 'é.html', contentType: 'text/html', size: 25, isPicture: false },
			{
				index: 2,
				filename: 'fax.tiff',
				contentType: 'image/tiff',
				size: PICTURE.length,
				isPicture: false,
			},
		]);
		const picture = await file(0);
		expect(picture.data).toEqual(PICTURE);
		expect(picture.headers).toMatchObject({
			'content-type': 'image/jpeg',
			'content-disposition': 'inline; filename=fax.jpg',
		});
		const page = await file(1);
		expect(page.headers).toMatchObject({
			'content-security-policy': "default-src 'none'; sandbox",
			'content-disposition': expect.stringMatching(/^attachment;/) as string,
			'x-content-type-options': 'nosniff',
		});
		expect((await file(3)).status).toBe(404);
		expect((await file('length')).status).toBe(404);
	});

	it('refuses a mail that is too large', async () => {
		await expect(send({ text: 'a'.repeat(11 * 1024 * 1024) })).rejects.toThrow('552');

		expect(await listed()).toEqual([]);
	});

	it('keeps the last hundred', async () => {
		for (let number = 1; number <= 101; number++) await send({ subject: String(number) });

		const subjects = (await listed()).map(({ subject }) => subject);

		expect(subjects).toHaveLength(100);
		expect(subjects[0]).toBe('101');
		expect(subjects.at(-1)).toBe('2');
	});

	it('is not there unless it is asked for', async () => {
		const other = await startSimulator();
		const options = { validateStatus: () => true };
		const { status } = await axios.get(`${other.origin}/control/mail`, options);
		await other.stop();

		expect(status).toBe(404);
		expect(other.mailbox).toBeUndefined();
	});
});
