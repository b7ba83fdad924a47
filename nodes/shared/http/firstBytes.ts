import type { ByteStream } from './requests';

/** Looks at the first bytes of a stream, which stay there for the next reader. One that holds fewer is used up. */
export async function firstBytes(stream: ByteStream, count: number): Promise<Uint8Array> {
	let beginning = Buffer.alloc(0);
	// The iterator that `for await` takes by itself destroys the stream where it is left.
	for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
		beginning = Buffer.concat([beginning, chunk as Uint8Array]);
		if (beginning.length >= count) break;
	}
	if (beginning.length >= count) stream.unshift(beginning);
	return beginning.subarray(0, count);
}
