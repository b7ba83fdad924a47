import { DAY, HOUR, MINUTE, useFakeClock, wait } from '../support/clock';
import type { Service } from '../polling/support/service';
import { Service as NewService } from '../polling/support/service';
import { N8n, type Settings } from './support/n8n';

useFakeClock(Date.UTC(2026, 10, 23, 9));

const BOTH = ['fax_received', 'fax_sent'];

/** Downloads fail here, so each item reports what went wrong with its file. */
const PDF = { downloadFax: true, format: 'pdf', binaryPropertyName: 'data' };

/**
 * Returns an n8n instance in which the trigger has been active for five days, with 200 faxes. If checks are on, all faxes
 * that match the trigger's settings have started the workflow.
 */
async function afterFiveDays(settings: Settings): Promise<{ service: Service; n8n: N8n }> {
	const service = new NewService();
	const n8n = new N8n(service, settings);
	await n8n.activate();
	const { events = BOTH, outcome = 'any', channels = '' } = settings.fields ?? {};
	for (let count = 0; count < 200; count++) {
		wait((5 * DAY) / 200);
		const fax = service.add({
			category: count % 2 === 0 ? 'inbox' : 'sent',
			status: count % 3 === 0 ? 'failed_no_answer' : 'success',
			to: count % 5 === 0 ? '+15550100777' : '+15550100000',
		});
		const event = fax.category === 'inbox' ? 'fax_received' : 'fax_sent';
		const isWanted =
			(events as string[]).includes(event) &&
			(outcome === 'any' || fax.status === 'success') &&
			(channels === '' || fax.to === channels);
		// Without checks for missed faxes, missed faxes stay missed.
		const isMissed = settings.fields?.['missedFaxes'] === 'never' && count % 9 === 0;
		if (isWanted && !isMissed) n8n.deliver(fax);
		await n8n.work();
		if (count % 40 === 0 && settings.fields?.['missedFaxes'] !== 'never') await n8n.poll();
		await n8n.work();
	}
	n8n.passed.length = 0;
	wait(MINUTE);
	return { service, n8n };
}

describe.each([0, 2])('With %i workers, after a change to a trigger five days later', (workers) => {
	it.each<[string, Settings['fields'], Settings['fields']]>([
		['an event is added', { events: ['fax_received'] }, { events: BOTH }],
		['Outcome covers more', { outcome: 'success' }, { outcome: 'any' }],
		['Numbers is cleared', { channels: '+15550100777' }, { channels: '' }],
		['Download Fax is turned on', {}, PDF],
		['Download Fax is turned off', PDF, {}],
		['the download format changes', PDF, { ...PDF, format: 'tiff' }],
		['Remember Deliveries is raised', {}, { options: { rememberDeliveries: 2_000 } }],
	])('%s: no old fax starts the workflow, and no later one is lost', async (_what, before, after) => {
		for (const isRestarted of [false, true]) {
			const { service, n8n } = await afterFiveDays({ workers, fields: before ?? {} });
			n8n.settings.fields = after ?? {};
			await n8n.activate();
			if (isRestarted) await n8n.restart();
			wait(MINUTE);
			const { id } = service.add({ category: 'sent', status: 'failed_no_answer' });
			await n8n.checksFor(3 * HOUR);
			expect(n8n.passed).toEqual([id]);
		}
	});

	it('Find Missed Faxes is turned on: no old fax starts the workflow, and no later one is lost', async () => {
		for (const isRestarted of [false, true]) {
			const { service, n8n } = await afterFiveDays({ workers, fields: { missedFaxes: 'never' } });
			n8n.settings.fields = { missedFaxes: 'every15Minutes' };
			await n8n.activate();
			if (isRestarted) await n8n.restart();
			wait(MINUTE);
			const [missed, delivered] = [service.add(), service.add()];
			await n8n.receive(delivered);
			await n8n.checksFor(3 * HOUR);
			expect(n8n.passed.sort()).toEqual([missed.id, delivered.id].sort());
		}
	});

	it('during a check: no fax between the publish and the next check is lost', async () => {
		const { service, n8n } = await afterFiveDays({ workers, fields: { outcome: 'success' } });
		await n8n.publishDuringCheck({ fields: { outcome: 'any' } });
		wait(MINUTE);
		const { id } = service.add({ status: 'failed_no_answer' });
		await n8n.checksFor(HOUR);
		expect(n8n.passed).toEqual([id]);
	});

	it('faxes that match the fields before and after still start the workflow if they were missed', async () => {
		const { service, n8n } = await afterFiveDays({ workers, fields: { outcome: 'success' } });
		const missed = service.add();
		service.add({ status: 'failed_no_answer' });
		wait(MINUTE);
		n8n.settings.fields = { outcome: 'any' };
		await n8n.activate();
		await n8n.checksFor(HOUR);
		expect(n8n.passed).toEqual([missed.id]);
	});

	it.each([
		['the credential of another account is selected', true],
		['the token of another account is entered', false],
	])('%s: none of its earlier faxes starts the workflow', async (_what, isPublished) => {
		for (const hasFaxes of [true, false]) {
			const { service, n8n } = hasFaxes
				? await afterFiveDays({ workers })
				: { service: new NewService(), n8n: undefined };
			const n = n8n ?? new N8n(service, { workers });
			if (!n8n) await n.activate();
			if (!n8n && !isPublished) continue;
			wait(MINUTE);
			if (!isPublished) await n.poll();
			const change = Date.now();
			service.faxes.length = 0;
			for (let count = 0; count < 200; count++)
				service.add({ owner: 'another', end: change - MINUTE - (count * 5 * DAY) / 200 });
			if (isPublished) {
				n.settings.credentialId = 'credential 2';
				await n.activate();
			}
			wait(MINUTE);
			const { id } = service.add({ owner: 'another' });
			await n.checksFor(3 * HOUR);
			expect(n.passed).toEqual([id]);
		}
	});

	it("an administrator's token in place of a member's: no old fax of another member starts the workflow", async () => {
		const { service, n8n } = await afterFiveDays({ workers });
		const others = service.add({ owner: 'another member', listedFrom: Infinity });
		await n8n.checksFor(HOUR);
		others.listedFrom = 0;
		n8n.settings.credentialId = 'credential 2';
		await n8n.activate();
		wait(MINUTE);
		const { id } = service.add({ owner: 'another member' });
		await n8n.checksFor(3 * HOUR);
		expect(n8n.passed).toEqual([id]);
	});

	it('a trigger that was never active, but looks back, starts nothing old after a delivery', async () => {
		const service = new NewService();
		for (let hour = 2; hour < 100; hour++) service.add({ end: Date.now() - hour * HOUR });
		const n8n = new N8n(service, { workers });
		const lostAt = Date.now();
		n8n.staticData = { 'faxPlus endpoint node 1': { registeredAt: lostAt - 5 * DAY, lostAt } };
		await n8n.activate();
		wait(MINUTE);
		const delivered = service.add();
		await n8n.receive(delivered);
		await n8n.checksFor(3 * HOUR);
		expect(n8n.passed).toEqual([delivered.id]);
	});

	it.each([
		['without stored data in n8n', false],
		['imported into another n8n instance with its static data', true],
	])('a copy of the workflow %s starts nothing old', async (_how, isExported) => {
		const { service, n8n } = await afterFiveDays({ workers });
		const copy = new N8n(service, { workers });
		if (isExported) [copy.staticData, copy.instanceId] = [structuredClone(n8n.staticData), 'another n8n'];
		await copy.activate();
		wait(MINUTE);
		const { id } = service.add();
		await copy.checksFor(3 * HOUR);
		expect(copy.passed).toEqual([id]);
	});

	it.each([
		[false, false],
		[true, false],
		[false, true],
		[true, true],
	])(
		'after twenty minutes unpublished, only faxes from after the publish start the workflow (n8n restarted: %s, durable polls: %s)',
		async (isRestarted, isScheduled) => {
			const { service, n8n } = await afterFiveDays({ workers, isScheduled });
			n8n.unpublish();
			const isSent = { category: 'sent' } as const;
			for (let count = 0; count < 4; count++) {
				service.add(count % 2 === 0 ? {} : isSent);
				wait(5 * MINUTE);
			}
			await n8n.activate();
			if (isRestarted) await n8n.restart();
			wait(MINUTE);
			const ids = [service.add().id];
			wait(MINUTE);
			ids.push(service.add(isSent).id);
			await n8n.checksFor(3 * HOUR);
			expect(n8n.passed).toEqual(ids);
		},
	);

	it('with durable polls, another main process replaces a killed one and finds the missed fax', async () => {
		const { service, n8n } = await afterFiveDays({ workers, isScheduled: true });
		const ids = [];
		for (let kill = 0; kill < 3; kill++) {
			ids.push(service.add().id);
			wait(15 * MINUTE);
			await n8n.poll(true);
			await n8n.restart();
			await n8n.checksFor(HOUR);
		}
		expect(n8n.passed).toEqual(ids);
	});

	it("with durable polls, a fax that was missed while n8n lost the trigger's memory still starts the workflow", async () => {
		const { service, n8n } = await afterFiveDays({ workers, isScheduled: true });
		const { id } = service.add();
		wait(MINUTE);
		Reflect.deleteProperty(n8n.staticData, 'faxPlus node 1');
		await n8n.restart();
		await n8n.checksFor(HOUR);
		expect(n8n.passed).toEqual([id]);
	});

	it('a kill during a publish loses no fax that was sent in between', async () => {
		const { service, n8n } = await afterFiveDays({ workers });
		n8n.unpublish();
		wait(MINUTE);
		const { id } = service.add();
		wait(MINUTE);
		await n8n.restart();
		await n8n.checksFor(3 * HOUR);
		expect(n8n.passed).toEqual([id]);
	});

	it("the same account's token is entered again: no fax is lost, and none starts the workflow twice", async () => {
		const { service, n8n } = await afterFiveDays({ workers });
		const missed = service.add();
		n8n.settings.credentialId = 'credential 2';
		await n8n.activate();
		await n8n.checksFor(3 * HOUR);
		expect(n8n.passed).toEqual([missed.id]);
	});
});
