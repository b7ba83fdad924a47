import { faxIdOf, until, usePollingBench, type Customer, type EndedExecution } from './support';

const bench = usePollingBench();

function failedOf(executions: readonly EndedExecution[]): EndedExecution[] {
	return executions.filter(({ status }) => status === 'error');
}

describe('What a person has to mend', () => {
	it.concurrent.each([
		{
			what: 'an expired token',
			breakToken: ({ token }: Customer) => (token.expiresAt = 0),
			mend: ({ token }: Customer) => (token.expiresAt = Number.MAX_SAFE_INTEGER),
			message: /HTTP 401/,
			advice: /Enter a new access token in the credential/,
		},
		{
			what: 'a scope that is missing',
			breakToken: ({ token }: Customer) => (token.scopes = ['fax:webhook:read']),
			mend: ({ token }: Customer) => (token.scopes = ['fax:fax:read']),
			message: /HTTP 403/,
			advice: /needs one of these scopes: fax:all:read, fax:fax:read/,
		},
	])(
		'$what shows at the next poll in one failed execution, and what comes meanwhile passes afterwards',
		async ({ breakToken, mend, message, advice }) => {
			const customer = await bench().customer();
			const id = await bench().activate(customer);
			const before = customer.add();
			await bench().untilPassed(id, 1);

			breakToken(customer);
			await customer.polled();
			expect(failedOf(await bench().executions(id))).toHaveLength(1);
			const meanwhile = customer.add();
			await customer.polled(3);

			const [failed, ...others] = failedOf(await bench().executions(id));
			expect(others).toEqual([]);
			expect(failed?.message).toMatch(message);
			expect(failed?.description).toMatch(advice);
			expect(failed?.description).toContain('start the workflow once this is mended');

			mend(customer);
			await bench().untilPassed(id, 2);
			const after = customer.add();
			await bench().untilPassed(id, 3);
			const executions = await bench().executions(id);
			expect(executions.flatMap(({ items }) => items).map(faxIdOf)).toEqual([before, meanwhile, after]);
			expect(failedOf(executions)).toHaveLength(1);
		},
	);
});

describe('An outage', () => {
	it.concurrent.each([500, 'silence', 'hang-up'] as const)(
		'(%s) shows with the sixth poll that fails and not before, and not again',
		async (kind) => {
			const customer = await bench().customer();
			const id = await bench().activate(customer);
			customer.outage = kind;
			const from = bench().n8n.log.length;
			const unshown = (): number =>
				bench()
					.n8n.log.slice(from)
					.split('\n')
					.filter((line) => line.includes(`(${id})`) && line.includes('a poll failed')).length;

			await until(async () => failedOf(await bench().executions(id))[0]);

			// The sixth is not in the log, but in the list of executions.
			expect(unshown()).toBe(5);
			const meanwhile = customer.add();
			await customer.polled(3);
			const executions = await bench().executions(id);
			expect(executions).toHaveLength(1);
			expect(executions[0]?.description).toContain('The faxes that come meanwhile start the workflow');

			customer.outage = undefined;
			expect(await bench().untilPassed(id, 1)).toEqual([meanwhile]);
			expect(failedOf(await bench().executions(id))).toHaveLength(1);
		},
	);

	it.concurrent('that ends sooner shows nowhere but in the log', async () => {
		const customer = await bench().customer();
		const id = await bench().activate(customer);
		customer.outage = 500;
		await customer.polled(4);
		customer.outage = undefined;
		const faxId = customer.add();
		expect(await bench().untilPassed(id, 1)).toEqual([faxId]);
		expect(await bench().executions(id)).toHaveLength(1);
		expect(bench().n8n.log).toMatch(
			new RegExp(`\\(${id}\\): the poll went well again, after 4 that had failed`),
		);
	});
});
