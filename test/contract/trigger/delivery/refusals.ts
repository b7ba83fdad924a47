import { WebhookContext } from 'n8n-core';
import { createHash, createHmac } from 'node:crypto';

import { signingSecrets } from '../../../../tools/harness/n8n/credentials';
import { useTriggerBench } from '../support/bench';
import { bodyOf, OTHER_SECRET, Receiver, signed, type Delivery } from '../support/receiver';

const bench = useTriggerBench();

/** Returns the mark that a trigger with this account's credential adds to its responses. */
function markOf(receiver: Receiver): string {
	const id = receiver.trigger.settings.credentials['faxPlusApi']?.id ?? '';
	return createHash('sha256').update(`faxPlusApi:${id}`).digest('hex').slice(0, 16);
}

/** Returns the response to strangers, which is the same for every cause. */
const answerOf = (status: number) => ({
	error: status === 401 ? 'unauthorized' : 'refused',
	description: 'The delivery was refused',
});

/**
 * Expects that a request was refused without a trace. The response must have the trigger's mark, and only the log may show
 * the cause.
 */
async function expectRefusal(
	receiver: Receiver,
	delivery: Delivery,
	status: number,
	cause: string,
	contentType?: string,
): Promise<void> {
	const answer = await receiver.post(delivery, contentType);
	expect(answer.status).toBe(status);
	expect(answer.data).toEqual(answerOf(status));
	expect(answer.headers['x-faxplus-trigger']).toBe(markOf(receiver));
	expect(receiver.executions).toEqual([]);
	expect(isToBeSaved(receiver)).toBe(false);
	expect(receiver.log).toEqual([expect.stringMatching(/^warn: /)]);
	expect(receiver.log[0]).not.toContain(delivery.headers['webhook-signature'] ?? 'whsec_');
	const { node, settings } = receiver.trigger;
	expect(receiver.trail).toMatchObject([
		{
			...{ event: 'delivery.refused', status, source: '203.0.113.7' },
			...{ nodeId: node.id, mode: settings.isTest ? 'manual' : 'webhook' },
		},
	]);
	expect(receiver.trail[0]?.['deliveryId']).toBe(delivery.headers['webhook-id']);
	expect(receiver.refusals[0]).toContain(cause);
}

/** Returns whether n8n would save the workflow's static data, because it changed. */
function isToBeSaved({ trigger }: Receiver): boolean {
	return (trigger.workflow.staticData as { __dataChanged?: boolean }).__dataChanged === true;
}

const MISSING = 'the signature headers are missing or empty';
const MISMATCH = "the signature doesn't match";

describe('A request is refused with 401', () => {
	it.each<[string, () => Delivery, string]>([
		['without headers', () => ({ body: bodyOf(), headers: {} }), MISSING],
		['with another secret', () => signed({ secrets: [OTHER_SECRET] }), MISMATCH],
		['with no body', () => ({ ...signed(), body: '' }), MISMATCH],
		['five minutes late', () => signed({ offset: -310 }), 'the timestamp is more than 5 minutes old'],
	])('%s', async (_what, delivery, cause) => {
		await expectRefusal(await Receiver.listen(bench()), delivery(), 401, cause);
	});

	const MALFORMED = 'the signing secret is malformed or cut off: a signing secret is "whsec_" followed by';
	const EMPTY = 'the signing secret credential is still empty';

	it.each<[object, string]>([
		[{}, EMPTY],
		[signingSecrets(' ', ' , \n'), EMPTY],
		[signingSecrets('whsec_'), MALFORMED],
		[signingSecrets('', 'whsec_,whsec_%'), MALFORMED],
		[signingSecrets('whsec_QQ=='), MALFORMED],
	])('even if it was signed with an empty key, while the credential contains %j', async (secrets, cause) => {
		const { body, headers } = signed();
		const text = `${headers['webhook-id'] ?? ''}.${headers['webhook-timestamp'] ?? ''}.${body}`;
		const signature = `v1,${createHmac('sha256', '').update(text).digest('base64')}`;
		const delivery = { body, headers: { ...headers, 'webhook-signature': signature } };
		await expectRefusal(await Receiver.listen(bench(), {}, secrets), delivery, 401, cause);
	});

	it('with a log entry about a malformed secret next to a valid one', async () => {
		const secrets = signingSecrets('whsec_cut off', OTHER_SECRET);
		const receiver = await Receiver.listen(bench(), {}, secrets);
		await expectRefusal(receiver, signed(), 401, MISMATCH);
		expect(receiver.refusals[0]).toContain('a secret in the credential is malformed or cut off');
	});

	it("with the mark of the trigger's endpoint", async () => {
		const receiver = await Receiver.listen(bench(), { staticData: { endpointId: 'ep_used' } });
		const answer = await receiver.post({ body: '{}', headers: {} });
		const mark = createHash('sha256').update('ep_used').digest('hex').slice(0, 16);
		expect(answer.headers['x-faxplus-endpoint']).toBe(mark);
	});

	it('if the trigger has no signing secret credential', async () => {
		const receiver = await Receiver.listen(bench());
		delete receiver.trigger.node.credentials?.['faxPlusWebhookSecretApi'];
		await expectRefusal(receiver, signed(), 401, 'no signing secret credential is selected in the trigger');
	});

	it.each([false, true])(
		"if it isn't signed and fields contain broken expressions (test URL: %s)",
		async (isTest) => {
			const broken = "={{ $('Nowhere').item.json.count }}";
			const options = { acceptUnsignedTestEvents: broken, rememberDeliveries: broken, keepEndpoint: broken };
			const parameters = { events: broken, channels: broken, options };
			const receiver = await Receiver.listen(bench(), { parameters, isTest });
			await expectRefusal(receiver, { body: bodyOf(), headers: {} }, 401, MISSING);
		},
	);
});

describe('A valid signature is refused', () => {
	it.each([
		...['', 'not JSON', '[]', 'null', '"text"', '[{"hook":{"event":"fax_received"},"data":{}}]'],
		...['{"hook":{"event":"fax_received"}}', '{"data":{}}', '{"hook":["fax_received"],"data":{}}'],
		...['{"hook":{"event":"fax_received"},"data":[]}', '{"hook":{"event":"fax_received"},"data":null}'],
		...['{"hook":{"event":1},"data":{}}', '{"hook":{},"data":{}}'],
	])('with 400 over the body %j', async (body) => {
		const receiver = await Receiver.listen(bench());
		const cause = `the body isn't JSON with "hook" and "data"`;
		await expectRefusal(receiver, signed({ body }), 400, cause, 'application/octet-stream');
	});

	it('with 400 for a form, because n8n keeps none of its bytes', async () => {
		const receiver = await Receiver.listen(bench());
		const delivery = { ...signed(), body: '--x\r\n\r\n--x--\r\n' };
		const answer = await receiver.post(delivery, 'multipart/form-data; boundary=x');
		expect([answer.status, answer.data]).toEqual([400, answerOf(400)]);
		expect(receiver.log.at(-1)).toContain("n8n can't read the body as raw bytes");
		expect(receiver.executions).toEqual([]);
	});

	it('with 503 if an expression in the credential returns no text, and n8n stores nothing', async () => {
		const receiver = await Receiver.listen(bench(), {}, signingSecrets({ a: 'b' } as unknown as string));
		await expectRefusal(receiver, signed(), 503, "n8n can't read the signing secret credential");
	});

	it("with 503 if the credential can't be read, so that Fax.Plus tries again", async () => {
		const receiver = await Receiver.listen(bench());
		const { node } = receiver.trigger;
		node.credentials = { ...node.credentials, faxPlusWebhookSecretApi: { id: 'gone', name: 'gone' } };
		await expectRefusal(receiver, signed(), 503, "n8n can't read the signing secret credential");
		expect(receiver.refusals[0]).toContain('Credential with ID "gone" does not exist');
	});
});

describe('A request that checks who listens at a URL', () => {
	const probe: Delivery = { body: '{}', headers: { 'x-faxplus-probe': 'true' } };

	it("gets the trigger's marks, and isn't a refused delivery", async () => {
		const receiver = await Receiver.listen(bench());
		const { status, data, headers } = await receiver.post(probe);
		expect(status).toBe(401);
		expect(data).toEqual(answerOf(401));
		expect(headers['x-faxplus-trigger']).toBe(markOf(receiver));
		expect(receiver.log).toEqual([expect.stringMatching(/^debug: /)]);
	});

	it('starts nothing while a person listens for unsigned events', async () => {
		const parameters = { options: { acceptUnsignedTestEvents: true } };
		const receiver = await Receiver.listen(bench(), { parameters, isTest: true });
		const { status } = await receiver.post({ ...probe, body: bodyOf() });
		expect(status).toBe(401);
		expect(receiver.executions).toEqual([]);
	});

	it("can't be imitated by a signed request, which is refused or accepted as a delivery", async () => {
		const receiver = await Receiver.listen(bench());
		const genuine = signed({ id: 'msg_with_probe' });
		await receiver.post({ ...genuine, headers: { ...genuine.headers, ...probe.headers } });
		expect(receiver.ids).toEqual(['msg_with_probe']);
		const forged = signed({ secrets: [OTHER_SECRET] });
		await receiver.post({ ...forged, headers: { ...forged.headers, ...probe.headers } });
		expect(receiver.log).toEqual([expect.stringContaining(MISMATCH)]);
	});
});

it("The log and the answers show neither secrets nor a stranger's body, and only the log the ID of a delivery", async () => {
	const secrets = signingSecrets(OTHER_SECRET, 'whsec_mistyped!');
	const receiver = await Receiver.listen(bench(), {}, secrets);
	const { body, headers } = signed({ id: 'msg_of_a_stranger' });
	const { data } = await receiver.post({ body, headers });
	const shown = JSON.stringify([data, receiver.log]);
	expect(shown).toContain(MISMATCH);
	expect(data).toEqual(answerOf(401));
	expect(receiver.trail).toMatchObject([{ deliveryId: 'msg_of_a_stranger' }]);
	const [, signature = ''] = (headers['webhook-signature'] ?? '').split(',');
	const key = OTHER_SECRET.slice('whsec_'.length);
	for (const hidden of [key, 'mistyped', signature, '+1555']) {
		expect(shown).not.toContain(hidden);
	}
});

it("The signing secret credential isn't read for a request without a complete signature", async () => {
	const receiver = await Receiver.listen(bench());
	const reads = jest.spyOn(WebhookContext.prototype, 'getCredentials');
	const { body, headers } = signed();
	for (const some of [{ ...headers, 'webhook-id': '' }, {}])
		expect((await receiver.post({ body, headers: some })).status).toBe(401);
	expect(reads.mock.calls.filter(([type]) => type === 'faxPlusWebhookSecretApi')).toEqual([]);
	reads.mockRestore();
});
