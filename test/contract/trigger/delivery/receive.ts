import { signingSecrets } from '../../../../tools/harness/n8n/credentials';
import type { EventName, FaxEvent } from '../../../../tools/simulator/events';
import { expectDeclared } from '../../support/schemas';
import { useTriggerBench } from '../support/bench';
import { bodyOf, OTHER_SECRET, Receiver, SECRET, signed } from '../support/receiver';

const bench = useTriggerBench();

const ALL_EVENTS = { events: ['fax_received', 'fax_sent', 'fax_page_received'] };
const THIRD_SECRET = `whsec_${Buffer.from('the secret of a third one').toString('base64')}`;

describe('A delivery from Fax.Plus', () => {
	it.each<{ event: EventName; values: FaxEvent; isRetry?: boolean; words?: string }>([
		{ event: 'fax_received', values: { status: 'success' } },
		{
			event: 'fax_received',
			values: { status: 'partially_received' },
			words: 'Only the first pages arrived, then the call dropped. Ask the sender to send the fax again.',
		},
		{
			event: 'fax_sent',
			values: { status: 'failed_user_busy' },
			words: 'The line was busy. Wait a while, then send the fax again.',
		},
		{ event: 'fax_page_received', values: { extra: { page: 1 } } },
		{ event: 'fax_sent', values: { hookId: 'fax_hook', faxId: 'fax_session' }, isRetry: true },
		{ event: 'fax_received', values: { headerStyle: 'svix' } },
		{ event: 'fax_received', values: { clockOffset: -180 } },
		{ event: 'fax_received', values: { clockOffset: 280 } },
	])('$event $values becomes one item', async ({ event, values, ...expected }) => {
		const receiver = await Receiver.listen(bench(), { parameters: ALL_EVENTS });
		const before = Math.floor(Date.now() / 1000) + (values.clockOffset ?? 0);

		const [delivery] = bench().simulator.emit(event, values);

		expect((await delivery?.settled)?.attempts.map(({ status }) => status)).toEqual([200]);
		const { hook, data } = JSON.parse(delivery?.body ?? '') as { hook: object; data: object };
		const timestamp = expect.any(Number) as number;
		const { isRetry = false, words = 'All pages were transmitted.' } = expected;
		const statusMeaning = event === 'fax_page_received' ? undefined : words;
		const shown = {
			event,
			isRetry,
			confirmedBy: 'signature',
			webhookId: delivery?.webhookId,
			timestamp,
			hook,
			data,
		};
		expect(receiver.executions).toEqual([[{ json: { ...shown, statusMeaning } }]]);
		expect(receiver.executions[0]?.[0]?.json['timestamp']).toBeGreaterThanOrEqual(before);
		expect(receiver.log).toEqual([]);
	});

	it.each(['fax_received', 'fax_sent'] as const)(
		'%s has its numbers as from and to even if Fax.Plus names them as in its SDK',
		async (event) => {
			const receiver = await Receiver.listen(bench(), { parameters: ALL_EVENTS });
			bench().simulator.settings.numberSuffix = '_number';
			const [delivery] = bench().simulator.emit(event, { from: '+1 555 010 0001', to: '+15550100002' });
			await delivery?.settled;

			const { data } = JSON.parse(delivery?.body ?? '') as { data: object };
			expect(Object.keys(data)).toEqual(expect.arrayContaining(['from_number', 'to_number']));
			const numbers = { from: '+1 555 010 0001', to: '+15550100002' };
			expect(receiver.executions[0]?.[0]?.json['data']).toEqual({ ...data, ...numbers });
		},
	);

	it.each([
		['fax_received', ''],
		['fax_sent', '_number'],
	] as const)(
		'%s matches the schema, whatever Fax.Plus names its numbers ("from%s")',
		async (event, numberSuffix) => {
			const receiver = await Receiver.listen(bench(), { parameters: { events: [event] } });
			bench().simulator.settings.numberSuffix = numberSuffix;
			await bench().simulator.emit(event)[0]?.settled;
			// Fields other than `from` and `to` aren't documented, so nothing may depend on them.
			expectDeclared('FaxPlusTrigger/__schema__/v2.0.0.json', receiver.executions[0]?.[0]?.json, (path) =>
				path.endsWith('_number'),
			);
		},
	);

	it('may have an unknown event and unknown fields', async () => {
		const receiver = await Receiver.listen(bench(), { parameters: { events: ['fax_new'] } });
		const hook = { id: 7, event: 'fax_new', more: [1] };
		const { status } = await receiver.post(
			signed({ body: JSON.stringify({ hook, data: { id: '7' }, x: 1 }) }),
		);
		expect(status).toBe(200);
		expect(receiver.executions[0]?.[0]?.json).toMatchObject({ isRetry: false, hook, data: { id: '7' } });
		expect(receiver.executions[0]?.[0]?.json).not.toHaveProperty('x');
	});

	it("with an event that isn't selected is answered 200 and starts nothing", async () => {
		const receiver = await Receiver.listen(bench(), { parameters: { events: ['fax_sent'] } });
		const { status, data } = await receiver.post(signed({ body: bodyOf('fax_received') }));
		expect([status, data]).toEqual([200, '']);
		expect(receiver.executions).toEqual([]);
		expect(receiver.log).toEqual([]);
	});

	it.each([
		...['text/plain', 'application/octet-stream', 'application/json; charset=utf-8', 'application/xml'],
		...([
			'application/cloudevents+json',
			'application/vnd.api+json; charset=utf-8',
			'nonsense',
			'',
			false,
		] as const),
	])('is verified by its bytes even if they arrive as %s', async (contentType) => {
		const receiver = await Receiver.listen(bench());
		const body = bodyOf().replace('success', 'réussi ✓ \\u00e9').replace('{', '{\n\t ');
		expect((await receiver.post(signed({ body }), contentType)).status).toBe(200);
		expect(receiver.executions[0]?.[0]?.json['data']).toMatchObject({ status: 'réussi ✓ é' });
	});

	it('is read even if it starts with a byte order mark', async () => {
		const receiver = await Receiver.listen(bench());
		// With a JSON content type, n8n itself refuses this body.
		expect((await receiver.post(signed({ body: `\uFEFF${bodyOf()}` }), 'text/plain')).status).toBe(200);
		expect(receiver.executions[0]?.[0]?.json['data']).toMatchObject({ id: 'fax_1' });
	});

	it.each([
		['9007199254740993', '9007199254740993'],
		['-9007199254740993', '-9007199254740993'],
		['123456789012345678901234567890', '123456789012345678901234567890'],
		['9007199254740991', 9_007_199_254_740_991],
		['12345.12345678901234567890', 12_345.123_456_789_012_346],
		['1234567890123456e3', 1_234_567_890_123_456_000],
		[String.raw`"say \"9007199254740993\", 9007199254740993"`, 'say "9007199254740993", 9007199254740993'],
	])('keeps each digit of an ID: %s', async (written, id) => {
		const receiver = await Receiver.listen(bench());
		const body = bodyOf().replaceAll('"fax_1"', written);
		expect((await receiver.post(signed({ body }))).status).toBe(200);
		expect(receiver.executions[0]?.[0]?.json).toMatchObject({ data: { id }, hook: { id }, isRetry: false });
	});
});

describe('A delivery to a trigger for one result', () => {
	it('that is ignored may be sent again after the field changes', async () => {
		const receiver = await Receiver.listen(bench(), { parameters: { outcome: 'failure' } });
		const delivery = signed();
		const { status, data } = await receiver.post(delivery);
		expect([status, data]).toEqual([200, '']);
		expect([receiver.executions, receiver.log]).toEqual([[], []]);
		receiver.trigger.node.parameters['outcome'] = 'success';
		expect((await receiver.post(delivery)).status).toBe(200);
		expect(receiver.ids).toEqual([delivery.headers['webhook-id']]);
	});

	it('evaluates no expression, even if n8n leaves one in the field', async () => {
		const receiver = await Receiver.listen(bench());
		receiver.trigger.node.parameters['outcome'] = '={{ "failure" }}';
		expect((await receiver.post(signed())).status).toBe(200);
		expect(receiver.executions).toHaveLength(1);
	});
});

it('A signature is valid if its secret is one of several, on its own line, next to a malformed one', async () => {
	const secrets = signingSecrets('whsec_', OTHER_SECRET, `${THIRD_SECRET}\n ${SECRET} \n`);
	const receiver = await Receiver.listen(bench(), {}, secrets);
	expect((await receiver.post(signed())).status).toBe(200);
	expect(receiver.executions).toHaveLength(1);
});

describe('While the editor is listening', () => {
	const accepting = { parameters: { options: { acceptUnsignedTestEvents: true } } };
	const unsigned = (body = bodyOf()) => ({ body, headers: {} });

	it("an unsigned event is used with the option, as often as it's sent", async () => {
		const receiver = await Receiver.listen(bench(), { isTest: true, ...accepting });
		for (let i = 0; i < 2; i++) expect((await receiver.post(unsigned())).status).toBe(200);
		const { hook, data } = JSON.parse(bodyOf()) as { hook: object; data: object };
		const shown = { event: 'fax_received', statusMeaning: 'All pages were transmitted.', isRetry: false };
		const unknown = { confirmedBy: null, webhookId: null, timestamp: null };
		const json = { ...shown, ...unknown, hook, data };
		expect(receiver.executions).toEqual([[{ json }], [{ json }]]);
	});

	it.each([
		['without the option', { isTest: true }],
		['in production, with or without the option', { isTest: false, ...accepting }],
	])("it's refused %s", async (_what, settings) => {
		const receiver = await Receiver.listen(bench(), settings);
		const { status, data } = await receiver.post(unsigned());
		expect([status, data]).toEqual([401, { error: 'unauthorized', description: 'The delivery was refused' }]);
		expect(receiver.executions).toEqual([]);
	});

	it('the option accepts no wrong signature, and no other event or body', async () => {
		const receiver = await Receiver.listen(bench(), { isTest: true, ...accepting });
		expect((await receiver.post(signed({ secrets: [OTHER_SECRET] }))).status).toBe(401);
		expect((await receiver.post({ body: bodyOf(), headers: { 'webhook-signature': 'v1,' } })).status).toBe(
			401,
		);
		expect((await receiver.post(unsigned(bodyOf('fax_sent')))).status).toBe(200);
		expect((await receiver.post(unsigned('{"hook":{}}'))).status).toBe(400);
		expect(receiver.executions).toEqual([]);
	});

	it('a signed event is used with its ID and time', async () => {
		const receiver = await Receiver.listen(bench(), { isTest: true });
		const delivery = signed({ id: 'msg_test', offset: -100 });
		expect((await receiver.post(delivery)).status).toBe(200);
		expect(receiver.executions[0]?.[0]?.json).toMatchObject({
			webhookId: 'msg_test',
			timestamp: Number(delivery.headers['webhook-timestamp']),
		});
	});
});
