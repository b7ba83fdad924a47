import { itemsOf } from '../../harness/n8n';
import { reportedSettings } from '../../simulator/reportedSettings';
import { AUTHENTICATIONS, NODE, useN8nBench } from './support/bench';

const bench = useN8nBench();

describe('In a real n8n', () => {
	test.each(AUTHENTICATIONS)(
		'an account is checked with %s, by one GET after the other, a second apart',
		async (authentication) => {
			const { simulator } = bench();
			simulator.settings.missingStatus = 404;

			const execution = await bench().run({ authentication, resource: 'account', operation: 'check' });

			expect(execution.status).toBe('success');
			const items = itemsOf(execution, NODE).map(({ json }) => json);
			expect(items.filter(({ ok }) => ok === 'no')).toEqual([]);
			expect(reportedSettings(items.at(-1)?.['report'] as string)).toMatchObject({ missingStatus: 404 });
			const { requests } = simulator;
			expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
			const distances = requests
				.slice(1)
				.map(({ startedAt }, before) => startedAt - (requests[before]?.startedAt ?? 0));
			expect(Math.min(...distances)).toBeGreaterThanOrEqual(1000);
		},
	);
});
