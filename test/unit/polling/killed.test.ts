import { HOUR, MINUTE, useFakeClock, wait } from '../support/clock';
import { active, N8n, type Settings } from './support/n8n';

useFakeClock(Date.UTC(2026, 10, 23, 9));

describe.each([false, true])(
	"After a kill during any store call of a poll's execution (workers: %s)",
	(hasWorkers) => {
		it.each([
			['each of its faxes', false],
			['each of its faxes except one that started it before', true],
		])('%s starts the workflow once, by itself or with Retry', async (_what, isLost) => {
			const settings: Settings = { hasWorkers };
			const { service, n8n } = await active(settings);
			service.add();
			await n8n.polls(2);
			const faxes: string[] = [];
			for (let count = 0; count < 2; count++) {
				faxes.push(service.add().id);
				wait(MINUTE);
			}
			const now = Date.now();
			let kills = 0;
			for (let calls = 0; ; calls++) {
				jest.setSystemTime(now);
				const killed = new N8n(service, settings);
				killed.store = [...n8n.store];
				// If n8n has lost the static data, the poll hands over all faxes again.
				killed.staticData = isLost ? {} : structuredClone(n8n.staticData);
				killed.storeFates.push(...Array.from({ length: calls }, () => 'well' as const), 'killed');
				await killed.activate('init');
				await killed.polls(1);
				killed.storeFates.length = 0;
				if (killed.killed.length === 0) break;
				kills += 1;
				if (hasWorkers) killed.loseWork();
				await killed.restart();
				await killed.pollsFor(HOUR);
				for (const items of killed.killed) await killed.retry(items);
				await killed.pollsFor(HOUR);
				expect([calls, ...killed.passed]).toEqual([calls, ...faxes]);
			}
			expect(kills).toBeGreaterThan(0);
		});
	},
);
