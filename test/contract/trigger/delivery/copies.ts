import { until, useTriggerBench } from '../support/bench';
import { Receiver, signed } from '../support/receiver';

const bench = useTriggerBench();

/** Holds back executions until the test lets each one start or fail. */
function holdStarts(receiver: Receiver): Array<{ succeed: () => void; fail: () => void }> {
	const starts: Array<{ succeed: () => void; fail: () => void }> = [];
	receiver.onStart = async () => {
		await new Promise<void>((resolve, reject) => {
			starts.push({
				succeed: resolve,
				fail: () => {
					reject(new Error('The database is gone'));
				},
			});
		});
	};
	return starts;
}

describe('Copies of a delivery', () => {
	it('are all answered 200, and start one execution, by their ID, even with another time, signature and body', async () => {
		const receiver = await Receiver.listen(bench());
		const copies = [{ offset: -60 }, {}, { prefix: 'svix' as const }];
		for (const copy of copies)
			expect((await receiver.post(signed({ id: 'msg_copied', ...copy }))).status).toBe(200);
		await receiver.post(signed({ id: 'msg_new' }));
		expect(receiver.ids).toEqual(['msg_copied', 'msg_new']);
	});

	it("that were refused don't count", async () => {
		const receiver = await Receiver.listen(bench());
		const { body, headers } = signed();
		const forged = await receiver.post({ body: body.replace('success', 'failed'), headers });
		expect(forged.status).toBe(401);
		expect((await receiver.post({ body, headers })).status).toBe(200);
		expect(receiver.executions).toHaveLength(1);
	});

	it('to two triggers start an execution each, and every one to a test URL starts it', async () => {
		const live = await Receiver.listen(bench());
		const test = await Receiver.listen(bench(), { ...live.trigger.settings, isTest: true });
		const other = await Receiver.listen(bench());
		const delivery = signed();
		for (const receiver of [live, test, other]) {
			for (let copy = 0; copy < 2; copy++) expect((await receiver.post(delivery)).status).toBe(200);
			expect(receiver.executions).toHaveLength(receiver === test ? 2 : 1);
		}
	});
});

describe('While n8n receives a delivery, a copy', () => {
	it('takes over when the caller hangs up before the answer', async () => {
		const receiver = await Receiver.listen(bench());
		const starts = holdStarts(receiver);
		const delivery = signed();
		const hangUp = new AbortController();
		const first = receiver.post(delivery, 'application/json', hangUp.signal);
		await until(() => starts.length === 1);
		const copy = receiver.post(delivery);
		await until(() => receiver.requests === 2);

		hangUp.abort();
		await expect(first).rejects.toThrow('canceled');
		await until(() => starts.length === 2);
		for (const start of starts) start.succeed();

		expect((await copy).status).toBe(200);
	});

	it('whose caller hangs up leaves the delivery to the next one when the first fails', async () => {
		const receiver = await Receiver.listen(bench());
		const starts = holdStarts(receiver);
		const delivery = signed();
		const first = receiver.post(delivery);
		await until(() => starts.length === 1);
		const hangUp = new AbortController();
		const copy = receiver.post(delivery, 'application/json', hangUp.signal);
		await until(() => receiver.requests === 2);
		hangUp.abort();
		await expect(copy).rejects.toThrow('canceled');
		await until(() => receiver.hangUps === 1);

		starts[0]?.fail();
		expect((await first).status).toBe(500);
		await until(() => starts.length === 2);
		starts[1]?.fail();
		const retry = receiver.post(delivery);
		await until(() => starts.length === 3);
		starts[2]?.succeed();

		expect((await retry).status).toBe(200);
		expect(receiver.ids).toEqual([delivery.headers['webhook-id']]);
	});
});
