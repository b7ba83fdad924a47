import { user } from '../../../simulator/makers';
import { faxIdOf, usePollingBench } from './support';

const bench = usePollingBench();

const ASKED_FOR = '+15550300001';
const OTHER = '+15550300002';

it.concurrent.each([
	{ outcome: 'success', passes: ['success', 'in_the_post'] },
	{ outcome: 'failure', passes: ['failed_user_busy', 'partially_sent', 'in_the_post'] },
	{ outcome: 'any', passes: ['success', 'failed_user_busy', 'partially_sent', 'in_the_post'] },
])('Outcome "$outcome" lets pass what ended so, and what nobody knows', async ({ outcome, passes }) => {
	const customer = await bench().customer();
	const trigger = bench().trigger(customer, { events: ['fax_sent'], outcome });
	const id = await bench().activate(customer, trigger);
	const statuses = ['success', 'failed_user_busy', 'partially_sent', 'in_the_post'];
	for (const [index, status] of statuses.entries()) customer.add({ category: 'sent', status }, 9 - index);
	await bench().untilPassed(id, passes.length);
	await customer.polled();
	const passed = await bench().passed(id);
	expect(passed.map(({ json }) => (json['data'] as { status: string }).status)).toEqual(passes);
});

it.concurrent('Numbers lets pass what comes from or goes to them, however they are written', async () => {
	const customer = await bench().customer();
	const trigger = bench().trigger(customer, {
		events: ['fax_received', 'fax_sent'],
		channels: '+1 (555) 030-0001',
		options: { numbersOfOthers: true },
	});
	const id = await bench().activate(customer, trigger);
	const from = customer.add({ from: ASKED_FOR }, 3);
	const to = customer.add({ to: ASKED_FOR, category: 'sent' }, 2);
	customer.add({ from: OTHER }, 1);
	await bench().untilPassed(id, 2);
	await customer.polled();
	// A poll reads one list after the other, so one of two that come meanwhile may wait for the next.
	expect((await bench().passedIds(id)).sort()).toEqual([from, to].sort());
});

it.concurrent('User ID watches the faxes of a member', async () => {
	const customer = await bench().customer();
	const member = user(`${customer.account.id}_member`, customer.account.id);
	bench().simulator.state.users.set(member.id, member);
	const trigger = bench().trigger(customer, { downloadFax: true, options: { userId: member.id } });
	const id = await bench().activate(customer, trigger);
	customer.add({}, 1);
	const ofMember = customer.add({ userId: member.id });
	await bench().untilPassed(id, 1);
	await customer.polled();
	const passed = await bench().passed(id);
	expect(passed.map(faxIdOf)).toEqual([ofMember]);
	expect(passed[0]?.json['data']).toMatchObject({ uid: member.id });
	expect(passed[0]?.binary?.['data']?.mimeType).toBe('application/pdf');
});

it.concurrent.each([
	{ includeSpam: true, passes: ['inbox', 'spam'] },
	{ includeSpam: false, passes: ['inbox'] },
])('Include Spam: $includeSpam', async ({ includeSpam, passes }) => {
	const customer = await bench().customer();
	const id = await bench().activate(customer, bench().trigger(customer, { options: { includeSpam } }));
	const ids = new Map([
		['inbox', customer.add({}, 2)],
		['spam', customer.add({ category: 'spam' }, 1)],
	]);
	await bench().untilPassed(id, passes.length);
	await customer.polled();
	expect(await bench().passedIds(id)).toEqual(passes.map((category) => ids.get(category)));
});

it.concurrent('Download Fax adds the pages, and says so where there are none', async () => {
	const customer = await bench().customer();
	const id = await bench().activate(customer, bench().trigger(customer, { downloadFax: true }));
	const whole = customer.add({}, 2);
	customer.add({ status: 'failed', documentFrom: Date.now() + 3_600_000 }, 1);
	await bench().untilPassed(id, 2);

	const [first, second] = await bench().passed(id);

	expect(await bench().pagesOf(first)).toEqual(await customer.pagesOf(whole));
	expect(first?.json).not.toHaveProperty('fileError');
	expect(second?.binary).toBeUndefined();
	expect(second?.json['fileError']).toMatchObject({
		status: 400,
		advice: expect.stringContaining('The service has no file for this fax, or not yet') as string,
	});
});
