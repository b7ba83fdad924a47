import { AddedSecrets } from '../../tools/demo/enteredSecrets';
import type { N8nApi } from '../../tools/harness/n8n';
import { faxingBench } from '../support/faxingBench';

interface Row {
	secret?: string;
	note?: string;
}

/** Name of a credential that n8n refuses to save. */
const REFUSED = 'Refused';
/** The placeholder that n8n shows instead of a stored secret. */
const SPACES = 'a blanked secret';
const MINE = { secret: 'whsec_bWluZQ==', note: 'Mine' };
const KEPT = { ...MINE, secret: SPACES };

const bench = faxingBench();

let secrets: AddedSecrets;
/** Data of n8n's credentials, by their name. */
let stored: Record<string, unknown>;
let progress: string[];

beforeEach(() => {
	stored = { Demo: holding() };
	progress = [];
	const api = {
		listCredentials: () =>
			Promise.resolve(Object.keys(stored).map((id) => ({ id, name: id, type: 'faxPlusWebhookSecretApi' }))),
		readCredential: (id: string) =>
			Promise.resolve(
				JSON.parse(JSON.stringify(stored[id] ?? null).replace(/"secret":"[^"]+"/g, `"secret":"${SPACES}"`)),
			),
		updateCredential: (id: string, { data }: { data: object }) => {
			if (id === REFUSED) return Promise.reject(new Error('n8n answered 500'));
			stored[id] = data;
			return Promise.resolve();
		},
	};
	secrets = new AddedSecrets(api as unknown as N8nApi, bench().simulator, (line) => progress.push(line));
});

function holding(...entries: Row[]) {
	return { endpoints: { entries } };
}

/** Adds an endpoint and returns its row. */
async function addEndpoint(at: number): Promise<Row> {
	const url = `https://n8n.example/${at}`;
	await bench().owner.post('/webhooks', { url, filter_types: ['fax_received'], channels: null });
	const secret = bench()
		.simulator.endpointsOf()
		.find((found) => found.url === url)?.secret;
	return { secret: String(secret), note: `Entered by the demo: ${url}` };
}

describe("The demo's signing secrets", () => {
	it("are added to every credential once, and a person's rows stay in place", async () => {
		stored['Demo'] = holding(MINE, {});
		const first = await addEndpoint(1);
		expect(await secrets.enter()).toEqual(['Demo']);
		expect(stored['Demo']).toEqual(holding(KEPT, {}, first));

		stored['Demo'] = holding(MINE, first, MINE);
		stored['Later'] = holding();
		const second = await addEndpoint(2);
		expect(await secrets.enter()).toEqual(['Demo', 'Later']);
		expect(stored).toEqual({ Demo: holding(KEPT, first, KEPT, second), Later: holding(first, second) });

		expect(await secrets.enter()).toEqual([]);
	});

	const ODD = [undefined, { endpoints: null }, { endpoints: { entries: {} } }];

	it.each(ODD)('are added to a credential that holds %j', async (data) => {
		stored['Demo'] = data;
		const row = await addEndpoint(1);
		await secrets.enter();
		expect(stored['Demo']).toMatchObject(holding(row));
	});

	it('are added to all other credentials if n8n refuses one, which is reported once', async () => {
		stored = { [REFUSED]: holding(), Demo: holding() };
		const row = await addEndpoint(1);

		expect(await secrets.enter()).toEqual(['Demo']);
		expect(await secrets.enter()).toEqual([]);

		expect(stored['Demo']).toEqual(holding(row));
		expect(progress).toEqual([expect.stringMatching(/"Refused": n8n answered 500$/)]);
	});
});
