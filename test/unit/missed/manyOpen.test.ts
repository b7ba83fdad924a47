import { Here } from '../../../nodes/shared/passing/here';
import { Memory } from '../../../nodes/shared/watch/memory';
import type { Watch } from '../../../nodes/shared/watch/task';
import { takeBackLost, takeNew } from '../../../nodes/shared/watch/taking';
import { inServiceForm } from '../../../nodes/shared/values/times';
import { NODE } from '../support/context';
import { MINUTE, useFakeClock, wait } from '../support/clock';

useFakeClock();

const COUNT = 12_000;

it('However many faxes wait for what becomes of them, none is passed on again before its time', () => {
	const memory = Memory.of({
		getWorkflowStaticData: () => ({}),
		getNode: () => NODE,
		getInstanceId: () => 'n8n 1',
		getWorkflow: () => ({ id: 'workflow 1' }),
	} as never);
	const start = inServiceForm(new Date());
	for (let count = 0; count < COUNT; count++)
		memory.found.set(`fax_received ${count}`, {
			category: 'inbox',
			event: 'fax_received',
			fax: { id: String(count), status: 'success', from: '', to: '', start_time: start },
			begun: 0,
		});
	const delivered = { floor: 0, patience: 0, mayBeHeld: () => true, isDone: () => false };
	const watch = { memory, here: new Here(), delivered, most: COUNT } as unknown as Watch;
	expect(takeNew(watch)).toHaveLength(COUNT);
	wait(MINUTE);
	takeBackLost(watch);
	expect(memory.found.size).toBe(0);
	wait(15 * MINUTE);
	takeBackLost(watch);
	expect(memory.found.size).toBe(COUNT);
});
