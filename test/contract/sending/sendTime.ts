import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { useBench } from '../support/bench';
import { expectSuccess, jsonOf } from '../support/execution';
import { clinic } from '../support/operationCases';
import { numberOf, OTHER, sendingOf } from '../support/sending';
import { letTimePass } from '../support/time';

const bench = useBench();
const { send, sentTo, submissions, requestsOf, slowly } = sendingOf(bench);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Returns a number that no other test uses, because a process remembers what it has just sent. */
let tests = 20_000;
const newNumber = (): string => numberOf(tests++);

const between = (hours: INodeParameters = {}, more: INodeParameters = {}) => ({
	options: { sendBetween: { hours }, ...more },
});
const spaced = (minutesBetween: NodeParameterValueType = 30, more: INodeParameters = {}) => ({
	options: { minutesBetween, ...more },
});

/** Returns the time this long from now, in Fax.Plus's format. */
const inForm = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

/** Returns when each fax is sent, in milliseconds. Without a time, that's when it was requested. */
const sendTimes = (): number[] =>
	requestsOf('sendFax').map(({ body, startedAt }) => {
		const { send_time: time } = body as { send_time?: string };
		return time === undefined ? startedAt : timeIn(time);
	});

const timeIn = (time: string): number => Date.parse(time.replace(' ', 'T').replace(' +0000', 'Z'));

const minutesUntil = (time = 0): number => Math.round((time - Date.now()) / MINUTE);

/** Returns the shortest time between two of these times. */
function closest(times: readonly number[]): number {
	const sorted = [...times].sort((one, other) => one - other);
	return Math.min(...sorted.slice(1).map((time, at) => time - (sorted[at] ?? 0)));
}

beforeEach(() => {
	slowly();
	clinic(bench().simulator).outbox.clear();
});

describe('"Send Between"', () => {
	/** The day after tomorrow, in UTC. */
	const later = (): Date => new Date(Date.now() + 2 * DAY);
	const onThatDay = (): string => WEEK[later().getUTCDay()] ?? '';

	test("becomes the fax's send time, in the time zone of the hours", async () => {
		const hours = { days: [onThatDay()], from: '13:30', to: '15:00', timezone: 'Asia/Kolkata' };
		const { items } = expectSuccess(await send(between(hours)));
		const sendTime = `${later().toISOString().slice(0, 10)} 08:00:00 +0000`;
		expect(submissions()).toMatchObject([{ send_time: sendTime }]);
		expect(jsonOf(items)).toMatchObject([{ sendTime, status: 'submitted' }]);
	});

	test("is in the workflow's time zone by default", async () => {
		const hours = { days: [onThatDay()], from: '13:30', to: '15:00' };
		expectSuccess(await send(between(hours), { settings: { timezone: 'Asia/Kolkata' } }));
		expect(submissions()).toMatchObject([
			{ send_time: `${later().toISOString().slice(0, 10)} 08:00:00 +0000` },
		]);
	});

	test('sends at once within the hours, and reads nothing', async () => {
		expectSuccess(await send(between({ days: WEEK, from: '00:00', to: '24:00' })));
		expect(submissions()[0]).not.toHaveProperty('send_time');
		expect(requestsOf('listOutboxFaxes')).toEqual([]);
	});

	test('begins at "Send At" at the earliest', async () => {
		const sendTime = later().toISOString();
		expectSuccess(await send(between({ days: WEEK, from: '00:00', to: '24:00' }, { sendTime })));
		expect(minutesUntil(sendTimes()[0])).toBe((2 * DAY) / MINUTE);
		const hours = { days: [onThatDay()], from: '00:00', to: '00:01', timezone: 'UTC' };
		expectSuccess(await send(between(hours, { sendTime })));
		expect(minutesUntil(sendTimes()[1])).toBeGreaterThan((7 * DAY) / MINUTE);
	});

	test('is Monday to Friday from 08:00 to 17:00 if nothing was changed', async () => {
		const saturday = '2099-11-28T12:00:00Z';
		expectSuccess(await send(between({}, { sendTime: saturday }), { settings: { timezone: 'UTC' } }));
		expect(submissions()).toMatchObject([{ send_time: '2099-11-30 08:00:00 +0000' }]);
	});

	test.each<[INodeParameters | string, RegExp]>([
		[{}, /^"Send Between" is empty\. Add hours/],
		['nights', /^"Send Between" isn't an object/],
		[{ times: {} }, /^"Send Between" contains "times", which would be ignored/],
		[{ hours: { start: '20:00' } }, /^"Send Between" contains "start", which would be ignored/],
		[{ hours: { days: [] } }, /^"Send Between > Days" is empty/],
		[{ hours: { days: '={{ $json.no }}' } }, /^"Send Between > Days" is empty/],
		[{ hours: { days: ['workdays'] } }, /^"Send Between > Days" is "workdays", which isn't one of monday/],
		[{ hours: { from: '' } }, /^"Send Between > From" is empty/],
		[{ hours: { from: '={{ $json.no }}' } }, /^"Send Between > From" is empty/],
		[{ hours: { from: '8am' } }, /^"Send Between > From" is "8am", which isn't a time of day/],
		[{ hours: { to: '={{ 17 }}' } }, /^"Send Between > To" is "17", which isn't a time of day/],
		[{ hours: { to: '24:01' } }, /^"Send Between > To" is "24:01", which isn't a time of day/],
		[{ hours: { to: '16:60' } }, /^"Send Between > To" is "16:60", which isn't a time of day/],
		[{ hours: { from: '24:00' } }, /^"Send Between > From" is "24:00", which is the end of a day/],
		[{ hours: { to: '8:00' } }, /"Send Between > From" and "Send Between > To" are both "8:00"/],
		[{ hours: { timezone: 'Berlin' } }, /^"Send Between > Time Zone" is "Berlin", which isn't the name/],
		[{ hours: { timezone: 'EST' } }, /^"Send Between > Time Zone" is "EST", which isn't the name/],
		[{ hours: { timezone: '={{ $json.no }}' } }, /^"Send Between > Time Zone" has no value/],
	])('refuses %j', async (sendBetween, message) => {
		bench().expectRefused(await send({ options: { sendBetween } }), message);
	});

	test.each([
		[{ days: 'monday, Friday' }],
		[{ days: '={{ ["sunday"] }}', from: '={{ "9:00" }}', to: '17:30:00', timezone: '={{ "utc" }}' }],
	])('takes %j', async (hours) => {
		expectSuccess(await send(between(hours)));
	});
});

describe('"Pause per Number (Minutes)" keeps its distance', () => {
	test.each(['perRecipient', 'together'] as const)(
		'from faxes in the outbox, and finds the time in between (%s)',
		async (outboxRecords) => {
			bench().simulator.settings.outboxRecords = outboxRecords;
			const to = newNumber();
			expectSuccess(await send({ to: `${OTHER}, ${to}` }));
			// This fax is being sent, and its send time has long passed.
			for (const fax of clinic(bench().simulator).outbox.values()) fax.sendTime -= HOUR;
			// Another fax is far enough from now, but not from 30 minutes later.
			const at = Math.ceil(Date.now() / 1000) * 1000 + 50 * MINUTE;
			expectSuccess(await send({ to, options: { sendTime: new Date(at).toISOString() } }));
			const { items } = expectSuccess(await send({ to, ...spaced() }));
			expect(jsonOf(items)).toMatchObject([{ sendTime: `${inForm(at + 30 * MINUTE)} +0000` }]);
			expectSuccess(await send({ to, ...spaced(20) }));
			expect(minutesUntil(sendTimes().at(-1))).toBe(20);
		},
	);

	test.each<[string, (number: string) => string]>([
		['in digits', (number) => number.slice(1)],
		['as people write it', (number) => `+1 (555) ${number.slice(5, 8)}-${number.slice(8)}`],
		['as dialed from abroad', (number) => `00${number.slice(1)}`],
	])('from a fax whose number is written %s', async (_what, written) => {
		const to = newNumber();
		const startTime = inForm(Date.now());
		bench().simulator.addFax({ category: 'sent', direction: 'outgoing', to: written(to), startTime });
		expectSuccess(await send({ to, ...spaced() }));
		expect(minutesUntil(sendTimes()[0])).toBe(30);
	});

	test('from a fax that was sent a short time ago, whenever it was submitted', async () => {
		const to = newNumber();
		const sent = {
			category: 'sent',
			direction: 'outgoing',
			to,
			startTime: inForm(Date.now() - 10 * MINUTE),
		} as const;
		bench().simulator.addFax({ ...sent, submitTime: inForm(Date.now() - 3 * HOUR) });
		expectSuccess(await send({ to, ...spaced() }));
		expect(minutesUntil(sendTimes()[0])).toBe(20);
	});

	test('not from faxes to other numbers, of other times or of another user', async () => {
		const to = newNumber();
		const sent = { category: 'sent', direction: 'outgoing', startTime: inForm(Date.now()) } as const;
		bench().simulator.addFax({ ...sent, to: OTHER });
		bench().simulator.addFax({ ...sent, to, userId: seed.memberId });
		bench().simulator.addFax({ ...sent, to, startTime: inForm(Date.now() - 31 * MINUTE) });
		bench().simulator.addFax({ category: 'inbox', from: to });
		expectSuccess(await send({ to, ...spaced() }));
		expect(submissions()[0]).not.toHaveProperty('send_time');
	});

	test('between the items of a run, with one read for all of them', async () => {
		const to = newNumber();
		const items = Array.from({ length: 30 }, (_, n) => ({ json: { to: n % 3 === 0 ? OTHER : to } }));
		expectSuccess(await send({ to: '={{ $json.to }}', ...spaced(20) }, { items }));
		const times = sendTimes();
		const ofNumber = times.filter((_time, n) => n % 3 !== 0);
		expect(closest(ofNumber)).toBeGreaterThanOrEqual(20 * MINUTE);
		expect(minutesUntil(Math.max(...ofNumber))).toBe(19 * 20);
		expect(minutesUntil(Math.max(...times.filter((_time, n) => n % 3 === 0)))).toBe(9 * 20);
		expect(requestsOf('listOutboxFaxes')).toHaveLength(1);
		expect(requestsOf('listFaxes')).toHaveLength(1);
	});

	test('between executions at the same time, although Fax.Plus does not list their faxes yet', async () => {
		const to = newNumber();
		await Promise.all(Array.from({ length: 20 }, async () => expectSuccess(await send({ to, ...spaced() }))));
		clinic(bench().simulator).outbox.clear();
		expectSuccess(await send({ to, ...spaced() }));
		expect(sendTimes()).toHaveLength(21);
		expect(closest(sendTimes())).toBeGreaterThanOrEqual(30 * MINUTE);
	});

	test('but not from a fax that was deleted in Fax.Plus, once the list is sure to be complete', async () => {
		const to = newNumber();
		const sendTime = new Date(Date.now() + HOUR).toISOString();
		expectSuccess(await send({ to, ...spaced(30, { sendTime }) }));
		clinic(bench().simulator).outbox.clear();
		expectSuccess(await send({ to, ...spaced(30, { sendTime }) }));
		expect(minutesUntil(sendTimes()[1])).toBe(90);
		clinic(bench().simulator).outbox.clear();
		await letTimePass(6 * MINUTE);
		expectSuccess(await send({ to, ...spaced(30, { sendTime }) }));
		expect(minutesUntil(sendTimes()[2])).toBe(54);
	});

	test('for all numbers of a fax, with one time', async () => {
		const [one, two] = [newNumber(), newNumber()];
		expectSuccess(await send({ to: one, ...spaced() }));
		const sendTime = new Date(Date.now() + 45 * MINUTE).toISOString();
		expectSuccess(await send({ to: two, ...spaced(30, { sendTime }) }));
		expectSuccess(await send({ to: `${one}, ${two}`, ...spaced() }));
		expect(minutesUntil(sendTimes()[2])).toBe(75);
	});

	test('within the hours', async () => {
		const to = newNumber();
		const options = { sendTime: '2098-11-29T12:00:00Z' };
		const hours = { days: WEEK, from: '08:00', to: '09:00', timezone: 'UTC' };
		const items = Array.from({ length: 5 }, () => ({ json: {} }));
		expectSuccess(await send({ to, ...between(hours, { ...options, minutesBetween: 30 }) }, { items }));
		expect(submissions().map(({ send_time: time }) => time)).toEqual(
			['11-30 08:00', '11-30 08:30', '12-01 08:00', '12-01 08:30', '12-02 08:00'].map(
				(time) => `2098-${time}:00 +0000`,
			),
		);
	});

	test('not from a fax that Fax.Plus has refused', async () => {
		const to = newNumber();
		bench().simulator.fail({ times: 1, operationId: 'sendFax', with: 400, error: 'bad_request' });
		expect((await send({ to, ...spaced() })).error).toBeDefined();
		expectSuccess(await send({ to, ...spaced() }));
		expect(submissions().at(-1)).not.toHaveProperty('send_time');
	});

	test('from a fax whose answer was lost', async () => {
		const to = newNumber();
		bench().simulator.fail({ times: 1, operationId: 'sendFax', with: 'hang-up', afterEffect: true });
		await send({ to, ...spaced() });
		clinic(bench().simulator).outbox.clear();
		expectSuccess(await send({ to, ...spaced() }));
		expect(minutesUntil(sendTimes().at(-1))).toBe(30);
	});

	test.each<NodeParameterValueType>([
		-5,
		0,
		1.5,
		1441,
		'often',
		'',
		'={{ $json.no }}',
		'={{ "-1" }}',
		[5, 6],
	])('refuses %j', async (minutesBetween) => {
		const result = await send({ ...spaced(minutesBetween) });
		bench().expectRefused(result, /^"Pause per Number \(Minutes\)" (is|must be text)/);
	});

	test('takes a number as text', async () => {
		const to = newNumber();
		const items = [{ json: {} }, { json: {} }];
		expectSuccess(await send({ to, ...spaced('={{ "15" }}') }, { items }));
		expect(minutesUntil(sendTimes()[1])).toBe(15);
	});
});

describe('where earlier faxes cannot be read, nothing is sent', () => {
	test.each(['listOutboxFaxes', 'listFaxes'])('%s', async (operationId) => {
		bench().simulator.fail({ times: 9, operationId, with: 500 });
		const { error } = await send({ to: newNumber(), ...spaced() });
		expect(error?.message).toMatch(
			/^The fax wasn't sent, because n8n can't read earlier faxes, which "Pause per Number.*HTTP 500/,
		);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		expect(sentTo()).toEqual([]);
	});
});

describe('between the check and the send', () => {
	/** Lets time pass while the first document is uploaded. */
	function whileUploading(milliseconds: number, happen: () => void = () => undefined): void {
		bench().onRequest('uploadFile', 1, () => {
			void letTimePass(milliseconds);
			happen();
		});
	}

	test('the hours end', async () => {
		const end = Date.now() + 2 * HOUR;
		const [to, from] = [end, end + 5 * MINUTE].map((time) => new Date(time).toISOString().slice(11, 16));
		whileUploading(2 * HOUR - 30_000);
		expectSuccess(await send(between({ days: WEEK, from, to, timezone: 'UTC' })));
		expect(submissions()).toMatchObject([{ send_time: `${inForm(end + 5 * MINUTE).slice(0, 16)}:00 +0000` }]);
	});

	test('others send to the number', async () => {
		const to = newNumber();
		const startTime = inForm(Date.now() + 2 * MINUTE);
		whileUploading(2 * MINUTE, () => {
			bench().simulator.addFax({ category: 'sent', direction: 'outgoing', to, startTime });
		});
		expectSuccess(await send({ to, ...spaced() }));
		expect(minutesUntil(sendTimes()[0])).toBe(30);
	});

	test('Fax.Plus can no longer be read', async () => {
		whileUploading(2 * MINUTE, () => {
			bench().simulator.fail({ times: 9, operationId: 'listOutboxFaxes', with: 500 });
		});
		const { error } = await send({ to: newNumber(), ...spaced() });
		expect(error?.message).toMatch(/can't read earlier faxes/);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		expect(sentTo()).toEqual([]);
	});
});

test('no time within a year is refused before anything is sent', async () => {
	const to = newNumber();
	const sendTime = Date.parse('2098-12-01T08:00:00Z');
	const hours = { days: ['monday'], from: '08:00', to: '08:10', timezone: 'UTC' };
	const parameters = {
		to,
		...between(hours, { minutesBetween: 10, sendTime: new Date(sendTime).toISOString() }),
	};
	const items = Array.from({ length: 54 }, () => ({ json: {} }));
	const { error } = await send(parameters, { items });
	expect(error?.message).toMatch(
		/^The fax wasn't sent, because no time of the next 365 days fits "Send Between" and "Pause per Number/,
	);
	expect(requestsOf('uploadFile')).toEqual([]);
	expectSuccess(await send(parameters, { items: items.slice(0, 53) }));
	expect(new Set(sendTimes()).size).toBe(53);
});

test('a wait that would end before is refused before anything is sent', async () => {
	const to = newNumber();
	const items = [{ json: {} }, { json: {} }];
	const { error } = await send({ to, waitUntilSent: true, ...spaced(30, { waitLimit: 600 }) }, { items });
	expect(error?.message).toMatch(
		/^With "Pause per Number \(Minutes\)", the fax is sent at "20.*", which is after the wait ends\..*which is "600"/,
	);
	expect(requestsOf('uploadFile')).toEqual([]);
});

describe('"Check Only"', () => {
	test('shows the times at which the items would be sent', async () => {
		const [busy, free] = [newNumber(), newNumber()];
		expectSuccess(await send({ to: busy, ...spaced() }));
		bench().simulator.requests.length = 0;
		const items = Array.from({ length: 6 }, (_, n) => ({ json: { to: n % 2 === 0 ? busy : free } }));
		const parameters = { to: '={{ $json.to }}', ...spaced() };
		const checked = jsonOf(expectSuccess(await send({ ...parameters, checkOnly: true }, { items })).items);
		expect(bench().simulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		const sent = jsonOf(expectSuccess(await send(parameters, { items })).items);
		const minutesOf = (rows: typeof sent): number[] =>
			rows.map(({ sendTime }) => (typeof sendTime === 'string' ? minutesUntil(timeIn(sendTime)) : 0));
		expect(minutesOf(checked)).toEqual([30, 0, 60, 30, 90, 60]);
		expect(minutesOf(sent)).toEqual(minutesOf(checked));
		expect(checked[2]?.['statusMeaning']).toMatch(/A send would fax this at 20.* UTC/);
	});
});

describe('a retry', () => {
	test('sends nothing again, although its times differ, and keeps the distance for the rest', async () => {
		const to = newNumber();
		const beganAt = Date.now();
		const texts = ['one', 'two', 'three'].map((text) => ({ json: { text } }));
		const parameters = { to, text: '={{ $json.text }}', ...spaced(30, { itemsAtOnce: 1 }) };
		bench().onRequest('sendFax', 2, () => {
			bench().simulator.fail({ times: 1, operationId: 'uploadFile', with: 400, error: 'bad_request' });
		});
		expect((await send(parameters, { items: texts, beganAt, executionId: 'first' })).error).toBeDefined();
		expect(sentTo()).toHaveLength(2);
		bench().simulator.requests.length = 0;
		const run = { items: texts, retryOf: beganAt, executionId: 'second' };
		const { items } = expectSuccess(await send(parameters, run));
		expect(items).toHaveLength(3);
		expect(sendTimes().map(minutesUntil)).toEqual([60]);
	});
});
