import type { IDataObject } from 'n8n-workflow';

import { fixtureOf, versionsWith, writing } from '../support/fixtures';
import { active, N8n as MissedN8n } from './missed/support/n8n';
import { N8n as PollingN8n } from './polling/support/n8n';
import { Service } from './polling/support/service';
import { HOUR, MINUTE, useFakeClock, wait } from './support/clock';

/** Data that a version of the package leaves in n8n: a trigger's static data, and entries in n8n's store. */
interface Stored {
	savedAt: number;
	/** Ids of the faxes that have started the workflow. */
	passed: string[];
	/** All faxes that Fax.Plus lists. The oldest is from before the trigger was published. */
	faxes: Array<{ id: string; start: number }>;
	staticData: IDataObject;
	store: string[];
}

/** All released versions. Their data must stay readable for as long as their triggers are in use. */
const versions = versionsWith('trigger');

/** The time when a fixture's history begins. */
const BEGIN = Date.UTC(2026, 10, 23, 9);

/** Returns a simulated Fax.Plus with the faxes of a fixture, an hour after the fixture was saved. */
function serviceOf({ faxes, savedAt }: Stored): Service {
	jest.setSystemTime(savedAt + HOUR);
	const service = new Service();
	for (const { id, start } of faxes)
		service.add({ id, file: `${id}.pdf`, start, end: start, listedFrom: start });
	return service;
}

function pollingN8n(stored: Stored, service: Service): PollingN8n {
	const n8n = new PollingN8n(service);
	n8n.staticData = { global: structuredClone(stored.staticData) };
	n8n.store = [...stored.store];
	return n8n;
}

function missedN8n(stored: Stored, service: Service): MissedN8n {
	const n8n = new MissedN8n(service, { workers: 0 });
	n8n.staticData = structuredClone(stored.staticData);
	n8n.store = [...stored.store];
	return n8n;
}

/** Functions that return what this version stores. One fax is from before the publish, and the others start the workflow. */
const histories = {
	async pollingTrigger(): Promise<Stored> {
		const service = new Service();
		service.add({ end: Date.now() - HOUR });
		const n8n = new PollingN8n(service);
		await n8n.activate();
		for (let count = 0; count < 2; count++) {
			wait(5 * MINUTE);
			service.add();
			await n8n.pollsFor(10 * MINUTE);
		}
		return { ...storedIn(n8n, service), staticData: n8n.staticData['global'] as IDataObject };
	},

	async trigger(): Promise<Stored> {
		const { service, n8n } = await active({ workers: 0 });
		await n8n.receive(service.add(), 'signature');
		wait(MINUTE);
		await n8n.receive(service.add(), 'service');
		wait(MINUTE);
		service.add();
		await n8n.checksFor(HOUR);
		return storedIn(n8n, service);
	},
};

function storedIn({ passed, staticData, store }: PollingN8n | MissedN8n, { faxes }: Service): Stored {
	const known = faxes.map(({ id, start }) => ({ id, start }));
	return { savedAt: Date.now(), passed, faxes: known, staticData, store };
}

/** Returns the entries without the hash of their execution, because that hash depends on all of the items' data. */
function kindsOf(store: string[]): string[] {
	return store.map((entry) => entry.replace(/^[0-9a-f]{16} /, 'an execution '));
}

useFakeClock(BEGIN);

it.each(['trigger', 'pollingTrigger'] as const)(
	"earlier versions can read what this version stores in n8n's store for %s, so after a downgrade nothing starts again",
	async (name) => {
		const stored = await histories[name]();
		if (writing) writing(name, stored);
		for (const version of versions) {
			const { store } = fixtureOf(version, name) as Stored;
			expect(kindsOf(stored.store)).toEqual(expect.arrayContaining(kindsOf(store)));
		}
	},
);

describe.each(versions)('This version reads what version %s stored', (version) => {
	const ofPolling = fixtureOf(version, 'pollingTrigger') as Stored;
	const ofTrigger = fixtureOf(version, 'trigger') as Stored;

	it.each([
		['together', ofPolling],
		// Without static data, the entries in n8n's store are enough.
		["only in n8n's store", { ...ofPolling, staticData: {} }],
		// The last fax was still being handled when the static data was saved.
		['only in static data', { ...ofPolling, store: [], faxes: ofPolling.faxes.slice(0, -1) }],
	])(
		'in the polling trigger, %s: nothing starts again, and new faxes start the workflow once',
		async (_where, stored) => {
			const service = serviceOf(stored);
			const since = service.add({
				id: 'since',
				start: Date.now() - 30 * MINUTE,
				end: Date.now() - 29 * MINUTE,
			});
			const n8n = pollingN8n(stored, service);
			await n8n.restart();
			await n8n.pollsFor(HOUR);
			const after = service.add({ id: 'after' });
			await n8n.pollsFor(HOUR);
			expect(n8n.passed).toEqual([since.id, after.id]);
		},
	);

	it.each([
		['together', ofTrigger],
		[
			"only in n8n's store and as an endpoint",
			{
				...ofTrigger,
				staticData: { 'faxPlus endpoint node 1': ofTrigger.staticData['faxPlus endpoint node 1'] },
			},
		],
	])(
		'in the trigger, %s: nothing starts again, and new faxes start the workflow once',
		async (_where, stored) => {
			const service = serviceOf(stored);
			const [signed, confirmed] = service.faxes.filter(({ id }) => stored.passed.includes(id));
			const since = service.add({
				id: 'since',
				start: Date.now() - 30 * MINUTE,
				end: Date.now() - 29 * MINUTE,
			});
			const n8n = missedN8n(stored, service);
			await n8n.restart();
			if (signed) await n8n.receive(signed, 'signature');
			if (confirmed) await n8n.receive(confirmed, 'service');
			await n8n.checksFor(HOUR);
			expect(n8n.passed).toEqual([since.id]);
			expect(n8n.failed).toEqual([]);
		},
	);
});

describe('After a downgrade', () => {
	const stored = fixtureOf('0.1.0', 'pollingTrigger') as Stored;
	const newer = { 'faxPlus 2 node 1': { faxes: 'in another form' } };

	it("data in a newer version's format stays as it is, the log says so, and no fax is lost or starts the workflow twice", async () => {
		const service = serviceOf(stored);
		const since = service.add({
			id: 'since',
			start: Date.now() - 30 * MINUTE,
			end: Date.now() - 29 * MINUTE,
		});
		const n8n = pollingN8n({ ...stored, staticData: newer }, service);
		await n8n.restart();
		await n8n.pollsFor(HOUR);
		await n8n.restart();
		await n8n.pollsFor(HOUR);
		expect(n8n.passed).toEqual([since.id]);
		expect((n8n.staticData['global'] as IDataObject)['faxPlus 2 node 1']).toEqual(newer['faxPlus 2 node 1']);
		expect(n8n.warnings.filter((line) => line.includes('newer version'))).toHaveLength(1);
	});

	it('what a newer version added to a known format stays there', async () => {
		const addedLater = { to: 'a form' };
		const saved = { ...(stored.staticData['faxPlus node 1'] as IDataObject), addedLater };
		const service = serviceOf(stored);
		const n8n = pollingN8n({ ...stored, staticData: { 'faxPlus node 1': saved } }, service);
		await n8n.restart();
		service.add();
		await n8n.pollsFor(HOUR);
		wait(MINUTE);
		expect((n8n.staticData['global'] as IDataObject)['faxPlus node 1']).toMatchObject({ addedLater });
	});
});
