import { setTimeout as pause } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import type { Settings } from '../../../tools/simulator/settings';
import { useBench } from '../support/bench';
import { expectSuccess, jsonOf, stopButton, type NodeCredentials, type NodeRun } from '../support/execution';
import { clinic } from '../support/operationCases';
import { BUSY, NUMBER, sendingOf } from '../support/sending';
import { letTimePass } from '../support/time';

const bench = useBench();
const { slowly, ...sending } = sendingOf(bench);

const PARTIAL = '+15550100913';

/** Options of a wait that polls every second. The limit is high, because the clock keeps running while a slow machine works. */
const quick = { pollingInterval: 1, waitLimit: 3_600 };

/** Options of a wait that returns a failure as data. */
const withoutFailure = { ...quick, failIfNotDelivered: false };

/** Length of a call in milliseconds. On any machine, the call is still active at the first poll after a send. */
const SLOW = 60_000;

/** Length of an upload in milliseconds. It's longer than such a call. */
const UPLOAD = 300_000;

async function send(
	to: string,
	{ waitUntilSent = false, ...options }: INodeParameters = {},
	more?: Partial<NodeRun>,
) {
	return await sending.send({ to, waitUntilSent, options }, more);
}

async function wait(faxId: string, options: INodeParameters = {}, more?: Partial<NodeRun>) {
	const parameters = { resource: 'fax', operation: 'waitForResult', faxId };
	return await bench().run({ ...parameters, options: { ...quick, ...options } }, more);
}

/** Sends a fax without waiting, and returns its id in the outbox. */
async function sent(to: string): Promise<string> {
	const { items } = await send(to);
	return items[0]?.json['id'] as string;
}

/** How many numbers were used for faxes that change their IDs. */
let used = 0;

/** Returns a number that no other test sends to. */
function ownNumber(results: readonly string[]): string {
	used += 1;
	const number = `+1555030${1000 + used}`;
	bench().simulator.lines.set(number, results);
	return number;
}

/**
 * Lets faxes change their IDs. Such a fax is found by its number and by the second when it was sent. The tests share a process,
 * whose clock moves back and forth. So the numbers are only used once, and no fax of the user has ever kept its ID.
 */
async function changingIds() {
	Object.assign(bench().simulator.settings, { faxIdKept: false });
	const credentials: NodeCredentials = await bench().accessToken(seed.memberToken);
	return {
		credentials,
		to: ownNumber(['success']),
		busy: ownNumber(['failed_user_busy']),
		partial: ownNumber(['partially_sent']),
	};
}

describe.each<[string, Partial<Settings>]>([
	['the fax keeps its ID', {}],
	['missing records are 404', { missingStatus: 404 }],
	['the record is late, with another ID', { recordDelay: 1500, faxIdKept: false }],
	['records use other names for their numbers', { recordNumbers: '_number', faxIdKept: false }],
	['one record in the outbox for all recipients', { outboxRecords: 'together' }],
	['one record for all, with another ID', { outboxRecords: 'together', faxIdKept: false }],
])('if %s', (_how, settings) => {
	test("waits for each recipient's result", async () => {
		Object.assign(bench().simulator.settings, settings);
		bench().simulator.sending.sending = SLOW;
		const kept = { credentials: undefined, to: NUMBER, busy: BUSY, partial: PARTIAL };
		const { credentials, to, busy, partial } = settings.faxIdKept === false ? await changingIds() : kept;
		const { items } = expectSuccess(
			await send(
				`${to},${busy},${partial}`,
				{ waitUntilSent: true, ...withoutFailure },
				{ ...(credentials && { credentials }) },
			),
		);
		expect(jsonOf(items)).toMatchObject([
			{ to, from: seed.ownedNumber, status: 'success', outcome: 'success' },
			{
				to: busy,
				status: 'failed_user_busy',
				outcome: 'failure',
				statusMeaning: expect.stringMatching(/busy/) as string,
			},
			{ to: partial, status: 'partially_sent', outcome: 'failure' },
		]);
	});
});

test.each<Partial<Settings>>([
	{},
	{ recordDelay: 1500 },
	{ missingStatus: 404 },
	{ outboxRecords: 'together' },
])('"Wait for Result" finds the same results: %o', async (settings) => {
	const { simulator } = bench();
	Object.assign(simulator.settings, settings);
	simulator.sending.sending = 1200;
	const { items } = expectSuccess(await wait(await sent(BUSY), withoutFailure));
	expect(jsonOf(items)).toMatchObject([{ to: BUSY, status: 'failed_user_busy', outcome: 'failure' }]);
});

test("a fax that is canceled during the wait isn't reported as in progress", async () => {
	const { simulator } = bench();
	slowly();
	const id = await sent(NUMBER);
	bench().onRequest('listOutboxFaxes', 2, () => clinic(simulator).outbox.delete(id));
	const { items } = await wait(id, { ...withoutFailure, waitLimit: 4 });
	expect(jsonOf(items)).toMatchObject([
		{
			id,
			outcome: 'unknown',
			statusMeaning: expect.stringMatching(/left the outbox/) as string,
		},
	]);
	const { error } = await wait(id, { waitLimit: 2 });
	expect(error?.message).toMatch(/^Fax\.Plus can't find .*"Fax".*was not found/);
	expect(error?.description).toMatch(/^Check "Fax"\. Fax\.Plus can't find it\./);
});

test('nor is it returned as delivered, because its result is unknown and the item fails', async () => {
	const { simulator } = bench();
	slowly();
	const id = await sent(NUMBER);
	void pause(1500).then(() => clinic(simulator).outbox.delete(id));
	const { error } = await wait(id, { waitLimit: 5 });
	expect(error?.message).toMatch(
		/^It's unknown whether the fax to \+15550100299 was delivered\. It left the outbox, /,
	);
});

test.each([
	['Wait Limit', { waitLimit: 0 }],
	['Polling Interval', { pollingInterval: '={{ $json.no }}' }],
	['Fail If Not Delivered', { failIfNotDelivered: '={{ "perhaps" }}' }],
])('an invalid %s is refused before anything is sent', async (name, options) => {
	const result = await send(NUMBER, { waitUntilSent: true, ...options });
	bench().expectRefused(result, new RegExp(`^"${name}[ "]`));
});

describe('an undelivered fax', () => {
	test("fails its item with who received it, who didn't and why, and lists everything that was sent", async () => {
		const { error } = await send(`${NUMBER},${BUSY}`, { waitUntilSent: true, ...quick });
		expect(error?.message).toMatch(
			/^Delivered to 1 of 2\. Not delivered to \+15550100911: .*busy.*\(failed_user_busy\)\. Retry in n8n's list of executions doesn't do it again\./,
		);
		// Fax.Plus's first record of the fax says less than the message, and contradicts it.
		expect(error?.description).not.toContain('submitted');
	});

	test('keeps the results of all recipients in the item if the node continues', async () => {
		const both = { waitUntilSent: true, ...quick };
		const { items } = await send(`${NUMBER},${BUSY}`, both, { onError: 'continueRegularOutput' });
		expect(jsonOf(items)).toMatchObject([
			{
				error: {
					outcome: 'carriedOut',
					code: 'failed_user_busy',
					faxes: [
						{ to: NUMBER, outcome: 'success' },
						{ to: BUSY, outcome: 'failure' },
					],
				},
			},
		]);
	});

	test('fails "Wait for Result" as well', async () => {
		const { items } = await wait(await sent(BUSY), {}, { onError: 'continueRegularOutput' });
		expect(jsonOf(items)).toMatchObject([{ error: { code: 'failed_user_busy' } }]);
	});
});

describe('"Send At" together with "Wait Until Sent"', () => {
	const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

	test("shows a failure at once, while another item's fax hasn't been sent yet", async () => {
		const { simulator } = bench();
		const items = [{ json: { to: BUSY, at: inSeconds(3) } }, { json: { to: NUMBER, at: inSeconds(3600) } }];
		const options = { ...quick, sendTime: '={{ $json.at }}', waitLimit: 7200 };
		const { error } = await send('={{ $json.to }}', { waitUntilSent: true, ...options }, { items });
		expect([...clinic(simulator).outbox.values()]).toContainEqual(expect.objectContaining({ to: NUMBER }));
		expect(error?.message).toMatch(
			/^The fax to \+15550100911 wasn't delivered: .*busy.* Retry in n8n's list of executions doesn't do it again/,
		);
		expect(error?.context['itemIndex']).toBe(0);
		expect(error?.description).toContain(NUMBER);
	});

	test('is refused before anything is sent if the wait would end too early', async () => {
		bench().expectRefused(
			await send(NUMBER, { waitUntilSent: true, sendTime: inSeconds(90), waitLimit: 60 }),
			/^"Send At" is "20.*Z", .*"Wait Limit \(Seconds\)", which is "60"/,
		);
	});

	test('waits until the fax is sent if the limit allows it', async () => {
		const { items } = expectSuccess(
			await send(NUMBER, { waitUntilSent: true, ...quick, sendTime: inSeconds(3) }),
		);
		expect(jsonOf(items)).toMatchObject([{ outcome: 'success' }]);
	});
});

test.each([
	[401, 'unauthorized', /^Enter a new access token/],
	[403, 'forbidden', /needs one of these scopes: fax:all:read, fax:fax:read/],
	[400, 'invalid_user_id', /^Fax\.Plus doesn't let the token's user do this/],
])('a refusal ends the wait at once: %i %s', async (status, error, advice) => {
	bench().simulator.fail({ method: 'GET', times: 100, with: status, error, description: 'No' });
	const result = await wait(seed.faxId);
	expect(result.error?.message).toContain(`(${error}, HTTP ${status})`);
	expect(result.error?.description).toMatch(advice);
	expect(bench().simulator.requests).toHaveLength(1);
	expect(result.error?.message).toMatch(/^It's unknown whether the fax/);
});

test.each([429, 500, 503])('Fax.Plus answering %i until the limit is an error', async (status) => {
	bench().simulator.fail({ method: 'GET', times: 1000, with: status, retryAfter: '0' });
	const result = await wait(seed.faxId, { waitLimit: 2 });
	expect(result.error?.message).toContain(`HTTP ${status}`);
});

test('the faxes of a batch are checked from the first send on, so one that finishes before the last send is found', async () => {
	const { simulator } = bench();
	const { credentials, to, busy } = await changingIds();
	simulator.sending.sending = SLOW;
	let [uploads, lists] = [0, 0];
	simulator.latency = ({ operationId }) => {
		// The second upload takes until the node polls for the first fax.
		if (operationId === 'listFaxes' && ++lists === 1) void letTimePass(UPLOAD);
		return operationId === 'uploadFile' && ++uploads === 2 ? UPLOAD : 0;
	};
	const items = [{ json: { to } }, { json: { to: busy } }];
	const run = await send(
		'={{ $json.to }}',
		{ waitUntilSent: true, ...withoutFailure },
		{ items, credentials },
	);
	expect(jsonOf(expectSuccess(run).items)).toMatchObject([
		{ to, outcome: 'success' },
		{ to: busy, outcome: 'failure' },
	]);
	const operations = simulator.requests.map(({ operationId }) => operationId);
	expect(operations.indexOf('listFaxes')).toBeGreaterThan(-1);
	expect(operations.indexOf('listFaxes')).toBeLessThan(operations.lastIndexOf('sendFax'));
});

test('stopping the execution ends the wait', async () => {
	const { simulator } = bench();
	simulator.sending.sending = 600_000;
	const faxId = await sent(NUMBER);
	const { cancel, stop } = stopButton();
	bench().onRequest(undefined, 1, stop);
	const { status } = await wait(faxId, {}, { cancel });
	expect(status).toBe('canceled');
});

test('items wait at the same time, however few are handled at once, so a refusal shows although others would still wait', async () => {
	const { simulator } = bench();
	simulator.sending.sending = 600_000;
	const id = await sent(NUMBER);
	const begunAt = Date.now();
	const items = ['self', 'a-stranger'].map((user) => ({ json: { user } }));
	const { error } = await wait(
		id,
		{ userId: '={{ $json.user }}', itemsAtOnce: 1, waitLimit: 3600 },
		{ items },
	);
	expect(error?.message).toMatch(/invalid_user_id/);
	expect(error?.context['itemIndex']).toBe(1);
	expect(Date.now() - begunAt).toBeLessThan(300_000);
});

test('the execution of a fax is found by each ID that the fax has had', async () => {
	const { credentials, to } = await changingIds();
	bench().simulator.sending.sending = SLOW;
	const { items, customData } = expectSuccess(
		await send(to, { waitUntilSent: true, ...quick }, { credentials }),
	);
	const ids = jsonOf(items).flatMap(({ outboxId, id }) => [outboxId, id] as string[]);
	expect(new Set(ids).size).toBe(2);
	expect(customData).toEqual({ faxId: ids.join(', ') });
});

test("the execution of a later wait is found by the fax's ID as well", async () => {
	const faxId = await sent(NUMBER);
	expect(expectSuccess(await wait(faxId)).customData['faxId']).toContain(faxId);
});
