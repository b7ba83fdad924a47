import { setTimeout as sleep } from 'node:timers/promises';
import type { N8nApi, StoredCredential } from '../harness/n8n';
import type { Progress } from '../harness/progress';
import type { Simulator } from '../simulator';
import type { Endpoint } from '../simulator/state';
import { SECRET_TYPE } from './credentials';
import { endpointsOf } from './endpoints';
import { oneLine } from './oneLine';

const LOOK_MS = 300;

/** A row of the credential. n8n shows and takes secrets that it has stored as blanks, and puts them back by their row. */
interface Row {
	secret: string;
	note: string;
}

/** By this the demo knows the rows that it has added. */
const NOTE = 'Entered by the demo';

/**
 * Does what people do after a publish, and when they listen for a test event: enters the secrets of the endpoints, into every
 * credential for them. A person's own rows stay as they are.
 */
export class EnteredSecrets {
	/** What has been entered, by the credential's id. */
	private readonly entered = new Map<string, ReadonlySet<string>>();

	/** Ids of the credentials that n8n did not take at the last attempt. */
	private readonly refused = new Set<string>();

	constructor(
		private readonly api: N8nApi,
		private readonly simulator: Simulator,
		private readonly progress: Progress,
	) {}

	/** Enters what is missing, and tells of credentials that n8n does not take. Returns the names of those that it has changed. */
	async enter(): Promise<string[]> {
		const endpoints = endpointsOf(this.simulator);
		const lacking = (await this.api.listCredentials()).filter(
			({ id, type }) =>
				type === SECRET_TYPE && endpoints.some(({ secret }) => !this.entered.get(id)?.has(secret)),
		);
		const changed: string[] = [];
		for (const credential of lacking) {
			const { id, name } = credential;
			try {
				await this.enterInto(credential, endpoints);
				this.refused.delete(id);
				changed.push(name);
			} catch (error) {
				if (!this.refused.has(id))
					this.progress(`no secret can be entered into "${name}": ${oneLine(error)}`);
				this.refused.add(id);
			}
		}
		return changed;
	}

	/** Enters whatever comes about and tells of it, until `signal` ends it. */
	async keepEntering(signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			// n8n may be busy; the next look comes soon.
			const names = await this.enter().catch(() => []);
			if (names.length > 0) {
				const quoted = names.map((name) => `"${name}"`).join(', ');
				this.progress(`entered a new endpoint's signing secret into ${quoted}`);
			}
			await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
		}
	}

	private async enterInto({ id, name, type }: StoredCredential, endpoints: Endpoint[]): Promise<void> {
		const data = await this.api.readCredential(id);
		const changes = { endpoints: { entries: withSecrets(rowsIn(data), endpoints) } };
		await this.api.updateCredential(id, { name, type, data: { ...data, ...changes } });
		this.entered.set(id, new Set(endpoints.map(({ secret }) => secret)));
	}
}

/** What stands in the rows of a credential, whatever a person has saved there; n8n keeps a row without the fields left empty. */
function rowsIn(data: unknown): unknown[] {
	const { endpoints } = (data ?? {}) as { endpoints?: { entries?: unknown } | null };
	const entries = endpoints?.entries;
	return Array.isArray(entries) ? entries : [];
}

/** The rows with these secrets: every row keeps its place, and the demo's own are filled anew, as far as they are needed. */
function withSecrets(rows: unknown[], endpoints: Endpoint[]): unknown[] {
	const waiting = [...endpoints];
	const filled = rows.map((row) => (isOwn(row) ? rowOf(waiting.shift()) : row));
	return [...filled, ...waiting.map(rowOf)];
}

function isOwn(row: unknown): boolean {
	const { note } = (row ?? {}) as { note?: unknown };
	return typeof note === 'string' && note.startsWith(NOTE);
}

function rowOf(endpoint: Endpoint | undefined): Row {
	return endpoint
		? { secret: endpoint.secret, note: `${NOTE}: ${endpoint.url}` }
		: { secret: '', note: `${NOTE}: no longer needed` };
}
