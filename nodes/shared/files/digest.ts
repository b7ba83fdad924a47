import { createHash } from 'node:crypto';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** A digest that identifies the content of a file. */
export interface FileDigest {
	/** SHA-256 hash, in lower-case hexadecimal digits. */
	sha256: string;
	bytes: number;
}

/** Computes the digest of a file while its bytes are streamed, because the file may be too large for memory. */
export class Digest {
	private readonly hash = createHash('sha256');
	private bytes = 0;

	take(chunk: Uint8Array): void {
		this.hash.update(chunk);
		this.bytes += chunk.length;
	}

	/** Returns the digest of all bytes. Nothing can be added after that. */
	end(): FileDigest {
		return { sha256: this.hash.digest('hex'), bytes: this.bytes };
	}
}

/** Computes the digest of a file that n8n has stored, or keeps in the item itself. */
export async function digestOf(
	helpers: Pick<IExecuteFunctions['helpers'], 'getBinaryStream'>,
	{ id, data }: IBinaryData,
): Promise<FileDigest> {
	const digest = new Digest();
	const chunks = id === undefined ? [Buffer.from(data, 'base64')] : await helpers.getBinaryStream(id);
	for await (const chunk of chunks) digest.take(chunk as Uint8Array);
	return digest.end();
}
