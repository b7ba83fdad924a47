import { runInNewContext } from 'node:vm';

import { fileInText } from '../../nodes/FaxPlus/resources/fax/sending/read/files';
import { bytesIn } from './support/chunks';

const PDF = Buffer.from(`%PDF-1.7\n${'a page '.repeat(90_000)}%%EOF`);

describe('a base64 file', () => {
	const base64 = PDF.toString('base64');
	test.each([
		['plain', base64],
		['with line breaks', base64.replace(/.{76}/g, '$&\r\n')],
		['with line breaks inside groups', base64.replace(/.{75}/g, '$&\n')],
		['in the URL-safe alphabet, without padding', PDF.toString('base64url')],
		['as a data URI', `data:application/pdf;name=a.pdf;base64,${base64}`],
		['with more padding than it needs', `${base64}==\n=`],
	])('can be read repeatedly: %s', async (_what, text) => {
		const file = await fileInText(text, 'a.pdf');
		expect(file).toMatchObject({ name: 'a.pdf', size: PDF.length });
		for (let time = 0; time < 2; time++) expect(PDF.equals(await bytesIn(await file.open()))).toBe(true);
	});

	test("isn't kept along with its text, because all items are read before the first is sent", async () => {
		const megabytes = 20;
		const large = Buffer.alloc(megabytes * 1024 * 1024, 'a page ');
		large.write('%PDF-1.7\n');
		const text = large.toString('base64');
		const before = process.memoryUsage().arrayBuffers;
		const files = await Promise.all(Array.from({ length: 10 }, async () => fileInText(text, 'a.pdf')));
		const grown = process.memoryUsage().arrayBuffers - before;
		expect(files.map(({ size }) => size)).toEqual(files.map(() => large.length));
		expect(grown / 1024 / 1024).toBeLessThan(5 * megabytes);
	});

	test("is refused by the length of its text when it's too large", async () => {
		const text = 'JVBERi0x'.repeat((211 * 1024 * 1024) / 8);
		await expect(fileInText(text, 'a.pdf')).rejects.toThrow(/^The files have more than 150 MB together/);
	});

	test("is refused when only its bytes show that it's too large", async () => {
		const text = 'JVBERi0x'.repeat((205 * 1024 * 1024) / 8);
		await expect(fileInText(text, 'a.pdf')).rejects.toThrow(/^The files have more than 150 MB together/);
	});

	test('of a text in an old encoding is refused, also if only its last letter shows that', async () => {
		const old = Buffer.from('A letter from the caf\u00E9', 'latin1').toString('base64');
		await expect(fileInText(old, 'a.txt')).rejects.toThrow(/Save the file in UTF-8/);
		const file = await fileInText(Buffer.from('A letter from the caf\u00E9').toString('base64'), 'a.txt');
		expect(file.type).toBe('text/plain');
	});

	test('is read or refused quickly, whatever it contains', async () => {
		const many = 1_000_000;
		const fillers = [
			'=',
			' ',
			'\n',
			'A',
			'-',
			'.',
			'"',
			'\0',
			'A ',
			'= ',
			'A=',
			'data:',
			';',
			'data:;base64,',
		];
		const texts = fillers.flatMap((filler) => {
			const long = filler.repeat(many / filler.length);
			return [
				long,
				`JVBERi0x${long}`,
				`JVBERi0x${long}.`,
				`data:${long}`,
				`data:application/pdf;base64,${long}`,
			];
		});
		const results: Array<Promise<unknown>> = [];
		const work = (): void => {
			for (const text of texts) results.push(fileInText(text, 'a.pdf').catch((error: unknown) => error));
		};
		runInNewContext('work()', { work }, { timeout: 60_000 });
		expect(await Promise.all(results)).toHaveLength(texts.length);
	});
});
