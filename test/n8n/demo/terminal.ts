import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { N8nApi } from '../../../tools/harness/n8n';
import { projectRoot } from '../../../tools/harness/folders';

const run = promisify(execFile);

/** What a user has once the demo is ready. */
export interface Ready {
	/** Client of n8n's REST API. */
	api: N8nApi;
	/** URLs of n8n, of the simulator's page, of the records system, and of the form that the terminal suggests. */
	n8n: string;
	service: string;
	records: string;
	form: string;
}

/** `npm start` as a user runs it, with output in the terminal and Ctrl-C. */
export class Terminal {
	/** Everything that the terminal has shown. */
	log = '';

	private readonly ended: Promise<number | null>;

	private constructor(private readonly child: ChildProcess) {
		const collect = (text: string) => {
			this.log += text;
		};
		child.stdout?.setEncoding('utf8').on('data', collect);
		child.stderr?.setEncoding('utf8').on('data', collect);
		this.ended = new Promise((resolve) => child.once('exit', resolve));
	}

	/** @param folder folder of the demo's data */
	static start(folder: string): Terminal {
		const env = { ...process.env, FAXPLUS_DEMO_FOLDER: folder };
		return new Terminal(spawn(process.execPath, ['tools/demo/start.mjs'], { cwd: projectRoot, env }));
	}

	/** Waits until the terminal's output matches a pattern. */
	async shows(pattern: RegExp): Promise<RegExpExecArray> {
		for (;;) {
			const match = pattern.exec(this.log);
			if (match !== null) return match;
			if (this.child.exitCode !== null)
				throw new Error(`It ended without showing ${String(pattern)}:\n${this.log}`);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	}

	/** Waits until the demo is ready, and returns the URLs that it prints. */
	async ready(): Promise<Ready> {
		await this.shows(/Press Ctrl-C to stop/);
		const [, n8n = ''] = await this.shows(/n8n {2,}(http:\/\/localhost:\d+)\/home\/workflows/);
		const [, email = '', password = ''] = await this.shows(/log in with (\S+) and the password (\S+)/);
		const [, service = ''] = await this.shows(/Simulated Fax\.Plus {2,}(http:\/\/\S+)/);
		const [, records = ''] = await this.shows(/are filed at (http:\/\/\S+)/);
		const [, form = ''] = await this.shows(/Fax a PDF: (http:\/\/\S+)/);
		const api = new N8nApi(n8n);
		await api.logIn({ email, password, firstName: '', lastName: '' });
		return { api, n8n, service, records, form };
	}

	/** Kills the n8n process that the demo has started, as a machine that runs out of memory would. */
	async killN8n(): Promise<void> {
		process.kill(await this.n8nPid(), 'SIGKILL');
	}

	/** URL at which n8n itself listens, behind the demo's own servers. It works on Linux only. */
	async n8nItself(): Promise<string> {
		const environment = await readFile(`/proc/${await this.n8nPid()}/environ`, 'utf8');
		const [, port = ''] = /(?:^|\0)N8N_PORT=(\d+)/.exec(environment) ?? [];
		return `http://127.0.0.1:${port}`;
	}

	private async n8nPid(): Promise<number> {
		const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,args=']);
		const [, pid] =
			stdout
				.split('\n')
				.map((line) => /^\s*(\d+)\s+(\d+)\s.*\bn8n\b.* start$/.exec(line))
				.find((match) => match?.[2] === String(this.child.pid)) ?? [];
		if (pid === undefined) throw new Error(`The demo runs no n8n:\n${stdout}`);
		return Number(pid);
	}

	/** Presses Ctrl-C and returns the exit code. */
	async interrupt(): Promise<number | null> {
		this.child.kill('SIGINT');
		return await this.ended;
	}

	async end(): Promise<{ code: number | null; output: string }> {
		return { code: await this.ended, output: this.log };
	}
}
