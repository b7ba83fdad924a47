import { EnteredSecrets } from '../../demo/enteredSecrets';
import type { N8nApi } from '../../harness/n8n';
import { startSimulator, type Simulator } from '../../simulator';
import { apiClient } from '../support/simulatorClient';

interface Row {
	secret: string;
	note: string;
}

const TYPE = 'faxPlusWebhookSecretApi';
/** A credential that n8n does not take. */
const REFUSED = 'Refused';
/** As n8n shows a secret that it has stored. */
const BLANK = 'a blanked secret';

let simulator: Simulator;
let secrets: EnteredSecrets;
/** What n8n's credentials hold, by their name. */
let stored: Map<string, Partial<Row>[]>;
/** What n8n's credentials hold that is no list of rows, by their name. */
let odd: Map<string, unknown>;
let writes: number;
let told: string[];

beforeEach(async () => {
	simulator = await startSimulator();
	stored = new Map([['Demo', []]]);
	odd = new Map();
	writes = 0;
	const api = {
		listCredentials: () =>
			Promise.resolve([...odd.keys(), ...stored.keys()].map((name) => ({ id: name, name, type: TYPE }))),
		readCredential: (id: string) =>
			Promise.resolve(odd.has(id) ? odd.get(id) : { endpoints: { entries: blanked(stored.get(id) ?? []) } }),
		updateCredential: (id: string, draft: { data: { endpoints: { entries: Row[] } } }) => {
			if (id === REFUSED) return Promise.reject(new Error('n8n answered 500'));
			odd.delete(id);
			stored.set(id, draft.data.endpoints.entries);
			writes += 1;
			return Promise.resolve();
		},
	};
	told = [];
	secrets = new EnteredSecrets(api as unknown as N8nApi, simulator, (line) => told.push(line));
});

afterEach(async () => {
	await simulator.stop();
});

function blanked(rows: Array<Partial<Row> | null>): Array<Partial<Row> | null> {
	return rows.map((row) => (row?.secret ? { ...row, secret: BLANK } : row));
}

/** Returns the endpoint's id and its row. */
async function addEndpoint(url: string): Promise<{ id: string; row: Row }> {
	await apiClient(simulator).post('/webhooks', { url, filter_types: ['fax_received'], channels: null });
	const endpoint = simulator.endpointsOf().find((found) => found.url === url);
	const row = { secret: endpoint?.secret ?? '', note: `Entered by the demo: ${url}` };
	return { id: endpoint?.id ?? '', row };
}

describe('Secrets that the demo enters', () => {
	it('come into every credential, once', async () => {
		const { row: first } = await addEndpoint('https://n8n.example/1');
		const { row: second } = await addEndpoint('https://n8n.example/2');
		expect(await secrets.enter()).toEqual(['Demo']);
		stored.set('Later', []);

		expect(await secrets.enter()).toEqual(['Later']);
		expect(await secrets.enter()).toEqual([]);

		expect(writes).toBe(2);
		expect([...stored.values()]).toEqual([
			[first, second],
			[first, second],
		]);
	});

	it("leave a person's rows where they are, between the demo's own", async () => {
		const mine = { secret: 'whsec_bWluZQ==', note: 'Mine' };
		stored.set('Demo', [mine]);
		const { row: first } = await addEndpoint('https://n8n.example/1');
		await secrets.enter();
		stored.get('Demo')?.push(mine);
		const { row: second } = await addEndpoint('https://n8n.example/2');

		await secrets.enter();

		const kept = { ...mine, secret: BLANK };
		expect(stored.get('Demo')).toEqual([kept, first, kept, second]);
	});

	it('come beside a row that a person has saved empty, which n8n keeps without its fields', async () => {
		stored.set('Demo', [{}, { secret: 'whsec_bWluZQ==' }]);
		const { row } = await addEndpoint('https://n8n.example/1');

		expect(await secrets.enter()).toEqual(['Demo']);

		expect(stored.get('Demo')).toEqual([{}, { secret: BLANK }, row]);
	});

	it.each([undefined, null, {}, { endpoints: null }, { endpoints: {} }, { endpoints: { entries: {} } }, []])(
		'come into a credential that holds %j',
		async (data) => {
			stored.clear();
			odd.set('Demo', data);
			const { row } = await addEndpoint('https://n8n.example/1');

			expect(await secrets.enter()).toEqual(['Demo']);

			expect(stored.get('Demo')).toEqual([row]);
		},
	);

	it('come into all others where n8n does not take one, which is told once', async () => {
		stored = new Map([
			[REFUSED, []],
			['Demo', []],
		]);
		const { row } = await addEndpoint('https://n8n.example/1');

		expect(await secrets.enter()).toEqual(['Demo']);
		expect(await secrets.enter()).toEqual([]);

		expect(stored.get('Demo')).toEqual([row]);
		expect(told).toEqual(['no secret can be entered into "Refused": n8n answered 500']);
	});
});
