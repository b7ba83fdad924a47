import { PassThrough, Readable } from 'node:stream';

import fc from 'fast-check';

import { firstBytes } from '../../nodes/shared/http/firstBytes';

/** Returns the rest of a stream. It reads it as n8n does, into memory or onto disk. */
async function restOf(stream: Readable, mode: 'iterated' | 'piped'): Promise<Buffer> {
	const source = mode === 'piped' ? stream.pipe(new PassThrough()) : stream;
	const chunks: Buffer[] = [];
	for await (const chunk of source) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

describe('the first bytes of a stream', () => {
	test.each(['iterated', 'piped'] as const)('stay in the stream for a reader that is %s', async (mode) => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.uint8Array({ maxLength: 70 }), { maxLength: 20 }),
				fc.boolean(),
				fc.boolean(),
				async (parts, isLate, isPaused) => {
					const chunks = parts.filter(({ length }) => length > 0).map((part) => Buffer.from(part));
					const whole = Buffer.concat(chunks);
					const stream = Readable.from(isLate ? later(chunks) : chunks, { objectMode: false });
					if (isPaused) stream.pause();
					const start = await firstBytes(stream, 5);
					expect(Buffer.from(start)).toEqual(whole.subarray(0, 5));
					if (whole.length >= 5) expect(await restOf(stream, mode)).toEqual(whole);
				},
			),
			{ numRuns: 200 },
		);
	});

	test.each([
		['breaks, with its error', '%P', new Error('the line broke'), 'the line broke'],
		['ends without saying so, with an error', '', undefined, 'aborted'],
	])('fail for a stream that %s', async (_how, bytes, error, message) => {
		const stream = new PassThrough();
		stream.write(bytes);
		const reading = firstBytes(stream, 5);
		stream.destroy(error);
		await expect(reading).rejects.toThrow(message);
	});

	test('stay in the stream when a timer reads them after all data has arrived', async () => {
		const stream = new PassThrough();
		stream.end('%PDF-1.7');
		await new Promise((resolve) => setTimeout(() => void firstBytes(stream, 5).then(resolve), 5));
		expect(await restOf(stream, 'iterated')).toEqual(Buffer.from('%PDF-1.7'));
	});

	test('leave no listeners', async () => {
		const stream = Readable.from([Buffer.from('%PDF-1.7')], { objectMode: false });
		const before = stream.eventNames();
		await firstBytes(stream, 5);
		expect(stream.eventNames()).toEqual(before);
	});
});

async function* later(chunks: Buffer[]): AsyncGenerator<Buffer> {
	for (const chunk of chunks) {
		await new Promise((resolve) => setImmediate(resolve));
		yield chunk;
	}
}
