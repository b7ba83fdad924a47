import type { ByteStream } from './requests';

/** Returns the first bytes of a stream, and leaves them there for the next reader. A stream that has fewer bytes is used up. */
export async function firstBytes(stream: ByteStream, count: number): Promise<Uint8Array> {
	return await new Promise((resolve, reject) => {
		const chunks: Uint8Array[] = [];
		const next = (): Uint8Array | null => stream.read() as Uint8Array | null;

		/** Stops reading at once. Otherwise, this reader would get what's put back. */
		const stop = (): Buffer => {
			stream.off('readable', onReadable).off('end', onEnd).off('error', onError).off('close', onClose);
			return Buffer.concat(chunks);
		};
		const onReadable = (): void => {
			let length = 0;
			for (let chunk = next(); chunk !== null; chunk = next()) {
				chunks.push(chunk);
				length = chunks.reduce((sum, one) => sum + one.length, 0);
				if (length >= count) break;
			}
			if (length < count) return;
			const start = stop();
			// This has to happen now, because nothing can be put back into a stream that has ended.
			stream.unshift(start);
			resolve(start.subarray(0, count));
		};
		const onEnd = (): void => {
			resolve(stop());
		};
		const onError = (error: Error): void => {
			stop();
			reject(error);
		};
		const onClose = (): void => {
			onError(new Error('aborted'));
		};
		stream.on('readable', onReadable).on('end', onEnd).on('error', onError).on('close', onClose);
	});
}
