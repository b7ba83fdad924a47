import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from '../../tools/harness/lock';
import { useFolder } from './support/folder';

const folder = useFolder();
let path: string;

beforeEach(async () => {
	path = join(folder(), 'running');
	// This is how another process takes the lock.
	await mkdir(`${path}.lock`);
});

describe('A lock', () => {
	it('is refused while another process holds it', async () => {
		expect(await tryLock(path)).toBeUndefined();
	});

	it("becomes free an hour after a crash, or when it's released", async () => {
		const hourAgo = new Date(Date.now() - 3_600_000);
		await utimes(`${path}.lock`, hourAgo, hourAgo);
		const first = await tryLock(path);
		await first?.();
		const second = await tryLock(path);
		await second?.();
		expect([first, second]).not.toContain(undefined);
	});
});
