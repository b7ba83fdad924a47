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
	/** n8n version. The default is the version under test. */
	version?: N8nVersion;
	/** Kind of process. `worker` and `webhook` belong to queue mode, and only `start` has an owner and a REST API. */
	command?: 'start' | 'worker' | 'webhook';
	/** Variables for n8n's environment, which override the defaults. */
	env?: Record<string, string>;
	/** Tarball of the package to install. The default is this package. */
	tarball?: string;
	/** Folder that's kept when n8n stops. The default is a temporary copy of a folder in which n8n was started once. */
	userFolder?: string;
	/** HTTPS address that leads to this n8n instance. By default, a new one is created. */
	front?: HttpsFront;
	/** Port of n8n. The default is a free port. */
	port?: number;
	/** Address for browsers, without a slash at the end. By default it's localhost with n8n's own port. */
	url?: string;
	/**
	 * Whether n8n is used in a browser. The default is no, because preparing the editor's files takes a quarter of each start.
	 */
	hasEditor?: boolean;
	/** Limit for the start, in milliseconds. */
	startLimitMs?: number;
	/** Owner of a new n8n instance, or the user who logs in to an existing one. */
	owner?: Owner;
	/** Called if an existing n8n instance refuses the owner's login, which is then tried once more. */
	onLoginRefused?: (n8n: N8n) => Promise<void>;
	/** Called at steps that take long. By default, the messages are printed. */
	progress?: (message: string) => void;
}

export const owner: Owner = {
	email: 'owner@example.com',
	firstName: 'Olive',
	lastName: 'Owner',
	password: 'Correct-horse-1',
};

const START_LIMIT_MS = 400_000;

/** A running n8n instance with its process, its addresses and a client for its REST API. */
export class N8n {
	/** Client of n8n's own REST API, logged in as the owner. */
	readonly api: N8nApi;

	private process: ServerProcess | undefined;

	/** Output of earlier processes of this n8n instance. */
	private earlierLog = '';

	/** Number of characters that `clearLog` has removed from the output. */
	private logBegin = 0;

	private constructor(
		private readonly options: N8nOptions,
		private readonly installation: Installation,
		private readonly port: number,
		readonly front: HttpsFront,
		readonly userFolder: string,
		/** Address for browsers, without a slash at the end. */
		readonly url: string,
		/** Environment of the latest start. */
		public env: Record<string, string>,
	) {
		this.api = new N8nApi(url);
	}

	/**
	 * Starts a real n8n instance with the packed package and with a logged-in owner. It listens on 127.0.0.1, and HTTPS requests
	 * to `publicUrl` reach it. The caller must stop it.
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

	/** HTTPS address of n8n's webhooks, without a slash at the end. */
	get publicUrl(): string {
		return this.front.url;
	}

	/** All output since the first start, or since `clearLog`. */
	get log(): string {
		return (this.earlierLog + (this.process?.log ?? '')).slice(this.logBegin);
	}

	clearLog(): void {
		this.logBegin += this.log.length;
	}

	/** Process id of the running n8n instance. */
	get pid(): number {
		return this.current.pid;
	}

	get isRunning(): boolean {
		return this.process?.isRunning ?? false;
	}

	/** Waits until the running process has exited. Returns its exit code, or the signal that ended it. */
	async ended(): Promise<string> {
		const process = this.current;
		await process.exited;
		return process.end;
	}

	/** Ends the process in an orderly way, but keeps everything for `restart`. */
	async shutDown(): Promise<void> {
		await this.process?.stop();
		this.keepLog();
	}

	/** Ends the process at once, as a crash would, but keeps everything for `restart`. */
	async kill(): Promise<void> {
		await this.process?.kill();
		this.keepLog();
	}

	/**
	 * Starts n8n again with the same folder, database and port. If it's running, it's shut down first.
	 *
	 * @param env settings that change from now on
	 */
	async restart(env: Record<string, string> = {}): Promise<void> {
		await this.shutDown();
		this.env = { ...this.env, ...env };
		await this.launch();
	}

	/** Shuts n8n down and removes what was created for it. */
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

	/**
	 * n8n is ready when its migrations are done and its REST API is available. The log shows the latter, which comes last.
	 */
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
