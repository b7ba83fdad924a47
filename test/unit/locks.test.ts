import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock } from '../../harness/lock';

let path: string;

beforeEach(async () => {
	path = join(await mkdtemp(join(tmpdir(), 'locks-')), 'running');
	// As another process takes it.
	await mkdir(`${path}.lock`);
});

afterEach(async () => {
	await rm(join(path, '..'), { recursive: true, force: true });
});

describe('A lock', () => {
	it('is refused while another process holds it', async () => {
		expect(await tryLock(path)).toBeUndefined();
	});

	it('is free again an hour after a crash, and after it was given back', async () => {
		const hourAgo = new Date(Date.now() - 3_600_000);
		await utimes(`${path}.lock`, hourAgo, hourAgo);
		const first = await tryLock(path);
		await first?.();
		const second = await tryLock(path);
		await second?.();
		expect([first, second]).not.toContain(undefined);
	});
});
