import type { IExecuteFunctions } from 'n8n-workflow';

import type * as entries from '../../../nodes/FaxPlus/once/entryStore';
import { inTime, pause, useFakeClock } from '../support/clock';
import { reloaded } from '../support/process';
import { chancesFrom, UnlockedStore } from '../trigger/support/n8nProcesses';

useFakeClock();

const modules = [reloadedStore(), reloadedStore(), reloadedStore()] as const;

function reloadedStore(): typeof entries.EntryStore {
	return reloaded(
		() => jest.requireActual<typeof entries>('../../../nodes/FaxPlus/once/entryStore').EntryStore,
	);
}

/** Returns the entries of one node as one of three processes reads them. */
function storeIn(process: 0 | 1 | 2, store: UnlockedStore): entries.EntryStore {
	const context = {
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id: store.nodeId }),
		helpers: store.helpers,
	} as unknown as IExecuteFunctions;
	return new modules[process](context);
}

test('an entry is stored before the fax goes out, even if three processes overwrite each other', async () => {
	let [begun, lost] = [0, 0];
	for (let seed = 1; seed <= 20; seed++) {
		const chance = chancesFrom(seed);
		jest.spyOn(Math, 'random').mockImplementation(chance);
		const store = new UnlockedStore(() => 1 + chance() * 8);
		const batch = async (process: 0 | 1 | 2): Promise<void> => {
			const own = storeIn(process, store);
			for (let item = 0; item < 20; item++) {
				const entry = `${process} ${item}`;
				await own.add([entry, `${entry} open`]);
				// The fax is being sent at this point, so a kill would leave the entry in the store.
				await pause(20 + chance() * 80);
				begun += 1;
				if (!store.row?.includes(entry)) lost += 1;
				await own.remove([`${entry} open`]);
			}
		};
		await inTime(Promise.all([batch(0), batch(1), batch(2)]));
	}
	console.log(`${lost} of ${begun} entries were missing when their fax had gone out`);
	expect(lost).toBeLessThanOrEqual(begun / 1000);
});

test('what another process overwrites is stored again with the next entry', async () => {
	const store = new UnlockedStore();
	store.row = [];
	const own = storeIn(0, store);
	await inTime(own.add(['sent', 'sent open']));
	store.row = [];
	await inTime(own.add(['next']));
	expect(store.row).toEqual(expect.arrayContaining(['sent', 'sent open', 'next']));
});

test('a lookup stores nothing, and drops nothing from a full store', async () => {
	const store = new UnlockedStore();
	const own = storeIn(0, store);
	const row = Array.from({ length: 10_000 }, (_, i) => `entry ${i}`);
	store.row = [...row];
	const asked = inTime(own.recorded(['entry 3', 'another']));
	expect(await asked).toEqual(new Set(['entry 3']));
	expect(store.row).toEqual(row);
});

test('what is taken back for good is gone, though another process writes it back three times', async () => {
	const store = new UnlockedStore();
	store.row = ['refused'];
	const { removeProcessed } = store.helpers;
	let written = 0;
	store.helpers.removeProcessed = async (ids) => {
		await removeProcessed(ids);
		if (++written <= 3) store.row?.push('refused');
	};
	await inTime(storeIn(0, store).removeForGood(['refused']));
	expect(store.row).toEqual([]);
});

test('an entry that one process removed permanently stays once another process adds it', async () => {
	const store = new UnlockedStore();
	store.row = [];
	await inTime(storeIn(0, store).removeForGood(['refused']));
	await inTime(storeIn(1, store).add(['refused']));
	await inTime(storeIn(0, store).remove(['done']));
	expect(store.row).toEqual(['refused']);
});

test('a failing store records nothing, and reports that', async () => {
	const store = new UnlockedStore();
	store.faults.push('out of order');
	await expect(inTime(storeIn(0, store).add(['entry']))).rejects.toThrow('no such table');
});
