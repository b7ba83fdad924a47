import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { tryLock, withLock } from '../../harness/lock';
import { projectRoot } from '../../harness/folders';

const HOLDER = `require('./harness/lock').tryLock(process.env.LOCK).then((release) => {
	console.log(release ? 'held' : 'refused');
	setInterval(() => undefined, 1000);
});`;

let folder: string;
let path: string;
let holder: ChildProcess | undefined;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'locks-'));
	path = join(folder, 'running');
});

afterEach(async () => {
	holder?.kill('SIGKILL');
	holder = undefined;
	await rm(folder, { recursive: true, force: true });
});

/** Takes the lock in a process of its own. */
async function holdElsewhere(): Promise<ChildProcess> {
	holder = spawn(process.execPath, ['--require', 'tsx/cjs', '--eval', HOLDER], {
		cwd: projectRoot,
		env: { ...process.env, LOCK: path },
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	if (holder.stdout) expect(String(await once(holder.stdout, 'data'))).toBe('held\n');
	return holder;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	const ended = once(child, 'exit');
	child.kill(signal);
	await ended;
}

/** Lets the lock look as it does an hour after its holder has crashed. */
async function anHourPasses(): Promise<void> {
	const hourAgo = new Date(Date.now() - 3_600_000);
	const left = await readdir(folder);
	expect(left).toHaveLength(1);
	for (const entry of left) await utimes(join(folder, entry), hourAgo, hourAgo);
}

const ignore = () => undefined;

describe('A lock', () => {
	it('is refused while another process holds it', async () => {
		await holdElsewhere();
		expect(await tryLock(path)).toBeUndefined();
	});

	// It names no process id, which would be somebody else's by then.
	it('is free again after a crash, whatever runs since', async () => {
		await end(await holdElsewhere(), 'SIGKILL');
		await anHourPasses();
		await (
			await tryLock(path)
		)?.();
		expect(await readdir(folder)).toEqual([]);
	});
});

describe('Work under a lock', () => {
	it('is done by one at a time, and who waits is told', async () => {
		const others = 2;
		const waiting = jest.fn();
		const othersWait = new Promise<void>((resolve) => {
			waiting.mockImplementation(() => {
				if (waiting.mock.calls.length === others) resolve();
			});
		});
		let working = 0;
		let most = 0;
		const work = async () => {
			most = Math.max(most, ++working);
			await othersWait;
			await setImmediate();
			working -= 1;
		};
		await Promise.all(
			[1, 2, 3].map(async () => {
				await withLock(path, waiting, work);
			}),
		);
		expect(most).toBe(1);
		expect(waiting).toHaveBeenCalledTimes(others);
	});

	it('gives the lock back when it fails', async () => {
		const fail = async () => await Promise.reject(new Error('no'));
		await expect(withLock(path, ignore, fail)).rejects.toThrow('no');
		expect(await readdir(folder)).toEqual([]);
	});
});
