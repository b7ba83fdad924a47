import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import { HttpsFront, N8N_READINESS_PATH } from '../httpsFront';
import { findFreePort } from '../ports';
import { until } from '../until';
import { N8nApi, type Owner } from './api';
import { n8nEnvironment } from './environment';
import { ensureN8n, type Installation } from './installation';
import { installCommunityPackage, packPackage } from './packedPackage';
import { preparedFolder } from './preparedFolder';
import { ServerProcess } from '../processes/serverProcess';
import { selectedN8nVersion, type N8nVersion } from './versions';

export interface N8nOptions {
	/** Default: the version under test. */
	version?: N8nVersion;
	/** `worker` and `webhook` are the other processes of queue mode; only `start` has an owner and a REST API. */
	command?: 'start' | 'worker' | 'webhook';
	/** Added to n8n's environment, over its own settings. */
	env?: Record<string, string>;
	/** Tarball of the package to install. Default: this package, packed. */
	tarball?: string;
	/** Kept when n8n stops. Default: a new folder that goes with it, in which an n8n has been started once before. */
	userFolder?: string;
	/** HTTPS address that leads to this n8n. Default: one of its own. */
	front?: HttpsFront;
	/** Default: a free one. */
	port?: number;
	/** Where browsers reach it, without a slash at the end. Default: its own port, as localhost. */
	url?: string;
	/** Whether people use it in a browser. Default: no, as it takes a quarter of each start to prepare the editor's files. */
	hasEditor?: boolean;
	/** How long the start may take, in milliseconds. */
	startLimitMs?: number;
	/** Who owns a new n8n, and who logs in to an old one. */
	owner?: Owner;
	/** Does something about an old n8n that does not let its owner in; then the login is tried once more. */
	onLoginRefused?: (n8n: N8n) => Promise<void>;
	/** Told about steps that take long. Default: they are printed. */
	progress?: (message: string) => void;
}

export const owner: Owner = {
	email: 'owner@example.com',
	firstName: 'Olive',
	lastName: 'Owner',
	password: 'Correct-horse-1',
};

const START_LIMIT_MS = 400_000;

/** A running n8n: its process, its addresses and a client for its REST API. */
export class N8n {
	/** Client of n8n's own REST API, logged in as the owner. */
	readonly api: N8nApi;

	private process: ServerProcess | undefined;

	/** What earlier processes of this n8n printed. */
	private earlierLog = '';

	/** How much of that was cleared. */
	private logBegin = 0;

	private constructor(
		private readonly options: N8nOptions,
		private readonly installation: Installation,
		private readonly port: number,
		readonly front: HttpsFront,
		readonly userFolder: string,
		/** Where browsers reach it, without a slash at the end. */
		readonly url: string,
		/** The environment that it was last started with. */
		public env: Record<string, string>,
	) {
		this.api = new N8nApi(url);
	}

	/**
	 * Starts a real n8n with the packed package installed in it, an owner set up and logged in.
	 * It listens on 127.0.0.1 and can be reached over HTTPS as `publicUrl`. The caller stops it.
	 */
	static async start(options: N8nOptions = {}): Promise<N8n> {
		const { version = selectedN8nVersion(), progress = console.log } = options;
		const installation = await ensureN8n(version, progress);
		const port = options.port ?? (await findFreePort());
		const targets = [`http://127.0.0.1:${port}`];
		const front = options.front ?? (await HttpsFront.start({ targets, readinessPath: N8N_READINESS_PATH }));
		const userFolder = options.userFolder ?? (await mkdtemp(join(tmpdir(), 'n8n-')));
		const url = options.url ?? `http://localhost:${port}`;
		const base = n8nEnvironment({
			version,
			userFolder,
			port,
			brokerPort: await findFreePort(),
			nodeProgram: installation.nodeProgram,
			url,
			front,
			hasEditor: options.hasEditor ?? false,
		});
		const env = { ...base, ...options.env };
		const n8n = new N8n(options, installation, port, front, userFolder, url, env);
		try {
			await n8n.fillFolder(options.tarball ?? (await packPackage()));
			await n8n.launch();
		} catch (error) {
			await n8n.stop();
			throw error;
		}
		return n8n;
	}

	get version(): N8nVersion {
		return this.installation.version;
	}

	/** HTTPS address of its webhooks, without a slash at the end. */
	get publicUrl(): string {
		return this.front.url;
	}

	/** Everything that it has printed since its first start, or since `clearLog`. */
	get log(): string {
		return (this.earlierLog + (this.process?.log ?? '')).slice(this.logBegin);
	}

	clearLog(): void {
		this.logBegin += this.log.length;
	}

	/** Process id of the running n8n. */
	get pid(): number {
		return this.current.pid;
	}

	get isRunning(): boolean {
		return this.process?.isRunning ?? false;
	}

	/** Waits until the running process has ended; returns its exit code, or the signal that ended it. */
	async ended(): Promise<string> {
		const process = this.current;
		await process.exited;
		return process.end;
	}

	/** Ends the process in an orderly way and keeps everything for `restart`. */
	async shutDown(): Promise<void> {
		await this.process?.stop();
		this.keepLog();
	}

	/** Ends the process at once, as a crash would, and keeps everything for `restart`. */
	async kill(): Promise<void> {
		await this.process?.kill();
		this.keepLog();
	}

	/**
	 * Starts it again on the same folder, database and port, shutting it down first when it runs.
	 *
	 * @param env settings that change from now on
	 */
	async restart(env: Record<string, string> = {}): Promise<void> {
		await this.shutDown();
		this.env = { ...this.env, ...env };
		await this.launch();
	}

	/** Shuts down and removes what was made for this n8n. */
	async stop(): Promise<void> {
		try {
			await this.shutDown();
		} finally {
			if (this.options.front === undefined) await this.front.stop();
			if (this.options.userFolder === undefined)
				await rm(this.userFolder, { recursive: true, force: true, maxRetries: 3 });
		}
	}

	private get current(): ServerProcess {
		if (this.process === undefined) throw new Error('This n8n is not running');
		return this.process;
	}

	private keepLog(): void {
		this.earlierLog += this.process?.log ?? '';
		this.process = undefined;
	}

	private async fillFolder(tarball: string): Promise<void> {
		const { version, userFolder } = this;
		if (this.options.userFolder !== undefined) {
			await installCommunityPackage(join(userFolder, '.n8n', 'nodes'), tarball);
			return;
		}
		const prepared = await preparedFolder(this.installation.exactVersion, tarball, async (folder) => {
			const first = await N8n.start({ version, tarball, userFolder: folder });
			await first.stop();
		});
		await cp(join(prepared, '.n8n'), join(userFolder, '.n8n'), { recursive: true });
	}

	private async launch(): Promise<void> {
		const { command = 'start', startLimitMs = START_LIMIT_MS } = this.options;
		const { nodeProgram, script } = this.installation;
		this.process = await ServerProcess.start(nodeProgram, [script, command], {
			cwd: this.userFolder,
			env: this.env,
			logFile: 'n8n.log',
		});
		const late = () => this.current.describe('did not become ready');
		await until(async () => await this.isReady(command), startLimitMs, late);
		if (/Failed to load package/.test(this.current.log))
			throw new Error(this.current.describe('lacks a package'));
		if (command === 'start') await this.logIn();
	}

	private async logIn(): Promise<void> {
		const { owner: person = owner, onLoginRefused } = this.options;
		try {
			await this.api.logIn(person);
		} catch (error) {
			if (!onLoginRefused) throw error;
			await onLoginRefused(this);
			await this.api.logIn(person);
		}
	}

	/** Ready means: migrations are done, and the REST API, which comes last, is there, as the log says. */
	private async isReady(command: string): Promise<true | undefined> {
		if (!this.current.isRunning) throw new Error(this.current.describe('ended while it was starting'));
		const isUp = await axios
			.get(`http://127.0.0.1:${this.port}${N8N_READINESS_PATH}`, { timeout: 5_000 })
			.then(() => true)
			.catch(() => false);
		if (!isUp) return undefined;
		return command !== 'start' || /accessible via/.test(this.current.log) || undefined;
	}
}
