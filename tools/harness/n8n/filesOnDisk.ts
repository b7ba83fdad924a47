import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { INode } from 'n8n-workflow';

import { node } from './workflows';

/** First and last bytes of a PDF. */
const PDF = Buffer.from('%PDF-1.7\n');
const END = Buffer.from('%%EOF\n');

/** Files for workflows that read from disk. n8n can read them if it's started with `env`. */
export class FilesOnDisk {
	private readonly root = mkdtempSync(join(tmpdir(), 'files-'));

	/** Environment that lets n8n read the files. */
	readonly env: Record<string, string> = { N8N_RESTRICT_FILE_ACCESS_TO: this.root };

	/** SHA-256 hash of each file, by its name. */
	readonly sha256 = new Map<string, string>();

	/**
	 * Writes PDFs with different random bytes.
	 *
	 * @param sizes sizes of the files in bytes
	 * @returns a node that outputs an item for each file, with the file in `data`
	 */
	async add(name: string, sizes: readonly number[]): Promise<INode> {
		const folder = join(this.root, name);
		await mkdir(folder);
		for (const [at, size] of sizes.entries()) {
			const file = join(folder, `${name}-${String(at).padStart(3, '0')}.pdf`);
			const bytes = Buffer.concat([PDF, randomBytes(size - PDF.length - END.length), END]);
			await writeFile(file, bytes);
			this.sha256.set(basename(file), createHash('sha256').update(bytes).digest('hex'));
		}
		const parameters = { operation: 'read', fileSelector: join(folder, '*.pdf') };
		return node('Files', 'n8n-nodes-base.readWriteFile', parameters);
	}

	async remove(): Promise<void> {
		await rm(this.root, { recursive: true, force: true });
	}
}

/** A node that merges all items into one, with their files in `data`, `data_1`, and so on. */
export const filesInOneItem = node('One item', 'n8n-nodes-base.aggregate', {
	aggregate: 'aggregateAllItemData',
	options: { includeBinaries: true },
});

/** The names of the fields in which `filesInOneItem` outputs a given number of files. */
export function fileFields(count: number): string[] {
	return Array.from({ length: count }, (_, at) => (at === 0 ? 'data' : `data_${at}`));
}
