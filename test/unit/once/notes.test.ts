import type { IExecuteFunctions } from 'n8n-workflow';

import type * as notes from '../../../nodes/FaxPlus/once/notes';
import { inTime, pause, useFakeClock } from '../support/clock';
import { loadedAnew } from '../support/process';
import { chancesFrom, UnlockedStore } from '../trigger/support/n8nProcesses';

useFakeClock();

const modules = [notesLoadedAnew(), notesLoadedAnew(), notesLoadedAnew()] as const;

function notesLoadedAnew(): typeof notes.Notes {
	return loadedAnew(() => jest.requireActual<typeof notes>('../../../nodes/FaxPlus/once/notes').Notes);
}

/** Notes of one node in one of three processes. */
function notesIn(process: 0 | 1 | 2, store: UnlockedStore): notes.Notes {
	const context = {
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id: store.nodeId }),
		helpers: store.helpers,
	} as unknown as IExecuteFunctions;
	return new modules[process](context);
}

test('what is noted is there when the fax goes out, though three processes write over each other', async () => {
	let [begun, lost] = [0, 0];
	for (let seed = 1; seed <= 20; seed++) {
		const chance = chancesFrom(seed);
		jest.spyOn(Math, 'random').mockImplementation(chance);
		const store = new UnlockedStore(() => 1 + chance() * 8);
		const batch = async (process: 0 | 1 | 2): Promise<void> => {
			const own = notesIn(process, store);
			for (let item = 0; item < 20; item++) {
				const note = `${process} ${item}`;
				await own.add([note, `${note} open`]);
				// The fax is under way: a kill now would leave what the store holds.
				await pause(20 + chance() * 80);
				begun += 1;
				if (!store.row?.includes(note)) lost += 1;
				await own.remove([`${note} open`]);
			}
		};
		await inTime(Promise.all([batch(0), batch(1), batch(2)]));
	}
	console.log(`${lost} of ${begun} notes were missing when their fax had gone out`);
	expect(lost).toBeLessThanOrEqual(begun / 1000);
});

test('asking leaves nothing behind, and drops nothing of a full store', async () => {
	const store = new UnlockedStore();
	const own = notesIn(0, store);
	const row = Array.from({ length: 10_000 }, (_, i) => `note ${i}`);
	store.row = [...row];
	const asked = inTime(own.known(['note 3', 'another']));
	expect(await asked).toEqual(new Set(['note 3']));
	expect(store.row).toEqual(row);
});

test('what one process took back for good may be noted by another, and stays', async () => {
	const store = new UnlockedStore();
	store.row = [];
	await inTime(notesIn(0, store).removeForGood(['refused']));
	await inTime(notesIn(1, store).add(['refused']));
	await inTime(notesIn(0, store).remove(['done']));
	expect(store.row).toEqual(['refused']);
});

test('a store that fails is no note', async () => {
	const store = new UnlockedStore();
	store.faults.push('out of order');
	await expect(inTime(notesIn(0, store).add(['note']))).rejects.toThrow('no such table');
});
