import { Here } from '../../../nodes/shared/passing/here';
import { Memory } from '../../../nodes/shared/watch/memory';
import type { Watch } from '../../../nodes/shared/watch/task';
import { takeBackLost, takeNew } from '../../../nodes/shared/watch/taking';
import { inServiceForm } from '../../../nodes/shared/values/times';
import { NODE } from '../support/context';
import { MINUTE, useFakeClock, wait } from '../support/clock';

useFakeClock();

const COUNT = 12_000;

function newMemory(): Memory {
	return Memory.of({
		getWorkflowStaticData: () => ({}),
		getNode: () => NODE,
		getInstanceId: () => 'n8n 1',
		getWorkflow: () => ({ id: 'workflow 1' }),
	} as never);
}

/** Records new faxes in the list's order, newest first. */
function find(memory: Memory, count: number, pauseMs: number): void {
	for (let at = count - 1; at >= 0; at--)
		memory.found.set(`fax_received ${at}`, {
			category: 'inbox',
			event: 'fax_received',
			fax: {
				id: String(at),
				status: 'success',
				from: '',
				to: '',
				start_time: inServiceForm(new Date(Date.now() + at * pauseMs)),
			},
			begun: 0,
		});
}

function watchOf(memory: Memory, most: number): Watch {
	const delivered = { floor: 0, patience: 0, mayBeHeld: () => true, isDone: () => false };
	return { memory, here: new Here(), delivered, most } as unknown as Watch;
}

it('However many faxes are waiting, none is passed on again before its time', () => {
	const memory = newMemory();
	find(memory, COUNT, 0);
	const watch = watchOf(memory, COUNT);
	expect(takeNew(watch)).toHaveLength(COUNT);
	wait(MINUTE);
	takeBackLost(watch);
	expect(memory.found.size).toBe(0);
	wait(15 * MINUTE);
	takeBackLost(watch);
	expect(memory.found.size).toBe(COUNT);
});

it('Faxes that are more than one round hands over take turns, though each start of n8n finds all of them again', () => {
	const memory = newMemory();
	const rounds = [1, 2, 3].map(() => {
		memory.open.clear();
		find(memory, 25, 1000);
		return takeNew(watchOf(memory, 10)).map(({ fax }) => Number(fax.id));
	});
	expect(new Set(rounds.flat()).size).toBe(25);
});
