import type { ByteStream } from './requests';

/**
 * Looks at the beginning of a stream and leaves all of it there for the next reader.
 *
 * @param count how many bytes to look at
 * @returns fewer bytes when the stream holds no more; it is used up then
 * @throws what broke the stream
 */
export async function firstBytes(stream: ByteStream, count: number): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let length = 0;

	/** Whether enough has come. */
	const read = (): boolean => {
		for (let chunk = nextChunk(stream); chunk !== null; chunk = nextChunk(stream)) {
			chunks.push(chunk);
			length += chunk.length;
			if (length < count) continue;
			// At once: a stream that has told its end takes nothing back.
			stream.unshift(Buffer.concat(chunks));
			return true;
		}
		return false;
	};

	const listeners = new AbortController();
	try {
		await new Promise<void>((resolve, reject) => {
			const listen = (event: string, listener: (error?: unknown) => void): void => {
				stream.on(event, listener);
				listeners.signal.addEventListener('abort', () => stream.off(event, listener));
			};
			listen('readable', () => {
				if (read()) resolve();
			});
			listen('end', () => {
				resolve();
			});
			listen('error', reject);
			listen('close', () => {
				reject(new Error('aborted'));
			});
		});
	} finally {
		listeners.abort();
	}
	return Buffer.concat(chunks).subarray(0, count);
}

function nextChunk(stream: ByteStream): Uint8Array | null {
	return stream.read() as Uint8Array | null;
}
