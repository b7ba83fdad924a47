import { valueOfList } from '../../../nodes/shared/editor/listField';
import { toText } from '../../../nodes/shared/values/fieldValues';
import { DAY, HOUR, MINUTE, SECOND, useFakeClock, wait } from '../support/clock';
import { active, N8n, type Kill, type Settings } from './support/n8n';
import { Service, type Trouble } from './support/service';

useFakeClock(Date.UTC(2026, 10, 22, 9));

/** Behavior that Fax.Plus's documentation leaves open. */
const LISTS_FAXES_UNDER_WAY = { readings: { listsFaxesUnderWay: true } };
const IGNORES_OFFSET = { readings: { usesOffset: false } };

/** Setup in which the account has had a fax before. */
const WITH_ONE = { prepare: (service: Service) => service.add() };

describe('a new fax', () => {
	test('starts the workflow once, oldest first', async () => {
		const { service, n8n } = await active();
		const ids = [];
		for (let minute = 0; minute < 3; minute++) {
			wait(MINUTE);
			ids.push(service.add().id);
			service.add({ category: 'spam' });
		}
		await n8n.polls(2);
		expect(n8n.executions).toEqual([ids]);
		expect(n8n.passed).toEqual(ids);
	});

	test.each([true, false])(
		'is the first of an account, and each one after it, if Fax.Plus uses `offset`: %s',
		async (usesOffset) => {
			const { service, n8n } = await active({ readings: { usesOffset } });
			const ids: string[] = [];
			for (const together of [1, 1, 2, 9, 10, 11, 49]) {
				wait(MINUTE);
				const added = Array.from({ length: together }, () => service.add().id);
				// Within a second, Fax.Plus lists faxes by their ids.
				ids.push(...added.sort().reverse());
				await n8n.poll();
			}
			expect(n8n.passed).toEqual(ids);
			expect(n8n.failed).toEqual([]);
		},
	);

	test('from the same second starts the workflow in the reverse order of the list', async () => {
		const { service, n8n } = await active();
		// Within a second, Fax.Plus lists faxes by their ids.
		const ids = [service.add(), service.add(), service.add()].map(({ id }) => id);
		await n8n.poll();
		expect(n8n.passed).toEqual(ids.reverse());
	});

	test('causes only four requests while Fax.Plus is unavailable', async () => {
		const { service, n8n } = await active();
		service.trouble = () => 'not available';
		service.queries.length = 0;
		await n8n.poll();
		expect(service.queries).toHaveLength(4);
	});

	test("isn't there: one request is enough to find out", async () => {
		const { service, n8n } = await active({
			prepare: (before) => {
				for (let count = 0; count < 60; count++) before.add({ end: Date.now() - count * MINUTE });
			},
		});
		service.queries.length = 0;
		await n8n.poll();
		expect(service.queries).toHaveLength(1);
	});

	test('matches the fields', async () => {
		const { service, n8n } = await active({
			fields: {
				events: ['fax_received', 'fax_sent'],
				outcome: 'failure',
				channels: '+1 555 010 0000',
				options: { includeSpam: true },
			},
		});
		const failed = { status: 'failed_no_answer' };
		service.add();
		service.add({ ...failed, to: '+15550100777' });
		const wanted = [
			service.add(failed),
			service.add({ ...failed, category: 'spam' }),
			service.add({ ...failed, category: 'sent', from: '+15550100000', to: '+15550100777' }),
			service.add({ status: 'a word that nobody knows' }),
			// This fax has no number, so it may be to the selected one.
			service.add({ ...failed, to: '' }),
		];
		service.add({ ...failed, from: '', to: '+15550100777' });
		await n8n.polls(2);
		expect(n8n.passed.sort()).toEqual(wanted.map(({ id }) => id).sort());
	});

	test('may have begun hours ago and be listed among older ones', async () => {
		const { service, n8n } = await active();
		for (let count = 0; count < 200; count++) {
			wait(MINUTE);
			service.add();
			await n8n.poll();
		}
		const late = service.add({ start: Date.now() - 3 * HOUR, end: Date.now() });
		await n8n.polls(11);
		expect(n8n.passed).toContain(late.id);
		expect(n8n.passed).toHaveLength(201);
	});

	test.each([true, false])(
		'may have been in progress, and counts once it has finished (begun before the activation: %s)',
		async (isBefore) => {
			const addOpenFax = (service: Service) =>
				service.add({ start: Date.now() - MINUTE, end: Date.now() + HOUR });
			const { service, n8n } = await active({
				...LISTS_FAXES_UNDER_WAY,
				...(isBefore && { prepare: addOpenFax }),
			});
			const fax = service.faxes[0] ?? addOpenFax(service);
			await n8n.polls(2);
			expect(n8n.executions).toEqual([]);
			wait(HOUR);
			await n8n.poll();
			expect(n8n.passed).toEqual([fax.id]);
		},
	);

	test('starts the workflow even if Fax.Plus shows it as in progress for hours', async () => {
		const { service, n8n } = await active();
		const fax = service.add({ status: 'in_progress' });
		await n8n.polls(2);
		expect(n8n.executions).toEqual([]);
		wait(2 * HOUR);
		await n8n.poll();
		expect(n8n.passed).toEqual([fax.id]);
	});

	test('may take longer than the watched period', async () => {
		const { service, n8n } = await active(LISTS_FAXES_UNDER_WAY);
		const fax = service.add({ start: Date.now(), end: Date.now() + 5 * HOUR, listedFrom: Date.now() });
		for (let count = 0; count < 80; count++) {
			service.add();
			await n8n.polls(1, 5 * MINUTE);
		}
		expect(n8n.passed).toContain(fax.id);
	});

	test('is found even if more faxes share a second than Fax.Plus lists', async () => {
		const { service, n8n } = await active({
			...IGNORES_OFFSET,
			prepare: (before) => {
				for (let count = 0; count < 120; count++) before.add();
				wait(MINUTE);
				before.add();
			},
		});
		const fax = service.add();
		await n8n.poll();
		expect(n8n.passed).toEqual([fax.id]);
	});

	test.each([
		['any', ['fax 1', 'fax 1']],
		['success', ['fax 1']],
		['failure', ['fax 1']],
	])(
		'includes each result of a fax that fails twice and then succeeds under one ID (Outcome %s)',
		async (outcome, passed) => {
			const { service, n8n } = await active({ fields: { events: ['fax_sent'], outcome } });
			const fax = service.add({ category: 'sent', status: 'failed_user_busy' });
			for (const status of ['failed_user_busy', 'failed_no_answer', 'success', 'success']) {
				service.replace(fax, { status });
				await n8n.pollsFor(15 * MINUTE);
			}
			expect(n8n.passed).toEqual(passed);
		},
	);

	test("isn't one that is listed again because somebody changed it", async () => {
		const { service, n8n } = await active({
			readings: { listDate: 'last_update' },
			prepare: (before) => before.add({ end: Date.now() - 30 * DAY }),
		});
		const [old = service.add()] = service.faxes;
		service.add();
		await n8n.poll();
		old.end = Date.now();
		await n8n.polls(2, 11 * MINUTE);
		expect(n8n.passed).not.toContain(old.id);
	});

	test.each([9, 72])("doesn't depend on n8n's clock, which is %i hours ahead", async (hours) => {
		const addFax = (service: Service) => service.add({ end: Date.now() - hours * HOUR });
		const { service, n8n } = await active({ prepare: addFax });
		const fax = addFax(service);
		await n8n.poll();
		expect(n8n.passed).toEqual([fax.id]);
	});
});

test('a poll that begins during another one does nothing', async () => {
	const { service, n8n } = await active(WITH_ONE);
	service.add();
	service.queries.length = 0;
	const outputs = await Promise.all([n8n.beginPoll(), n8n.beginPoll()]);
	expect(outputs.map((output) => output?.[0]?.length)).toEqual([1, undefined]);
	expect(service.queries).toHaveLength(1);
});

test('an execution whose faxes all started the workflow before is empty, and says why', async () => {
	const { service, n8n } = await active();
	service.add();
	await n8n.poll();
	expect(n8n.hints).toEqual([]);
	await n8n.restart();
	await n8n.poll();
	expect(n8n.executions).toHaveLength(2);
	expect(n8n.passed).toHaveLength(1);
	expect(n8n.hints).toEqual([expect.stringContaining('started the workflow before')]);
});

test.each([
	['even if it was the first one', []],
	['even if the same file went to the same number before', ['before']],
])("a fax that n8n couldn't store is passed on again after a kill, %s", async (_what, before) => {
	const { service, n8n } = await active({ fields: { events: ['fax_sent'] } });
	const send = (id: string) => service.add({ id, category: 'sent', file: 'a.pdf', to: '+15550100777' });
	for (const id of before) {
		send(id);
		await n8n.polls(1);
	}
	send('lost');
	await n8n.poll('before the execution is stored');
	wait(16 * MINUTE);
	await n8n.polls(2);
	expect(n8n.passed).toEqual([...before, 'lost']);
});

test('slow lists are read for at most half of the time of each poll, until all new faxes have started the workflow', async () => {
	const { service, n8n } = await active(WITH_ONE);
	const ids = Array.from({ length: 1_000 }, (_, at) => service.add({ end: Date.now() + at * SECOND }).id);
	wait(HOUR);
	service.trouble = () => {
		wait(40 * SECOND);
		return undefined;
	};
	for (let poll = 1; poll <= 12; poll++) {
		const began = Date.now();
		await n8n.poll();
		expect(Date.now() - began).toBeLessThanOrEqual(200 * SECOND);
		wait(MINUTE);
	}
	expect([...n8n.passed].sort()).toEqual(ids.sort());
	expect(n8n.failed).toEqual([]);
});

test('the memory of thousands of faxes stays small, and none of them is new', async () => {
	const { n8n } = await active({
		prepare: (before) => {
			for (let count = 0; count < 6_000; count++) before.add({ end: Date.now() - 2 * count * SECOND });
		},
	});
	await n8n.polls(1);
	expect(JSON.stringify(n8n.staticData).length).toBeLessThan(64 * 1024);
	expect(n8n.passed).toEqual([]);
});

test('A change that is published during a poll applies from then on', async () => {
	const { service, n8n } = await active({ ...WITH_ONE, fields: { outcome: 'success' } });
	await n8n.publishDuringPoll({ fields: { outcome: 'any' } });
	wait(MINUTE);
	const { id } = service.add({ status: 'failed_no_answer' });
	wait(MINUTE);
	await n8n.pollsFor(HOUR);
	expect(n8n.passed).toEqual([id]);
});

describe("n8n's durable scheduler", () => {
	test("finds a matching fax behind hundreds that don't match, although n8n saves nothing in between", async () => {
		const { service, n8n } = await active({ ...WITH_ONE, isScheduled: true, fields: { outcome: 'failure' } });
		for (let count = 0; count < 1_200; count++) {
			wait(5_000);
			service.add();
		}
		const fax = service.add({ status: 'failed_no_answer' });
		await n8n.polls(8);
		expect(n8n.passed).toEqual([fax.id]);
	});

	test.each([36_000, 300_000, 301_000])('may limit a poll to %i ms', async (budget) => {
		const { service, n8n } = await active({ ...WITH_ONE, isScheduled: true, budget });
		service.failEvery(1, 'refused');
		await n8n.polls(15);
		expect(n8n.failed).toEqual([expect.stringContaining('token')]);
	});

	test('finds a fax again that n8n discarded because the workflow was deactivated in between', async () => {
		const { service, n8n } = await active({ ...WITH_ONE, isScheduled: true });
		const fax = service.add();
		await n8n.poll('before it saves');
		await n8n.polls(1);
		expect(n8n.passed).toEqual([fax.id]);
	});

	test('lets another main process replace a killed one: each fax starts the workflow once', async () => {
		const { service, n8n } = await active({ ...WITH_ONE, isScheduled: true });
		const ids = [];
		for (const kill of [
			'before it saves',
			'before the execution is stored',
			'before the execution begins',
		] satisfies Kill[]) {
			ids.push(service.add().id);
			await n8n.polls(1);
			ids.push(service.add().id);
			await n8n.poll(kill);
			await n8n.restart();
			await n8n.polls(2);
		}
		expect(n8n.passed).toEqual(ids);
	});
});

describe('another account', () => {
	test('a new credential of the same account changes nothing', async () => {
		const { service, n8n } = await active(WITH_ONE);
		service.faxes.length = 0;
		const fax = service.add();
		await n8n.publish({ credentialId: 'credential 2' });
		expect(n8n.passed).toEqual([fax.id]);
	});

	test.each<['inbox' | 'sent', Trouble]>([
		['inbox', undefined],
		['inbox', 'out of order'],
		['sent', 'out of order'],
	])(
		"another account's existing faxes aren't new (errors at first with %s: %s)",
		async (category, trouble) => {
			const { service, n8n } = await active({
				...WITH_ONE,
				fields: { events: ['fax_received', 'fax_sent'] },
			});
			service.faxes.length = 0;
			service.add({ owner: 'another' });
			service.failFor(category, trouble);
			await n8n.publish({ credentialId: 'credential 2' });
			service.trouble = () => undefined;
			await n8n.polls(1);
			const fax = service.add({ owner: 'another' });
			await n8n.polls(1);
			expect(n8n.passed).toEqual([fax.id]);
		},
	);

	test("a new credential of the same account changes nothing even if the newest faxes are other members'", async () => {
		const { service, n8n } = await active({ prepare: (before) => before.add({ owner: 'one member' }) });
		for (let count = 0; count < 50; count++) service.add({ owner: 'another member' });
		await n8n.polls(1);
		service.faxes.shift();
		const fax = service.add({ owner: 'another member' });
		await n8n.publish({ credentialId: 'credential 2' });
		expect(n8n.passed.at(-1)).toBe(fax.id);
	});

	test("another account's faxes from before the first, empty account was watched aren't new", async () => {
		const { service, n8n } = await active();
		service.add({ owner: 'another', end: Date.now() - DAY });
		wait(MINUTE);
		const fax = service.add({ owner: 'another' });
		await n8n.publish({ credentialId: 'credential 2' });
		await n8n.polls(1);
		expect(n8n.passed).toEqual([fax.id]);
	});

	test("existing faxes of an added event aren't new", async () => {
		const { service, n8n } = await active({ prepare: (before) => before.add({ category: 'sent' }) });
		await n8n.publish({ fields: { events: ['fax_received', 'fax_sent'] } });
		wait(MINUTE);
		const fax = service.add({ category: 'sent' });
		await n8n.poll();
		expect(n8n.passed).toEqual([fax.id]);
	});
});

describe('a change to a trigger after five days with 200 faxes', () => {
	const BOTH = { events: ['fax_received', 'fax_sent'] };

	const MEMBER: { userId?: unknown } = { userId: 'a member' };

	/** Returns a value as n8n saves it for a field with a list. */
	const picked = (value: string) => ({ __rl: true, mode: 'list', value });

	/** Downloads fail here, so each item reports what went wrong with its file. */
	const PDF = { downloadFax: true, format: 'pdf', binaryPropertyName: 'data' };

	/** Returns an n8n instance in which the trigger was active when all faxes arrived. */
	async function afterFiveDays(fields: Settings['fields'] = {}): Promise<{ service: Service; n8n: N8n }> {
		const { service, n8n } = await active({ fields: { ...BOTH, ...fields } });
		for (let count = 0; count < 200; count++) {
			wait((5 * DAY) / 200);
			service.add({
				category: count % 2 === 0 ? 'inbox' : 'sent',
				status: count % 3 === 0 ? 'failed_no_answer' : 'success',
				to: count % 5 === 0 ? '+15550100777' : '+15550100000',
				owner: count % 7 === 0 ? 'a member' : 'the clinic',
			});
			await n8n.polls(1, SECOND);
		}
		n8n.passed.length = 0;
		return { service, n8n };
	}

	test.each<[string, Settings['fields'], Settings['fields']]>([
		['an event is added', { events: ['fax_received'] }, BOTH],
		['Outcome covers more', { outcome: 'success' }, { outcome: 'any' }],
		['Numbers is cleared', { channels: '+15550100777' }, { channels: '' }],
		['all numbers are selected', { channels: picked('+15550100777') }, { channels: picked('') }],
		['Download Fax is turned on', {}, PDF],
		['Download Fax is turned off', PDF, { downloadFax: false }],
		['the download format changes', PDF, { ...PDF, format: 'tiff' }],
		['Look Back is longer', { options: { lookBackHours: 1 } }, { options: { lookBackHours: 72 } }],
	])('%s: no old fax starts the workflow, and no later one is lost', async (_what, before, after) => {
		for (const isRestarted of [false, true]) {
			const { service, n8n } = await afterFiveDays(before);
			await n8n.publish({ fields: { ...BOTH, ...before, ...after } });
			if (isRestarted) await n8n.restart();
			wait(MINUTE);
			const { id } = service.add({ category: 'sent', status: 'failed_no_answer' });
			await n8n.pollsFor(HOUR);
			expect(n8n.passed).toEqual([id]);
		}
	});

	test.each<[string, typeof MEMBER, typeof MEMBER]>([
		['a member is entered', {}, MEMBER],
		['the member is removed', MEMBER, {}],
		['another member is entered', MEMBER, { userId: 'the clinic' }],
		['the member is selected from the list', MEMBER, { userId: picked('a member') }],
		['the own account is selected from the list', MEMBER, { userId: picked('self') }],
		['a member replaces one without faxes', { userId: 'nobody' }, MEMBER],
	])(
		'%s under User ID: no old fax from the other list starts the workflow, and no later one is lost',
		async (_what, before, after) => {
			const { service, n8n } = await afterFiveDays({ options: before });
			wait(MINUTE);
			await n8n.publish({ fields: { ...BOTH, options: after } });
			wait(MINUTE);
			const faxes = ['the clinic', 'a member'].map((owner) => service.add({ owner }));
			await n8n.pollsFor(HOUR);
			const listed = faxes.filter((fax) =>
				service.isListedFor(toText(valueOfList(after.userId)) || 'self', fax),
			);
			expect(n8n.passed.sort()).toEqual(listed.map(({ id }) => id));
		},
	);

	test("an administrator's token in place of a member's: no old fax of another member starts the workflow", async () => {
		const { service, n8n } = await active({ fields: BOTH });
		const own = service.add({ owner: 'a member' });
		const others = service.add({ listedFrom: Infinity });
		await n8n.polls(2);
		others.listedFrom = 0;
		await n8n.publish({ credentialId: 'credential 2' });
		wait(MINUTE);
		const { id } = service.add();
		await n8n.pollsFor(HOUR);
		expect(n8n.passed).toEqual([own.id, id]);
	});

	test.each([
		['without stored data in n8n', false],
		['imported into another n8n instance with its static data', true],
	])('a copy of the workflow %s starts nothing old', async (_how, isExported) => {
		const { service, n8n } = await afterFiveDays();
		const copy = new N8n(service, { fields: BOTH });
		if (isExported) [copy.staticData, copy.instanceId] = [structuredClone(n8n.staticData), 'another n8n'];
		await copy.activate();
		wait(MINUTE);
		const { id } = service.add();
		await copy.pollsFor(HOUR);
		expect(copy.passed).toEqual([id]);
	});

	test.each([false, true])(
		'after twenty minutes unpublished, faxes from in between start the workflow, and none starts it twice (durable polls: %s)',
		async (isScheduled) => {
			const { service, n8n } = await afterFiveDays();
			n8n.settings.isScheduled = isScheduled;
			wait(20 * MINUTE);
			const inBetween = service.add({ end: Date.now() - MINUTE });
			await n8n.activate();
			await n8n.pollsFor(HOUR);
			expect(n8n.passed).toEqual([inBetween.id]);
		},
	);
});

describe('a failing poll', () => {
	test('is reported for one list even while another list has new faxes at every poll, none of which is lost', async () => {
		const { service, n8n } = await active({ fields: { events: ['fax_received', 'fax_sent'] } });
		service.failFor('sent', 'refused');
		const ids = [];
		for (let minute = 0; minute < 30; minute++) {
			ids.push(service.add().id);
			await n8n.polls(1);
		}
		expect(n8n.failed).toEqual([expect.stringContaining('The token has expired')]);
		expect(n8n.passed).toEqual(ids);
	});

	test('that always fails for one list loses none of its faxes, however long it takes', async () => {
		const { service, n8n } = await active({
			fields: { events: ['fax_received', 'fax_sent'] },
			prepare: (at) => {
				at.failFor('sent', 'out of order');
			},
		});
		const ids = [service.add({ category: 'sent' }).id];
		for (let hour = 0; hour < 9; hour++) {
			ids.push(service.add().id);
			await n8n.polls(5, 12 * MINUTE);
		}
		service.trouble = () => undefined;
		await n8n.polls(3);
		expect([...n8n.passed].sort()).toEqual(ids.sort());
	});

	test("is reported even after n8n's clock was set back", async () => {
		const { service, n8n } = await active();
		service.trouble = () => 'refused';
		await n8n.polls(1);
		service.trouble = () => undefined;
		await n8n.polls(1);
		wait(-365 * DAY);
		service.trouble = () => 'refused';
		await n8n.polls(1);
		expect(n8n.failed).toHaveLength(2);
	});

	test('is reported as soon as the token is refused, and again only after a day of refusals', async () => {
		const { service, n8n } = await active();
		service.trouble = () => 'refused';
		await n8n.polls(60);
		expect(n8n.failed).toEqual([expect.stringContaining('The token has expired')]);
		await n8n.polls(25, HOUR);
		expect(n8n.failed).toHaveLength(2);
	});

	test.each(['out of order', 'broken'] as const)(
		'is reported after Fax.Plus has failed ("%s") for an hour, and again after a day, but not if the outage ends sooner',
		async (kind) => {
			const { service, n8n } = await active();
			for (const days of [1, 2]) {
				service.trouble = () => kind;
				await n8n.pollsFor(HOUR);
				expect(n8n.failed).toHaveLength(days - 1);
				await n8n.pollsFor(20 * HOUR);
				expect(n8n.failed).toHaveLength(days);

				service.trouble = () => undefined;
				await n8n.poll();
				wait(4 * HOUR);
			}
		},
	);

	test('is reported at once if Fax.Plus ignores `offset` and returns only some faxes from one second', async () => {
		const { service, n8n } = await active({ readings: { usesOffset: false } });
		for (let count = 0; count < 60; count++) service.add();
		await n8n.polls(5);
		expect(n8n.failed).toEqual([expect.stringContaining('faxes of one second, ')]);
	});

	test('loses nothing but the second of which Fax.Plus returned only some faxes', async () => {
		const { service, n8n } = await active(IGNORES_OFFSET);
		for (let count = 0; count < 60; count++) service.add();
		await n8n.polls(2);
		for (let count = 0; count < 60; count++) {
			service.add();
			await n8n.polls(1, 3 * MINUTE);
		}
		const late = service.add({ start: Date.now() - 2.9 * HOUR, end: Date.now() });
		await n8n.polls(5, 3 * MINUTE);
		expect(n8n.passed).toContain(late.id);
	});

	test("isn't reported again within a day when the trouble comes and goes", async () => {
		const { service, n8n } = await active();
		for (let round = 0; round < 10; round++) {
			service.trouble = () => 'refused';
			await n8n.polls(1, HOUR);
			service.trouble = () => undefined;
			await n8n.polls(1, HOUR);
		}
		expect(n8n.failed).toHaveLength(1);
	});
});

describe('an activation', () => {
	test('fails when Fax.Plus refuses the first poll, and promises no faxes from in between', async () => {
		const error = await active({ prepare: (at) => (at.trouble = () => 'refused') }).catch(String);
		expect(error).toMatch(/The token has expired.*access token/);
		expect(error).toContain('No poll has succeeded yet');
		expect(error).not.toContain('meanwhile');
	});

	test.each(['not available', 'out of order', 'broken'] as const)(
		'doesn\'t fail when Fax.Plus is in trouble ("%s"), and faxes from in between are new afterwards',
		async (kind) => {
			const prepare = (before: Service): void => {
				before.add();
				wait(MINUTE);
				before.trouble = () => kind;
			};
			const { service, n8n } = await active({ prepare });
			const fax = service.add();
			await n8n.poll();
			await n8n.restart();
			wait(MINUTE);
			service.trouble = () => undefined;
			await n8n.polls(2);
			expect(n8n.passed).toEqual([fax.id]);
		},
	);

	test("with an empty list by mistake doesn't treat all existing faxes as new", async () => {
		const { service, n8n } = await active();
		for (let day = 2; day < 100; day++) service.add({ end: Date.now() - day * DAY });
		await n8n.polls(2);
		expect(n8n.executions).toEqual([]);
	});

	test('never fails when n8n starts, even without any memory', async () => {
		const service = new Service();
		service.trouble = () => 'refused';
		const n8n = new N8n(service);
		await n8n.activate('init');
		wait(MINUTE);
		await n8n.poll();
		expect(n8n.failed).toHaveLength(1);
	});

	test('never fails if a person publishes several times before the next poll', async () => {
		const { service, n8n } = await active();
		service.trouble = () => 'refused';
		for (let count = 1; count <= 5; count++) await n8n.publish();
		expect(n8n.failed).toEqual([]);
		await n8n.polls(2);
		expect(n8n.failed).toHaveLength(1);
	});

	test('fails over an invalid field, even if something is remembered', async () => {
		const { n8n } = await active();
		await expect(n8n.publish({ fields: { channels: '0123' } })).rejects.toThrow(
			'"Numbers": "0123" has no plus sign, so its country is unknown',
		);
	});
});

describe('static data that n8n lost when an older node of the workflow overwrote it', () => {
	test.each([false, true])(
		'counts as lost: faxes from while n8n was off start the workflow, and none starts it twice (durable polls: %s)',
		async (isScheduled) => {
			const { service, n8n } = await active({ ...WITH_ONE, isScheduled });
			const before = service.add();
			await n8n.polls(2);
			n8n.staticData = {};
			wait(HOUR);
			const inBetween = service.add();
			await n8n.restart();
			await n8n.polls(2);
			const after = service.add();
			await n8n.polls(2);
			expect(n8n.passed).toEqual([before, inBetween, after].map(({ id }) => id));
		},
	);

	test('counts as lost even if n8n resumes a publish that a kill interrupted', async () => {
		const { service, n8n } = await active(WITH_ONE);
		const before = service.add();
		await n8n.polls(2);
		n8n.staticData = { global: { 'faxPlus node 2': { revision: 7 } } };
		wait(HOUR);
		const inBetween = service.add();
		await n8n.killedDuringPublish();
		await n8n.polls(2);
		expect(n8n.passed).toEqual([before, inBetween].map(({ id }) => id));
	});

	test('counts as lost even if a person changes the node and publishes', async () => {
		const { service, n8n } = await active(WITH_ONE);
		const before = service.add();
		await n8n.polls(2);
		n8n.staticData = {};
		wait(HOUR);
		const inBetween = service.add();
		await n8n.publish({ fields: { options: { includeSpam: true } } });
		await n8n.polls(2);
		expect(n8n.passed).toEqual([before, inBetween].map(({ id }) => id));
	});

	test('counts as new if the node is added next to another', async () => {
		const service = new Service();
		for (let count = 0; count < 600; count++) service.add({ end: Date.now() - HOUR - count * MINUTE });
		const n8n = new N8n(service);
		n8n.staticData = { global: { 'faxPlus node 2': { revision: 7 } } };
		await n8n.publish();
		await n8n.polls(3);
		wait(MINUTE);
		const { id } = service.add();
		await n8n.polls(2);
		expect(n8n.passed).toEqual([id]);
	});

	test('counts as new if nothing ever started the workflow, as after an import and a restart', async () => {
		const service = new Service();
		for (let count = 0; count < 600; count++) service.add({ end: Date.now() - HOUR - count * MINUTE });
		const n8n = new N8n(service);
		await n8n.activate('init');
		await n8n.polls(3);
		wait(MINUTE);
		const { id } = service.add();
		await n8n.polls(2);
		expect(n8n.passed).toEqual([id]);

		// From now on, missing static data means that n8n has lost it.
		n8n.staticData = {};
		wait(HOUR);
		const later = service.add();
		await n8n.restart();
		await n8n.polls(2);
		expect(n8n.passed).toEqual([id, later.id]);
	});
});

describe('a renamed node', () => {
	const RENAMED = ['Arrivals', 'Faxes', 'Arrivals'];

	test('continues where it was, even if n8n restarts before it has polled under the new name', async () => {
		const { service, n8n } = await active();
		const ids = [];
		for (const name of RENAMED) {
			ids.push(service.add().id);
			await n8n.polls(2);
			ids.push(service.add().id);
			await n8n.restartWithRename(name);
			await n8n.polls(20);
		}
		expect(n8n.passed).toEqual(ids);
	});

	test("isn't treated as two nodes, however often its name changes", async () => {
		const { n8n } = await active();
		for (const name of RENAMED) {
			await n8n.rename(name);
			await n8n.polls(2);
		}
		expect(n8n.warnings).toEqual([]);
	});

	test("keeps one memory under any name, and leaves other nodes' memories alone", async () => {
		const { n8n } = await active();
		const others = {
			'node:Webhook': { seen: 1 },
			global: { ...(n8n.staticData['global'] as object), seen: 2 },
		};
		n8n.staticData = { ...n8n.staticData, ...others };
		for (const name of RENAMED) await n8n.restartWithRename(name);
		expect(n8n.staticData).toEqual({
			'node:Webhook': others['node:Webhook'],
			global: { seen: 2, 'faxPlus node 1': expect.anything() as object },
		});
	});
});
