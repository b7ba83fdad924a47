import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { join } from 'node:path';

import { seed, token, type Fax } from '../../../tools/simulator';
import { serviceTime } from '../../../tools/simulator/faxing/times';
import { contact } from '../../../tools/simulator/makers';
import { projectRoot as root } from '../../../tools/harness/folders';
import { pauses } from '../../contract/support/naps';
import type * as naps from '../../contract/support/naps';
import { addEndpoint, addOutboxFax } from '../../contract/support/operationCases/clinic';
import { faxingBench } from '../../support/faxingBench';
import { reportOn } from './support/survey';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof naps>('../../contract/support/naps').withShortNaps(),
);

const bench = faxingBench({});

/** One of a row of faxes with dates that differ. */
function sentFax(at: number): Partial<Fax> {
	const [submitTime = null, startTime = '', lastUpdate = ''] = [-30, 0, 650].map((later) =>
		serviceTime(Date.UTC(2026, 0, 1) + (at * 100 + later) * 1000),
	);
	return { category: 'sent', submitTime, startTime, lastUpdate };
}

test.each([
	{ offsetHonoured: true, largestLimit: 60 },
	{ offsetHonoured: false, largestLimit: 40 },
])(
	'an account is asked at most forty times, by GET, for nothing twice, and a second apart: %j',
	async (more) => {
		const { simulator, account } = bench();
		Object.assign(simulator.settings, { largestContactPage: 20, listDate: 'submit_time', ...more });
		for (let at = 0; at < 60; at++) account().contacts.set(`c${at}`, contact({ id: `c${at}` }));
		for (let at = 0; at < 150; at++) simulator.addFax(sentFax(at));
		for (let at = 0; at < 3; at++)
			simulator.addFax({ ...sentFax(at * 3), category: 'inbox', submitTime: null });
		addOutboxFax(simulator, 'sending');
		Object.assign(account().outbox.get('sending') ?? {}, { status: 'sending' });
		expect(await reportOn(simulator)).not.toContain('The rest');
		const { requests } = simulator;
		expect(requests.length).toBeGreaterThan(30);
		expect(requests.length).toBeLessThanOrEqual(40);
		expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
		const asked = requests.map(({ path, query, headers }) =>
			JSON.stringify([path, query, headers['accept']]),
		);
		expect(new Set(asked).size).toBe(asked.length);
		const total = pauses.reduce((sum, pause) => sum + pause, 0);
		expect(total).toBeGreaterThanOrEqual(1000 * (requests.length - 1));
	},
);

test('The report holds none of two hundred marked values of an account', async () => {
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
		simulator.addFax({ id: text(), category, from: number(), to: number(), comment: text() });
		const group = text();
		account.groups.set(group, { id: group, name: `${text()} two`, sharedWith: new Set() });
		const person = { id: text(), name: text(), fax_number: number(), email: text(), notes: text() };
		account.contacts.set(person.id, contact({ ...person, groups: [group] }));
	}
	addEndpoint(simulator, `ep_${text()}`, `https://127.0.0.1:9/${text()}`);
	account.balance = { amount: 4_711_815, currency: marked('ZQM') };
	marks.push('4711815');
	account.credits.credits_remaining = 8_150_471;
	marks.push('8150471');
	account.customFields.clear();
	account.planType = 'enterprise';
	const marking = token(text(), seed.ownerId, { name: text() });
	simulator.state.tokens.set(marking.value, marking);
	simulator.fail({ operationId: 'listCountries', times: 1, with: 400, error: text(), description: text() });
	simulator.settings.contactGroups = 'names';
	expect(marks.length).toBeGreaterThanOrEqual(200);

	const report = await reportOn(simulator, marking.value);
	const lower = report.toLowerCase();
	expect(marks.filter((mark) => lower.includes(mark.toLowerCase()))).toEqual([]);
	expect(report).not.toMatch(/marked|\d{7}|https?:|@/i);
	expect(report).toContain('| no |');
});

describe('npm run first-contact', () => {
	async function run(
		env: Record<string, string>,
		input = '',
	): Promise<[code: number, out: string, errors: string]> {
		const tsx = join(root, 'node_modules', '.bin', 'tsx');
		const { PATH = '' } = process.env;
		const script = spawn(tsx, ['tools/first-contact/main.ts'], { cwd: root, env: { PATH, ...env } });
		script.stdin.end(input);
		const ended = once(script, 'exit');
		const [out, errors] = await Promise.all([textOf(script.stdout), textOf(script.stderr)]);
		const [code] = (await ended) as [number];
		return [code, out, errors];
	}

	test('takes the token from the environment, and says of a void one what to do', async () => {
		const { baseUrl } = bench().simulator;
		const [code, out, errors] = await run({ FAXPLUS_ACCESS_TOKEN: 'void', FAXPLUS_BASE_URL: baseUrl });
		expect([code, out]).toEqual([1, '']);
		expect(errors).toMatch(/HTTP 401.*Enter a new access token/);
	});

	test('asks for what the environment lacks, and shows nothing of it', async () => {
		const { baseUrl } = bench().simulator;
		const [code, out, errors] = await run({}, `secret-token\n${baseUrl}\n`);
		expect([code, out]).toEqual([1, '']);
		expect(errors).toMatch(/^Access token[^]*Base URL[^]*HTTP 401/);
		expect(errors).not.toContain('secret-token');
	});

	test('says so where no token is given', async () => {
		expect(await run({})).toEqual([1, '', expect.stringMatching(/holds no Access Token/)]);
	});
});
