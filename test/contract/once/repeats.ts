import type { INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { useBench } from '../support/bench';
import { BUSY, file, NUMBER, OTHER, sendingOf } from '../support/sending';

const bench = useBench();
const { sentTo, slowly, ...sending } = sendingOf(bench);

const MINUTE = 60_000;

/** How many milliseconds this process's clock is ahead. */
let ahead = 0;

beforeEach(() => {
	// Each test runs hours after the previous one, because n8n's store keeps its entries.
	ahead += 240 * MINUTE;
	const now = Date.now.bind(Date);
	// The tests start at twenty past, so that no test crosses a full hour.
	ahead += 20 * MINUTE - ((now() + ahead) % (60 * MINUTE));
	jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
	slowly();
});

afterEach(() => {
	jest.restoreAllMocks();
});

const send: typeof sending.send = async (parameters, more) =>
	await sending.send({ guards: { refuseSameFax: true }, ...parameters }, more);

const REFUSED =
	/^The fax wasn't sent\. .*the same document to \+15550100299 between \d{4}-\d\d-\d\d \d\d:00 and \d{4}-\d\d-\d\d \d\d:00 UTC, or may have.* "Refuse the Same Fax Within an Hour" .*Check the sent faxes.* wait until \d{4}-\d\d-\d\d \d\d:00 UTC/;

test('the same text to the same number is refused in the next execution, with the time of the first', async () => {
	expect((await send()).error).toBeUndefined();
	expect((await send({ to: `${OTHER}, +1 (555) 010-0299` })).error?.message).toMatch(REFUSED);
	expect(sentTo()).toEqual([[NUMBER]]);
});

test.each<[string, INodeParameters]>([
	['another number', { to: OTHER }],
	['another text', { text: 'Hello again' }],
	['a node without the guard', { guards: {} }],
	['the guard turned off', { guards: { refuseSameFax: false } }],
])('anything different is sent: %s', async (_what, parameters) => {
	await send();
	expect((await send(parameters)).error).toBeUndefined();
	expect(sentTo()).toHaveLength(2);
});

test('a refusal lasts at least an hour, and until the time that it names', async () => {
	await send();
	ahead += 60 * MINUTE;
	const { error } = await send();
	expect(error?.message).toMatch(REFUSED);
	const [, next = ''] = /wait until (.*) UTC/.exec(error?.message ?? '') ?? [];
	const left = Date.parse(`${next.replace(' ', 'T')}Z`) - Date.now();
	expect(left).toBeLessThanOrEqual(60 * MINUTE);
	ahead += left - MINUTE;
	expect((await send()).error?.message).toMatch(REFUSED);
	ahead += MINUTE;
	expect((await send()).error).toBeUndefined();
	expect((await send()).error?.message).toMatch(REFUSED);
	expect(sentTo()).toHaveLength(2);
});

test("a refusal for one number doesn't block another", async () => {
	await send();
	expect((await send({ to: `${OTHER},${NUMBER}` })).error?.message).toMatch(REFUSED);
	expect((await send({ to: OTHER })).error).toBeUndefined();
});

test('a file is identified by its content, whatever its name, and an existing fax by its ID', async () => {
	const named = (fileName: string) => ({
		items: [{ json: {}, binary: { data: file(fileName, 'application/pdf', '%PDF-1.4 contract %%EOF') } }],
	});
	await send({ source: 'files' }, named('a.pdf'));
	expect((await send({ source: 'files' }, named('b.pdf'))).error?.message).toMatch(REFUSED);
	await send({ source: 'fax', faxId: seed.faxId });
	expect((await send({ source: 'fax', faxId: seed.faxId })).error?.message).toMatch(REFUSED);
	expect(sentTo()).toHaveLength(2);
});

describe('in the editor, where n8n reruns a failed node for a later one', () => {
	const byHand = { isByHand: true };
	const SENT_BY_HAND =
		/^The fax wasn't sent again\. .*the same document to \+15550100299 in a manual run .*, or may have\..* wait \d+ minutes, or add "Refuse the Same Fax Within an Hour" under "Guards" and turn it off\.$/;
	const sendByHand: typeof sending.send = async (parameters, more) =>
		await sending.send(parameters, { ...byHand, ...more });

	test("a fax that was sent before the failure isn't sent again", async () => {
		bench().simulator.sending.converting = 0;
		const items = [NUMBER, OTHER, BUSY].map((to) => ({ json: { to } }));
		const batch = { to: '={{ $json.to }}', waitUntilSent: true };
		const { error } = await sendByHand(batch, { items });
		expect(error?.description).toMatch(/If you execute a later node now, n8n runs this one again\.$/);
		expect((await sendByHand(batch, { items })).error?.message).toMatch(SENT_BY_HAND);
		expect(sentTo()).toEqual([[NUMBER], [OTHER], [BUSY]]);
	});

	test('a person can turn the guard off to send again, or wait as long as the error says', async () => {
		await sendByHand();
		const { error } = await sendByHand();
		expect(error?.message).toMatch(SENT_BY_HAND);
		expect((await sendByHand({ guards: { refuseSameFax: false } })).error).toBeUndefined();
		const [, minutes] = /wait (\d+) minutes/.exec(error?.message ?? '') ?? [];
		expect(Number(minutes)).toBeLessThanOrEqual(20);
		ahead += (Number(minutes) - 1) * MINUTE;
		expect((await sendByHand()).error?.message).toMatch(SENT_BY_HAND);
		ahead += MINUTE;
		expect((await sendByHand()).error).toBeUndefined();
		expect(sentTo()).toHaveLength(3);
	});

	test('another document, another number and a published workflow still send', async () => {
		await sendByHand();
		for (const other of [{ text: 'Hello again' }, { to: OTHER }])
			expect((await sendByHand(other)).error).toBeUndefined();
		expect((await sending.send()).error).toBeUndefined();
		expect(sentTo()).toHaveLength(4);
	});

	test('its sub-workflow sends nothing again either', async () => {
		const calledBy = (executionId: string) => ({ executionId, beganAt: Date.now(), isByHand: true });
		expect((await sending.send({}, { calledBy: calledBy('by hand 1') })).error).toBeUndefined();
		ahead += MINUTE;
		const { error } = await sending.send({}, { calledBy: calledBy('by hand 2') });
		expect(error?.message).toMatch(SENT_BY_HAND);
		expect(sentTo()).toEqual([[NUMBER]]);
	});
});

test('the second of two items with the same content in one run is refused', async () => {
	const { items } = await send({}, { items: [{ json: {} }, { json: {} }], onError: 'continueRegularOutput' });
	expect(items.map(({ json }) => typeof json['id'])).toEqual(['string', 'undefined']);
	expect(JSON.stringify(items[1]?.json)).toContain(
		"The fax wasn't sent. This node sent the same document to",
	);
	expect(sentTo()).toEqual([[NUMBER]]);
});

test('only one of several simultaneous executions sends', async () => {
	const results = await Promise.all(Array.from({ length: 5 }, async () => send()));
	expect(results.filter(({ error }) => error === undefined)).toHaveLength(1);
	expect(sentTo()).toEqual([[NUMBER]]);
});

test('a send that certainly failed blocks none', async () => {
	const refusal = { with: 400, error: 'bad_request', description: 'No' };
	bench().simulator.fail({ operationId: 'sendFax', times: 1, ...refusal });
	expect((await send()).error).toBeDefined();
	expect((await send()).error).toBeUndefined();
});

test('a send with an unknown outcome blocks the next', async () => {
	bench().simulator.fail({ operationId: 'sendFax', times: 1, with: 502 });
	expect((await send()).error?.message).toMatch(/unknown whether/);
	expect((await send()).error?.message).toMatch(REFUSED);
});

test("a retry isn't refused because of its own execution's record, and sends nothing twice", async () => {
	const beganAt = Date.now();
	const { items } = await send({}, { beganAt });
	const retried = await send({}, { retryOf: beganAt });
	expect(retried.error).toBeUndefined();
	expect(retried.items[0]?.json['id']).toBe(items[0]?.json['id']);
	expect(sentTo()).toHaveLength(1);
});

test("a retry of a refused send is refused, and isn't confused with an unknown outcome", async () => {
	await send();
	const beganAt = Date.now() + 1;
	await send({}, { beganAt });
	expect((await send({}, { retryOf: beganAt })).error?.message).toMatch(REFUSED);
	ahead += 120 * MINUTE;
	expect((await send({}, { retryOf: beganAt })).error).toBeUndefined();
	expect(sentTo()).toHaveLength(2);
});

test('sends nothing without the store', async () => {
	const { store } = bench().engine;
	store.failure = new Error('no such table');
	const { error } = await send();
	store.failure = undefined;
	expect(error?.message).toMatch(/n8n's store failed/);
	expect(sentTo()).toEqual([]);
});
