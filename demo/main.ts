import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startSimulator, WATCHED_SPEED } from '../simulator';
import { HttpsFront, N8N_READINESS_PATH } from '../harness/httpsFront';
import { ensureN8n, selectedN8nVersion, startN8n, type Owner } from '../harness/n8n';
import type { Progress } from '../harness/progress';
import { cacheFolder } from '../harness/folders';
import { STALE_SECONDS, tryLock } from '../harness/lock';
import { firstFreePort } from '../harness/ports';
import { fillN8n, formLogin, type Content } from './content';
import { ensureTarball } from './tarball';

/** Where the demo keeps n8n's database, so that a second start finds everything again. */
const folder = process.env['FAXPLUS_DEMO_FOLDER'] ?? join(cacheFolder, 'demo');

const N8N_PORT = 5678;
const SERVICE_PORT = 5690;

const owner: Owner = {
	email: 'demo@example.com',
	firstName: 'Demo',
	lastName: 'Owner',
	password: 'Fax-demo-1',
};

/** Things to stop, in the order in which they were started. */
const started: Array<() => Promise<void>> = [];

let stopping: Promise<void> | undefined;

/** Starts everything, says where it is, and stops it all on Ctrl-C. */
export function main(progress: Progress): void {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		// Not once: a signal without a listener of ours would end the process before all is stopped.
		process.on(signal, () => {
			console.log('\nStopping ...');
			stopping ??= stopAll();
			void stopping.then(() => process.exit(0));
		});
	}
	start(progress).catch(async (error: unknown) => {
		console.error(`\n${messageOf(error)}`);
		await stopAll();
		process.exit(1);
	});
}

async function start(progress: Progress): Promise<void> {
	started.push(await claimFolder());

	const n8nPort = await takePort(N8N_PORT, 'n8n', progress);
	const servicePort = await takePort(SERVICE_PORT, 'the faxing service', progress);
	const version = selectedN8nVersion();
	const [tarball] = await Promise.all([ensureTarball(progress), ensureN8n(version, progress)]);

	const front = await HttpsFront.start({
		targets: [`http://127.0.0.1:${n8nPort}`],
		readinessPath: N8N_READINESS_PATH,
	});
	started.push(async () => {
		await front.stop();
	});
	const simulator = await startSimulator({
		port: servicePort,
		ca: front.certificate,
		sending: WATCHED_SPEED,
	});
	started.push(async () => {
		await simulator.stop();
	});

	progress('starting n8n');
	const userFolder = join(folder, 'n8n');
	const faxFolder = join(folder, 'faxes');
	for (const path of [userFolder, faxFolder]) await mkdir(path, { recursive: true });
	const n8n = await startN8n({
		version: selectedN8nVersion(),
		port: n8nPort,
		front,
		userFolder,
		tarball,
		owner,
		// Where test events go; n8n would take the editor's address, which is not HTTPS.
		env: { N8N_WEBHOOK_URL: `${front.url}/`, N8N_RESTRICT_FILE_ACCESS_TO: faxFolder },
		progress,
	});
	started.push(async () => {
		await n8n.stop();
	});

	progress('importing credentials and example workflows');
	const content = await fillN8n(n8n, simulator, faxFolder);

	progress('ready');
	console.log(`
  n8n                  ${n8n.url}
                       log in as ${owner.email} with the password ${owner.password}
  The faxing service   ${simulator.origin}
                       its page: what is in the outbox, which faxes came and went, how deliveries fared
  Workflows            ${content.imported} imported${content.active === undefined ? '' : `, active: "${content.active}"`}${ownWorkflows(content)}
  Forms of workflows   log in as ${formLogin.user} with the password ${formLogin.password}
  Incoming faxes       example 08, once you publish it, files them in ${faxFolder}

  Try first
  1. Open the faxing service, press "A fax arrives", and look at the executions in n8n.
  2. Fax a PDF: ${content.sendForm}
     Go on past the warning about the demo's own certificate. Any number will do, such as +15550100200;
     +15550100911 is always busy. Watch the fax leave on the service's page; the form tells what became of it.

Press Ctrl-C to stop.
`);
}

/** Lines about workflows that a person had published in an earlier run. */
function ownWorkflows({ publishedAgain, notPublishedAgain }: Content): string {
	const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ');
	return [
		publishedAgain.length === 0 ? '' : `published again: ${quoted(publishedAgain)}`,
		notPublishedAgain.length === 0
			? ''
			: `the service has forgotten ${quoted(notPublishedAgain)}: mend and publish again`,
	]
		.filter((line) => line !== '')
		.map((line) => `\n                       ${line}`)
		.join('');
}

/** Two demos at once would spoil the folder. Returns what gives it up. */
async function claimFolder(): Promise<() => Promise<void>> {
	const release = await tryLock(join(folder, 'running'));
	if (release !== undefined) return release;
	throw new Error(
		`The demo is running already, on ${folder}. Stop it where it runs with Ctrl-C, then start again. ` +
			`If it was killed, start again in ${STALE_SECONDS} seconds.`,
	);
}

async function takePort(wanted: number, user: string, progress: Progress): Promise<number> {
	const port = await firstFreePort(wanted);
	if (port !== wanted) progress(`port ${wanted} is taken: ${user} gets ${port}`);
	return port;
}

async function stopAll(): Promise<void> {
	for (const stop of started.splice(0).reverse()) {
		await stop().catch((error: unknown) => {
			console.error(messageOf(error));
		});
	}
}

function messageOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause === undefined ? error.message : `${error.message}\n\n${messageOf(error.cause)}`;
}
