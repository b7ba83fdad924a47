import { getEventListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { types } from 'node:util';

import { Deadline } from '../../nodes/shared/http/deadline';

const never = new Promise<never>(() => undefined);

test('stopping an execution ends what it waits for, even if it was stopped before', async () => {
	const execution = new AbortController();
	const deadline = new Deadline(60_000, execution.signal);
	const waiting = deadline.limit(never);
	execution.abort();
	await expect(waiting).rejects.toThrow('The execution was canceled');
	expect(deadline.signal.aborted).toBe(true);
	await expect(new Deadline(60_000, execution.signal).limit(never)).rejects.toThrow('canceled');
});

test('what takes longer than its time ends', async () => {
	const deadline = new Deadline(1);
	const waiting = expect(deadline.limit(never)).rejects.toThrow(/in time/);
	// Timers fire in the order they're due, even on a slow machine.
	await pause(20);
	expect(deadline.signal.aborted).toBe(true);
	await waiting;
});

test('requests leave no listeners on the signal of an execution that lasts a day', () => {
	const { signal } = new AbortController();
	const held = () =>
		Reflect.ownKeys(signal)
			.map((key) => Reflect.get(signal, key) as unknown)
			.filter((value) => types.isSet(value) && value.size > 0);
	for (let request = 0; request < 100; request++) new Deadline(60_000, signal).release();
	expect(getEventListeners(signal, 'abort')).toEqual([]);
	expect(held()).toEqual([]);
});
