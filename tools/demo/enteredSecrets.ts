import { setTimeout as sleep } from 'node:timers/promises';
import type { N8nApi, StoredCredential } from '../harness/n8n';
import type { Progress } from '../harness/progress';
import type { Simulator } from '../simulator';
import type { Endpoint } from '../simulator/state';
import { SECRET_TYPE } from './credentials';
import { endpointsOf } from './endpoints';
import { oneLine } from './oneLine';

const CHECK_MS = 300;

/**
 * A row of the credential. n8n shows a stored secret as a placeholder. When the placeholder is saved, n8n restores the secret of
 * that row.
 */
interface Row {
	secret: string;
	note: string;
}

/** Start of the note by which the demo recognizes its own rows. */
const NOTE = 'Entered by the demo';

/**
 * Adds the endpoints' secrets to each credential for signing secrets. Users do this after they publish a workflow or listen for a
 * test event. The user's own rows stay as they are.
 */
export class AddedSecrets {
	/** Secrets that were added, by the id of the credential. */
	private readonly added = new Map<string, ReadonlySet<string>>();

	/** Ids of the credentials that n8n rejected at the last attempt. */
	private readonly refused = new Set<string>();

	constructor(
		private readonly api: N8nApi,
		private readonly simulator: Simulator,
		private readonly progress: Progress,
	) {}

	/** Adds missing secrets, and reports credentials that n8n rejects. Returns the names of the changed credentials. */
	async enter(): Promise<string[]> {
		const endpoints = endpointsOf(this.simulator);
		const lacking = (await this.api.listCredentials()).filter(
			({ id, type }) =>
				type === SECRET_TYPE && endpoints.some(({ secret }) => !this.added.get(id)?.has(secret)),
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
					this.progress(`can't add a signing secret to "${name}": ${oneLine(error)}`);
				this.refused.add(id);
			}
		}
		return changed;
	}

	/** Adds the secrets of new endpoints and reports each addition, until `signal` aborts it. */
	async keepEntering(signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			// If n8n is busy, the next check adds the secrets.
			const names = await this.enter().catch(() => []);
			if (names.length > 0) {
				const quoted = names.map((name) => `"${name}"`).join(', ');
				this.progress(`added the signing secret of a new endpoint to ${quoted}`);
			}
			await sleep(CHECK_MS, undefined, { signal, ref: false }).catch(() => undefined);
		}
	}

	private async enterInto({ id, name, type }: StoredCredential, endpoints: Endpoint[]): Promise<void> {
		const data = await this.api.readCredential(id);
		const changes = { endpoints: { entries: withSecrets(rowsIn(data), endpoints) } };
		await this.api.updateCredential(id, { name, type, data: { ...data, ...changes } });
		this.added.set(id, new Set(endpoints.map(({ secret }) => secret)));
	}
}

/** The rows of a credential, whatever the user saved. n8n omits empty fields from a row. */
function rowsIn(data: unknown): unknown[] {
	const { endpoints } = (data ?? {}) as { endpoints?: { entries?: unknown } | null };
	const entries = endpoints?.entries;
	return Array.isArray(entries) ? entries : [];
}

/** The rows with the endpoints' secrets. Each row keeps its place, and the demo only fills or empties its own rows. */
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
