import { failedOf, faxIdOf, usePollingBench, type Customer } from './support';

const bench = usePollingBench();

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
