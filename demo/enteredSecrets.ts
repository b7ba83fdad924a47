import { setTimeout as sleep } from 'node:timers/promises';
import type { N8nApi, StoredCredential } from '../harness/n8n';
import type { Simulator } from '../simulator';
import type { Endpoint } from '../simulator/state';
import { SECRET_TYPE } from './credentials';
import { endpointsOf } from './endpoints';

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

	constructor(
		private readonly api: N8nApi,
		private readonly simulator: Simulator,
	) {}

	/** Enters what is missing. Returns the names of the credentials that it has changed. */
	async enter(): Promise<string[]> {
		const endpoints = endpointsOf(this.simulator);
		const credentials = (await this.api.listCredentials()).filter(({ type }) => type === SECRET_TYPE);
		const changed = credentials.filter(({ id }) =>
			endpoints.some(({ secret }) => !this.entered.get(id)?.has(secret)),
		);
		for (const credential of changed) await this.enterInto(credential, endpoints);
		return changed.map(({ name }) => name);
	}

	/**
	 * Enters whatever comes about, until `signal` ends it.
	 *
	 * @param tell is told the names of credentials that have been changed
	 */
	async keepEntering(tell: (names: string[]) => void, signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			// n8n may be busy; the next look comes soon.
			const names = await this.enter().catch(() => []);
			if (names.length > 0) tell(names);
			await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
		}
	}

	private async enterInto({ id, name, type }: StoredCredential, endpoints: Endpoint[]): Promise<void> {
		const data = await this.api.readCredential(id);
		const { entries = [] } = (data['endpoints'] ?? {}) as { entries?: Row[] };
		const changes = { endpoints: { entries: withSecrets(entries, endpoints) } };
		await this.api.updateCredential(id, { name, type, data: { ...data, ...changes } });
		this.entered.set(id, new Set(endpoints.map(({ secret }) => secret)));
	}
}

/** The rows with these secrets: every row keeps its place, and the demo's own are filled anew, as far as they are needed. */
function withSecrets(rows: Row[], endpoints: Endpoint[]): Row[] {
	const waiting = [...endpoints];
	const filled = rows.map((row) => (row.note.startsWith(NOTE) ? rowOf(waiting.shift()) : row));
	return [...filled, ...waiting.map(rowOf)];
}

function rowOf(endpoint: Endpoint | undefined): Row {
	return endpoint
		? { secret: endpoint.secret, note: `${NOTE}: ${endpoint.url}` }
		: { secret: '', note: `${NOTE}: no longer needed` };
}
