import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator, WATCHED_SPEED } from '../simulator';
import { ChatModel } from '../harness/chatModel';
import { HttpsFront, N8N_READINESS_PATH } from '../harness/httpsFront';
import { ensureN8n, onlyLocalHost, selectedN8nVersion, type Owner } from '../harness/n8n';
import type { Progress } from '../harness/progress';
import { cacheFolder } from '../harness/folders';
import { STALE_SECONDS, tryLock } from '../harness/lock';
import { findFreePort, firstFreePort } from '../harness/ports';
import { RecordsSystem } from '../harness/recordsSystem';
import { answerInDemo } from './chatAnswers';
import { fillN8n } from './content';
import { ensureCredentials } from './credentials';
import { addAbandonedEndpoint } from './endpoints';
import { AddedSecrets } from './enteredSecrets';
import { HttpFront, sessionCookie } from './front/httpFront';
import { keepRunning } from './keepRunning';
import { startOnFolder } from './n8nFolder';
import { keepSurroundings, surroundingsOf } from './surroundings';
import { ensureTarball } from './tarball';
import { welcome } from './welcome';

/** Folder for n8n's database, so that a second start finds everything again. */
const folder = process.env['FAXPLUS_DEMO_FOLDER'] ?? join(cacheFolder, 'demo');

const N8N_PORT = 5678;
const SERVICE_PORT = 5690;
const MAIL_PORT = 5691;
const MODEL_PORT = 5692;
const RECORDS_PORT = 5693;
const INBOX_PORT = 5694;

const owner: Owner = {
	email: 'demo@example.com',
	firstName: 'Demo',
	lastName: 'Owner',
	password: 'Fax-demo-1',
};

/** Functions that stop what was started, in the order of the start. */
const started: Array<() => Promise<void>> = [];

let stopping: Promise<void> | undefined;

/**
 * Starts n8n and the systems around it, adds credentials and the example workflows, and prints the addresses. If n8n ends on its
 * own, it's restarted. Ctrl-C stops everything.
 */
export function main(progress: Progress): void {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		// `once` wouldn't be enough, because a second signal would then end the process before everything has stopped.
		process.on(signal, () => {
			console.log('\nStopping ...');
			stopping ??= stopAll();
			void stopping.then(() => process.exit(0));
		});
	}
	start(progress).catch(giveUp);
}

async function giveUp(error: unknown): Promise<void> {
	console.error(`\n${messageOf(error)}`);
	await stopAll();
	process.exit(1);
}

async function start(progress: Progress): Promise<void> {
	started.push(await claimFolder(progress));

	const version = selectedN8nVersion();
	const [tarball] = await Promise.all([ensureTarball(progress), ensureN8n(version, progress)]);

	const port = await findFreePort();
	const target = `http://127.0.0.1:${port}`;
	const front = kept(await HttpsFront.start({ targets: [target], readinessPath: N8N_READINESS_PATH }));
	// Each port is chosen just before its use, because another program might take it in between.
	const localPort = await takePort(N8N_PORT, 'n8n', progress);
	const local = kept(await HttpFront.start({ port: localPort, target, publicUrl: front.url }));
	const servicePort = await takePort(SERVICE_PORT, 'the simulator', progress);
	const mailbox = await takePort(MAIL_PORT, 'the mailbox', progress, servicePort);
	const inbox = await takePort(INBOX_PORT, 'the inbox', progress, servicePort, mailbox);
	const simulator = kept(
		await startSimulator({
			port: servicePort,
			ca: front.certificate,
			sending: WATCHED_SPEED,
			mailbox,
			inbox,
		}),
	);
	// n8n's emails contain its public address, and a browser on this machine warns about its certificate.
	if (simulator.mailbox) simulator.mailbox.rewrite = (text) => text.replaceAll(front.url, local.url);
	addAbandonedEndpoint(simulator);
	const modelPort = await takePort(MODEL_PORT, 'the chat model', progress);
	const chatModel = kept(await ChatModel.start(answerInDemo(simulator.letterUrl), modelPort));
	const records = kept(
		await RecordsSystem.start(await takePort(RECORDS_PORT, 'the records system', progress)),
	);

	progress('starting n8n');
	const userFolder = join(folder, 'n8n');
	const faxFolder = join(folder, 'faxes');
	for (const path of [userFolder, faxFolder]) await mkdir(path, { recursive: true });
	const n8n = kept(
		await startOnFolder({
			version,
			port,
			url: local.url,
			front,
			userFolder,
			tarball,
			owner,
			env: {
				...onlyLocalHost,
				// Address for test events. Without it, n8n would use the editor's address, which isn't HTTPS.
				N8N_WEBHOOK_URL: `${front.url}/`,
				N8N_RESTRICT_FILE_ACCESS_TO: faxFolder,
				// Seconds after a kill until n8n continues an unfinished publish. This is n8n's default.
				N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '120',
			},
			progress,
		}),
	);
	local.session = await sessionCookie(target, owner);

	progress('importing credentials and example workflows');
	const credentials = await ensureCredentials(n8n.api, simulator, chatModel, folder, progress);
	const content = await fillN8n(n8n.api, simulator, credentials, folder, {
		folder: faxFolder,
		recordsSystemUrl: records.url,
		letterUrl: simulator.letterUrl,
	});
	const secrets = new AddedSecrets(n8n.api, simulator, progress);
	await secrets.enter();
	simulator.surroundings = await surroundingsOf(n8n);

	progress('ready');
	const { surroundings, origin: service } = simulator;
	const mailPort = simulator.mailbox?.port;
	console.log(welcome({ surroundings, content, service, owner, faxFolder, records: records.url, mailPort }));

	const watching = new AbortController();
	started.push(async () => {
		watching.abort();
		await Promise.resolve();
	});
	void keepSurroundings(n8n, simulator, watching.signal);
	void secrets.keepEntering(watching.signal);
	keepRunning(n8n, progress, watching.signal).catch(giveUp);
}

/** Makes sure that something stops when everything stops. */
function kept<Part extends { stop(): Promise<void> }>(part: Part): Part {
	started.push(() => part.stop());
	return part;
}

/** Locks the folder, because two demos at once would damage it. Returns a function that releases the lock. */
async function claimFolder(progress: Progress): Promise<() => Promise<void>> {
	const lock = join(folder, 'running');
	const release = await tryLock(lock);
	if (release !== undefined) return release;
	progress('the demo may be running already, or was killed a moment ago. Checking');
	await sleep((STALE_SECONDS + 1) * 1000);
	const late = await tryLock(lock);
	if (late !== undefined) return late;
	throw new Error(`The demo is already running with ${folder}. Press Ctrl-C where it runs, and try again.`);
}

/**
 * Chooses the wanted port, or the next one that's free.
 *
 * @param user what listens on the port, for the message about another port
 * @param promised ports that were chosen for servers that haven't started yet
 */
async function takePort(
	wanted: number,
	user: string,
	progress: Progress,
	...promised: number[]
): Promise<number> {
	const port = await firstFreePort(wanted, ...promised);
	if (port !== wanted) progress(`port ${wanted} is in use, so ${user} uses ${port}`);
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
