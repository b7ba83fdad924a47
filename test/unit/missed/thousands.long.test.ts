import type { ServiceFax } from '../polling/support/service';
import { HOUR, MINUTE, SECOND, useFakeClock, wait } from '../support/clock';
import { chancesFrom } from '../trigger/support/n8nProcesses';
import { active } from './support/n8n';

useFakeClock(Date.UTC(2026, 10, 23, 9));

const FAXES = Number(process.env['FAXES'] ?? 2_000);
const SEED = Number(process.env['SEED'] ?? 1);

/** How long faxes arrive, and how long after the last one all must have started the workflow. */
const DURATION = 48 * HOUR;
const AFTERWARDS = 3 * HOUR;

const CHECKS = 15 * MINUTE;
const KILLS = 6;
const DELETIONS = 2;
const REFUSED = 10 * MINUTE;
const LONGEST_LAG = 20 * MINUTE;
const LONGEST_COPY = 2 * HOUR;

describe.each([0, 2])('With %i workers', (workers) => {
	it.each(['the right', 'no'])(
		'and %s secret, each fax starts the workflow once although a third are never delivered, n8n is killed, the endpoint is deleted, the token is refused, and lists are late',
		async (secret) => {
			const { service, n8n } = await active({ workers, isMainReceiving: true });
			const chance = chancesFrom(SEED);
			const from = Date.now();
			const sometime = (length = DURATION): number => Date.now() + chance() * length;
			const refusedAt = sometime();
			const isRefused = (): boolean => Math.abs(Date.now() - refusedAt) < REFUSED / 2;
			service.trouble = () => (isRefused() ? 'refused' : undefined);

			const events: Array<{ at: number; take: () => Promise<void> | void }> = [];
			const deliver = (fax: ServiceFax): void => {
				if (secret === 'the right') n8n.deliver(fax);
				// Without the right secret, the trigger checks each delivery with Fax.Plus. Fax.Plus repeats a delivery if the fax
				// isn't listed yet or the request is refused.
				else if (isRefused() || fax.listedFrom > Date.now())
					repeat(fax, Math.max(fax.listedFrom, Date.now() + MINUTE));
				else n8n.deliver(fax, 'service');
			};
			const repeat = (fax: ServiceFax, at: number): void => {
				events.push({
					at,
					take: () => {
						deliver(fax);
					},
				});
			};

			const ids: string[] = [];
			let deletedAt = -Infinity;
			const addFax = (): void => {
				const end = Date.now();
				const lag = chance() < 1 / 2 ? chance() * LONGEST_LAG : 0;
				const fax = service.add({ start: end - 30 * SECOND, end, listedFrom: end + lag });
				ids.push(fax.id);
				// After a deletion, only the next check creates the endpoint again.
				if (chance() < 1 / 3 || end - deletedAt < CHECKS) return;
				deliver(fax);
				if (chance() < 1 / 5) repeat(fax, sometime(LONGEST_COPY));
			};
			for (let count = 0; count < FAXES; count++) events.push({ at: sometime(), take: addFax });
			// A killed process loses the executions that it hasn't started.
			for (let count = 0; count < KILLS; count++)
				events.push({
					at: sometime(),
					take: async () => {
						await n8n.restart();
					},
				});
			for (let count = 0; count < DELETIONS; count++)
				events.push({
					at: sometime(),
					take: () => {
						deletedAt = Date.now();
					},
				});

			for (let turn = 1; Date.now() < from + DURATION + AFTERWARDS; turn++) {
				wait(20 * SECOND);
				for (const event of events.filter(({ at }) => at <= Date.now())) {
					events.splice(events.indexOf(event), 1);
					await event.take();
				}
				if (chance() < 1 / 2) await n8n.work();
				if (turn % (CHECKS / (20 * SECOND)) === 0) await n8n.poll();
			}
			expect(ids).toHaveLength(FAXES);
			expect([...n8n.passed].sort()).toEqual(ids.sort());
		},
	);
});
