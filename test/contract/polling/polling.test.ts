import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { contact, token } from '../../../tools/simulator/makers';
import { serviceTime } from '../../../tools/simulator/faxing/times';
import { useHeldDeadlines } from '../../support/deadlines';
import { factsOf, useAuditTrail } from '../support/auditTrail';
import { AUTHENTICATIONS, useBench } from '../support/bench';
import { clinic } from '../support/operationCases';
import { expectDeclared } from '../support/schemas';
import { letTimePass } from '../support/time';
import { until } from '../trigger/support/bench';
import { PollingTrigger } from './support/pollingTrigger';

const bench = useBench();
const pass = useHeldDeadlines();

async function trigger(parameters: INodeParameters = {}): Promise<PollingTrigger> {
	return new PollingTrigger(bench().engine, await bench().accessToken(), parameters);
}

/** Returns an active trigger, and a fax that was received after its activation. */
async function afterFax(
	parameters: INodeParameters = {},
	values: Parameters<ReturnType<typeof bench>['simulator']['addFax']>[0] = {},
): Promise<{ polling: PollingTrigger; id: string }> {
	const polling = await trigger(parameters);
	await polling.activate();
	return { polling, id: bench().simulator.addFax(values) };
}

/** Returns a time in Fax.Plus's format. */
const secondsAgo = (seconds: number): string => serviceTime(Date.now() - seconds * 1000);

function idsOf(items: readonly INodeExecutionData[]): unknown[] {
	return items.map(({ json }) => (json['data'] as { id: string }).id);
}

test('n8n loads it with Poll Times as its first field, which starts with every five minutes', () => {
	const { polling, properties } = bench().engine.nodeType('faxPlusPollingTrigger').description;
	expect(polling).toBe(true);
	expect(properties.map(({ name }) => name).lastIndexOf('pollTimes')).toBe(0);
	expect(properties[0]?.default).toEqual({ item: [{ mode: 'everyX', unit: 'minutes', value: 5 }] });
});

describe.each(AUTHENTICATIONS)('with %s', (authentication) => {
	test('a fax from after the activation is found once, by the next poll', async () => {
		const polling = new PollingTrigger(bench().engine, await bench().credentials(authentication), {
			authentication,
		});
		await expect(polling.activate()).resolves.toEqual([]);
		const id = bench().simulator.addFax({});
		expect(idsOf(await polling.poll())).toEqual([id]);
		await expect(polling.poll()).resolves.toEqual([]);
	});
});

describe('the output', () => {
	test.each([
		['fax_received', 'inbox', ''],
		['fax_sent', 'sent', '_number'],
	] as const)(
		'matches the schema for %s, whatever Fax.Plus names its numbers',
		async (event, category, recordNumbers) => {
			bench().simulator.settings.recordNumbers = recordNumbers;
			const { polling } = await afterFax({ events: [event] }, { category });
			const [item] = await polling.poll();
			expectDeclared('FaxPlusPollingTrigger/__schema__/v1.0.0.json', item?.json);
			expect(item?.json).toMatchObject({ event, isRetry: false, webhookId: null });
		},
	);

	test("has a member's faxes, with their files, if an administrator's credential is used", async () => {
		const options = { userId: seed.memberId };
		const { polling, id } = await afterFax(
			{ options, downloadFax: true },
			{ userId: seed.memberId, fileSize: 2_000 },
		);
		const items = await polling.poll();
		expect(idsOf(items)).toEqual([id]);
		const [passed] = await polling.execute(items, 'retry');
		expect(passed?.binary?.['data']).toMatchObject({ mimeType: 'application/pdf' });
	});
});

describe('the audit trail', () => {
	const trail = useAuditTrail(bench);

	test('has one line for each fax that starts the workflow', async () => {
		const { polling, id } = await afterFax();
		const items = await polling.poll();
		await polling.execute(items, 'trigger');
		await polling.execute(items, 'trigger');
		expect(factsOf(trail())).toEqual([
			{ event: 'fax.received', faxId: id, status: expect.any(String) as unknown },
		]);
	});

	test('has a line for the fax of a test run', async () => {
		const id = bench().simulator.addFax({});
		const polling = await trigger();
		await polling.execute([{ json: {} }], 'manual');
		expect(trail()).toMatchObject([{ event: 'fax.received', faxId: id, mode: 'manual' }]);
	});
});

describe('a fax whose file is stored is marked as read', () => {
	const marking = { downloadFax: true, markAsRead: true };
	const isRead = (id: string) => clinic(bench().simulator).faxes.get(id)?.isRead;

	test('with the execution that has its file, not by the poll that finds it', async () => {
		const { polling, id } = await afterFax(marking, { isRead: false, fileSize: 2_000 });
		const items = await polling.poll();
		expect([idsOf(items), isRead(id)]).toEqual([[id], false]);
		const [passed] = await polling.execute(items, 'trigger');
		expect(passed?.binary?.['data']).toMatchObject({ mimeType: 'application/pdf' });
		expect(isRead(id)).toBe(true);
	});

	test('leaves its ID in the execution, so that people find it', async () => {
		const polling = new PollingTrigger(bench().engine, await bench().accessToken());
		await polling.activate();
		const id = bench().simulator.addFax();
		expect(await polling.customDataOf(await polling.poll(), 'trigger')).toEqual({ faxId: id });
	});

	test("or still returned with its file, and a hint says why it's unread", async () => {
		const credentials = await bench().limitedAccessToken(['fax:all:read']);
		const polling = new PollingTrigger(bench().engine, credentials, marking);
		await polling.activate();
		const polled = async () => {
			const id = bench().simulator.addFax({ isRead: false, fileSize: 2_000 });
			return { id, items: await polling.poll() };
		};
		expect(await polling.hintsOf((await polled()).items)).toEqual([
			expect.stringMatching(/^The output has the file, but this fax wasn't marked as read: .*fax:all:edit/),
		]);
		const { id, items } = await polled();
		const [passed] = await polling.execute(items, 'trigger');
		expect(passed?.binary?.['data']).toMatchObject({ mimeType: 'application/pdf' });
		expect([passed?.json['fileError'], isRead(id)]).toEqual([undefined, false]);
	});
});

describe('a test run', () => {
	test('shows the newest fax that matches the fields, with its file', async () => {
		bench().simulator.addFax({ status: 'failed', startTime: secondsAgo(10) });
		const id = bench().simulator.addFax({ startTime: secondsAgo(20) });
		bench().simulator.addFax({ startTime: secondsAgo(30) });
		const items = await (await trigger({ outcome: 'success', downloadFax: true, format: 'tiff' })).test();
		expect(idsOf(items)).toEqual([id]);
		expect(items[0]?.binary?.['data']).toMatchObject({ mimeType: 'image/tiff' });
	});

	test.each(['inbox', 'sent'] as const)(
		'shows the newest of both events, which is in %s',
		async (category) => {
			const other = category === 'inbox' ? 'sent' : 'inbox';
			bench().simulator.addFax({ category: other, startTime: secondsAgo(20) });
			const id = bench().simulator.addFax({ category, startTime: secondsAgo(10) });
			expect(idsOf(await (await trigger({ events: ['fax_received', 'fax_sent'] })).test())).toEqual([id]);
		},
	);

	test("reports that there's none", async () => {
		const polling = await trigger({ channels: '+15559999999' });
		await expect(polling.test()).rejects.toMatchObject({
			message: 'There is no fax yet that would start the workflow.',
			description: expect.stringMatching(/ matches "Outcome" and "Numbers"\. Check these fields/) as string,
		});
	});

	test('reports that the account has no fax at all', async () => {
		clinic(bench().simulator).faxes.clear();
		await expect((await trigger()).test()).rejects.toMatchObject({
			description: expect.stringContaining('The account has no fax that matches "Events" yet') as string,
		});
	});

	test.each<[string, string, () => string, string, RegExp]>([
		[
			'the Base URL is wrong',
			seed.ownerToken,
			() => `${bench().simulator.baseUrl}/v2`,
			'HTTP 404',
			/^Check "Base URL" in the credential/,
		],
		[
			'the token has expired',
			'fxp_expired',
			() => bench().simulator.baseUrl,
			'HTTP 401',
			/Enter a new access token in the credential/,
		],
		[
			"Fax.Plus can't be reached",
			seed.ownerToken,
			() => 'http://127.0.0.1:9',
			'',
			/Base URL(?!.*until then)/,
		],
	])('says what to do if %s', async (_what, token, baseUrl, message, description) => {
		const credentials = await bench().accessToken(token, baseUrl());
		await expect(new PollingTrigger(bench().engine, credentials).test()).rejects.toMatchObject({
			message: expect.stringContaining(message) as string,
			description: expect.stringMatching(description) as string,
		});
	});
});

test("a fax that started the workflow in a retry after a crash doesn't start it in a later poll", async () => {
	const { polling, id } = await afterFax();
	const items = await polling.poll();
	expect(idsOf(await polling.execute(items, 'retry'))).toEqual([id]);
	expect(await polling.execute(items, 'trigger')).toEqual([]);
});

test('a retry of an execution that reports a failed poll fails too, because it contains no fax', async () => {
	const polling = await trigger({ downloadFax: true });
	await expect(polling.execute([{ json: {} }], 'retry')).rejects.toMatchObject({
		message: "There's no fax in this execution. It shows a poll that failed.",
		description: expect.stringContaining("You don't have to retry anything") as string,
	});
});

describe('an activation', () => {
	test.each([
		[{ channels: '0123' }, /has no plus sign/],
		[
			{ channels: '+15559999999' },
			/"Numbers" contains \+15559999999, which isn't among your numbers .* "Numbers of Others"/,
		],
		[{ events: [] }, /"Events" is empty/],
		[{ options: { lookBackHours: 0 } }, /"Look Back \(Hours\)" is "0", which isn't a number from 1 to 744/],
		[{ options: { userId: 'a/b' } }, /"User ID" is "a\/b", which isn't an ID/],
		[{ options: { userId: 'nobody' } }, /User ID/],
	])('with %j fails and says what to do', async (parameters, message) => {
		await expect((await trigger(parameters)).activate()).rejects.toMatchObject({
			message: expect.stringMatching(message) as string,
			description: undefined,
		});
	});

	test("with a token that can't read faxes names the scopes", async () => {
		const credentials = await bench().limitedAccessToken(['fax:webhook:read']);
		const polling = new PollingTrigger(bench().engine, credentials);
		await expect(polling.activate()).rejects.toThrow(/fax:all:read, fax:fax:read/);
	});
});

describe('a fax with the contact of the other party', () => {
	const options = { includeContact: true };
	/** Number of the seed's contact Mary Hill. */
	const from = '+15550100200';
	const contactsOf = (items: readonly INodeExecutionData[]): unknown[] =>
		items.map(({ json }) => json['contact']);

	test('has it next to the record, and starts the workflow once, even if the contact changes', async () => {
		const { polling } = await afterFax({ options }, { from });
		const items = await polling.poll();
		expect(contactsOf(items)).toEqual([undefined]);
		const passed = await polling.execute(items, 'trigger');
		expect(contactsOf(passed)).toEqual([{ name: 'Mary Hill', id: seed.contactIds[0] }]);
		expect(passed[0]?.json['data']).toEqual(items[0]?.json['data']);
		clinic(bench().simulator).contacts.clear();
		expect(await polling.execute(items, 'trigger')).toEqual([]);
	});

	test.each([
		['that a person tests', 'manual'],
		['of a member', 'trigger'],
	] as const)('%s has it too', async (_what, mode) => {
		const { polling } = await afterFax(
			{ options: { ...options, userId: seed.memberId } },
			{ from, userId: seed.memberId },
		);
		const passed =
			mode === 'manual' ? await polling.test() : await polling.execute(await polling.poll(), mode);
		expect(contactsOf(passed)).toEqual([{ name: 'Mary Hill', id: seed.contactIds[0] }]);
	});

	test.each([
		[
			'the token lacks a scope',
			'contacts_403',
			['fax:fax:read'],
			() => undefined,
			/couldn't read the contacts: .*403/,
		],
		[
			'Fax.Plus fails',
			'contacts_500',
			['fax:all:read'],
			() => {
				bench().simulator.fail({ operationId: 'listContacts', times: 99, with: 500 });
			},
			/couldn't read the contacts: .*500/,
		],
	])('starts the workflow without it if %s, and a hint says so', async (_what, name, scopes, fail, hint) => {
		// A process keeps what it read with a token.
		const own = token(`alohi_pat_${name}`, seed.ownerId, { scopes });
		bench().simulator.state.tokens.set(own.value, own);
		const credentials = await bench().accessToken(own.value);
		const polling = new PollingTrigger(bench().engine, credentials, { options });
		await polling.activate();
		fail();
		bench().simulator.addFax({ from });
		expect(await polling.hintsOf(await polling.poll(), 'trigger')).toEqual([expect.stringMatching(hint)]);
		const id = bench().simulator.addFax({ from });
		const passed = await polling.execute(await polling.poll(), 'trigger');
		expect(passed.map(({ json }) => [(json['data'] as { id: string }).id, 'contact' in json])).toEqual([
			[id, false],
		]);
	});

	test("continues without it if the contacts aren't there in time, and the next one has it", async () => {
		const { polling, id } = await afterFax({ options }, { from });
		const items = await polling.poll();
		for (let at = 0; at < 200; at++)
			clinic(bench().simulator).contacts.set(`con_${at}`, contact({ id: `con_${at}`, fax_number: '' }));
		bench().simulator.latency = ({ operationId }) => (operationId === 'listContacts' ? 9_000 : 0);
		bench().simulator.clearRequests();
		// A test run reads the contacts again.
		const running = polling.execute(items, 'manual');
		const nextPage = async (page: number): Promise<void> => {
			await until(() => bench().simulator.requests.length === page);
			pass(9_000);
			await letTimePass(0);
		};
		for (const page of [1, 2, 3, 4]) await nextPage(page);
		const passed = await running;
		expect([idsOf(passed), contactsOf(passed)]).toEqual([[id], [undefined]]);
		await nextPage(5);
		bench().simulator.addFax({ from });
		const later = await polling.execute(await polling.poll(), 'trigger');
		expect(contactsOf(later)).toEqual([{ name: 'Mary Hill', id: seed.contactIds[0] }]);
	});
});

/** Runs a poll whose request gets no response, and skips the time for which the poll waits. */
async function unanswered<T>(ask: () => Promise<T>, patience: number): Promise<T> {
	bench().simulator.clearRequests();
	const polling = ask();
	await until(() => bench().simulator.requests.length === 1);
	pass(patience);
	return await polling;
}

test('no poll waits long for Fax.Plus to answer', async () => {
	const { polling, id } = await afterFax();
	bench().simulator.fail({ times: 1, with: 'silence', operationId: 'listFaxes' });
	await expect(unanswered(async () => polling.poll(), 10_000)).resolves.toEqual([]);
	expect(idsOf(await polling.poll())).toEqual([id]);
});

test('a poll with little time ends in time, and reports a lasting outage', async () => {
	const { polling, id } = await afterFax();
	bench().simulator.fail({ times: 2, with: 'silence', operationId: 'listFaxes' });
	const poll = async () => await unanswered(async () => polling.pollWithin(500), 500);
	await expect(poll()).resolves.toEqual([]);
	await letTimePass(3_600_000);
	await expect(poll()).rejects.toThrow('No response from Fax.Plus in time');
	expect(idsOf(await polling.pollWithin(500))).toEqual([id]);
});

test('the memory contains neither faxes nor numbers', async () => {
	const { polling, id } = await afterFax();
	await polling.poll();
	const remembered = JSON.stringify(polling.staticData);
	for (const secret of [id, seed.ownerId, seed.ownedNumber]) expect(remembered).not.toContain(secret);
});
