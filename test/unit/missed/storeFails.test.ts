import fc from 'fast-check';

import type { Fate } from '../support/n8n';
import { HOUR, MINUTE, useFakeClock, wait } from '../support/clock';
import { active } from './support/n8n';

const RUNS = { numRuns: Number(process.env['RUNS'] ?? 12) };

const fates = fc.array(fc.constantFrom<Fate>('well', 'well', 'fails', 'answer lost', 'late'), {
	minLength: 1,
	maxLength: 8,
});

useFakeClock(Date.UTC(2026, 10, 23, 9));

describe.each([0, 2])('With %i workers, whatever the store does during a check', (workers) => {
	it('each fax starts the workflow once if a person retries the executions that ask for it', async () => {
		await fc.assert(
			fc.asyncProperty(
				fates,
				fc.integer({ min: 1, max: 3 }),
				fc.boolean(),
				async (fated, missed, isKnown) => {
					jest.setSystemTime(Date.UTC(2026, 10, 23, 9));
					const { service, n8n } = await active({ workers });
					const expected: string[] = [];
					const addFax = (): ReturnType<typeof service.add> => {
						const fax = service.add();
						expected.push(fax.id);
						return fax;
					};
					await n8n.receive(addFax());
					// After these checks, it's known that lists and deliveries agree.
					if (isKnown) await n8n.checksFor(HOUR);
					await n8n.receive(addFax());
					for (let count = 0; count < missed; count++) addFax();
					n8n.storeFates.push(...fated);
					for (let check = 0; check < 8; check++) {
						wait(15 * MINUTE);
						await n8n.poll();
						const { length } = n8n.failed;
						await n8n.work();
						if (n8n.failed.length === length) continue;
						n8n.storeFates.length = 0;
						await n8n.retry();
					}
					n8n.storeFates.length = 0;
					await n8n.checksFor(6 * HOUR);
					expect([...n8n.passed].sort()).toEqual(expected.sort());
				},
			),
			RUNS,
		);
	});
});
