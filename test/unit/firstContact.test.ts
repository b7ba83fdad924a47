import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { join } from 'node:path';

import { Account, report } from '../../tools/firstContact';
import { projectRoot as root } from '../../tools/harness/folders';
import { seed, token, type Settings } from '../../tools/simulator';
import { contact } from '../../tools/simulator/makers';
import { pauses } from '../contract/support/naps';
import type * as naps from '../contract/support/naps';
import { addEndpoint } from '../contract/support/operationCases/clinic';
import { faxingBench } from '../support/faxingBench';

jest.mock('n8n-workflow', () => jest.requireActual<typeof naps>('../contract/support/naps').withShortNaps());

const bench = faxingBench({});

async function reportOn(accessToken: string = seed.ownerToken): Promise<string> {
	const rows: string[] = [];
	for await (const row of report(new Account(bench().simulator.baseUrl, accessToken))) rows.push(row);
	return rows.join('\n');
}

/** Returns the assumptions with this verdict. */
function withVerdict(verdict: string, rows: string): string[] {
	return [...rows.matchAll(/^\| [^|]+ \| ([^|]+) \| ([^|]+) \|/gm)].flatMap(([, assumption = '', found]) =>
		found === verdict ? [assumption] : [],
	);
}

test('an account that works as assumed shows no differences, and gets each GET request once, a second apart', async () => {
	const { simulator, account } = bench();
	addEndpoint(simulator);
	const [waiting] = account().outbox.values();
	if (!waiting) throw new Error('Nothing waits');
	waiting.status = 'sending';
	simulator.addFax({ id: waiting.id, category: 'sent' });
	pauses.length = 0;
	const rows = await reportOn();
	expect(withVerdict('OTHERWISE', rows)).toEqual([]);
	expect(withVerdict('not seen', rows)).toEqual([]);
	expect(withVerdict('as assumed', rows)).toHaveLength(12);
	const { requests } = simulator;
	expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
	const asked = requests.map(({ path, query }) => JSON.stringify([path, query]));
	expect(new Set(asked).size).toBe(asked.length);
	expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBe(1000 * requests.length);
});

test.each<[string, () => void]>([
	[
		'A page with fewer',
		() => Object.assign(bench().simulator.settings, { maxPageSize: 2 } as Partial<Settings>),
	],
	['A page with fewer', () => Object.assign(bench().simulator.settings, { maxContactPageSize: 1 })],
	['All statuses', () => void bench().simulator.addFax({ status: 'melting', category: 'sent' })],
	[
		'The endpoints',
		() => {
			bench().simulator.fail({ operationId: 'listWebhooks', times: 1, with: 200, text: '<p>Hello' });
		},
	],
])('the report shows a difference: %s', async (assumption, change) => {
	change();
	const [odd = '', ...others] = withVerdict('OTHERWISE', await reportOn());
	expect([odd.slice(0, assumption.length), others]).toEqual([assumption, []]);
});

test('the report contains none of two hundred marked values from an account', async () => {
	const marks: string[] = [];
	const text = (): string => marked(`zq${marks.length}marked`);
	const number = (): string => marked(`+1${7_310_000_000 + marks.length * 7_919}`);
	const marked = (mark: string): string => {
		marks.push(mark);
		return mark;
	};
	const { simulator } = bench();
	const account = bench().account();
	account.ownedNumbers = [number(), number()];
	for (const entries of [account.faxes, account.outbox, account.contacts, account.groups]) entries.clear();
	for (const user of simulator.state.users.values())
		Object.assign(user, { name: text(), lastname: text(), email: `${text()}@example.com`, role: text() });
	for (let at = 0; at < 18; at++) {
		const category = at % 2 === 0 ? 'sent' : 'inbox';
		simulator.addFax({
			...{ id: text(), category, from: number(), to: number(), comment: text() },
			...(at === 4 && { status: `failed for ${text()}` }),
		});
		const group = text();
		account.groups.set(group, { id: group, name: `${text()} two`, sharedWith: new Set() });
		const person = { id: text(), name: text(), fax_number: number(), email: text(), notes: text() };
		account.contacts.set(person.id, contact({ ...person, groups: [group] }));
	}
	addEndpoint(simulator, `ep_${text()}`, `https://127.0.0.1:9/${text()}`);
	const marking = token(text(), seed.ownerId, { name: text() });
	simulator.state.tokens.set(marking.value, marking);
	simulator.fail({ operationId: 'listAreas', times: 1, with: 400, error: text(), description: text() });
	expect(marks.length).toBeGreaterThanOrEqual(200);

	const rows = await reportOn(marking.value);
	const lower = rows.toLowerCase();
	expect(marks.filter((mark) => lower.includes(mark.toLowerCase()))).toEqual([]);
	expect(rows).not.toMatch(/marked|\d{7}|https?:|@/i);
	expect(rows).toContain('HTTP 400');
});

test('an empty account shows nothing about pages, faxes and contacts', async () => {
	const { simulator, account } = bench();
	for (const entries of [account().faxes, account().outbox, account().contacts]) entries.clear();
	simulator.settings.returnsContactTotal = false;
	const rows = withVerdict('not seen', await reportOn());
	for (const start of [
		'A fax has',
		'All statuses',
		'Faxes are listed',
		'A page with fewer',
		'A group of',
		'Fax.Plus refuses',
	])
		expect(rows).toContainEqual(expect.stringMatching(new RegExp(`^${start}`)));
});

test('a refusal by Fax.Plus becomes a row, but a refused token ends the report', async () => {
	const { simulator } = bench();
	simulator.fail({ operationId: 'listOutboxFaxes', times: 1, with: 403 });
	expect(withVerdict('not seen', await reportOn())).toContain('The outbox is a list');
	simulator.fail({ operationId: 'listOutboxFaxes', times: 1, with: 401 });
	await expect(reportOn()).rejects.toMatchObject({ status: 401 });
});

describe('npm run first-contact', () => {
	async function run(
		env: Record<string, string>,
		input = '',
	): Promise<[code: number, out: string, errors: string]> {
		const tsx = join(root, 'node_modules', '.bin', 'tsx');
		const { PATH = '' } = process.env;
		const script = spawn(tsx, ['tools/firstContact.ts'], { cwd: root, env: { PATH, ...env } });
		script.stdin.end(input);
		const ended = once(script, 'exit');
		const [out, errors] = await Promise.all([textOf(script.stdout), textOf(script.stderr)]);
		const [code] = (await ended) as [number];
		return [code, out, errors];
	}

	test.each([
		['from the environment', { FAXPLUS_ACCESS_TOKEN: 'secret-token' }, ''],
		['that a person types', {}, 'secret-token\n'],
	])('uses the token %s, and never shows it', async (_where, env, input) => {
		const { baseUrl } = bench().simulator;
		const [code, out, errors] = await run({ ...env, FAXPLUS_BASE_URL: baseUrl }, input);
		expect([code, out]).toEqual([1, '']);
		expect(bench().simulator.requests.at(-1)?.headers['authorization']).toBe('Bearer secret-token');
		expect(errors).not.toContain('secret-token');
	});

	test('reports a missing token', async () => {
		expect(await run({})).toEqual([
			1,
			'',
			expect.stringMatching(/"Access Token" in the credential is empty/),
		]);
	});
});
