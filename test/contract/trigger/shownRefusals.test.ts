import { DataDeduplicationService } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	NodeOperationError,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { signingSecrets } from '../../../harness/n8n/signingSecrets';
import { useTriggerBench } from './support/bench';
import { bodyOf, OTHER_SECRET, Receiver, SECRET, signed } from './support/receiver';
import { StoreInMemory } from './support/store';

const bench = useTriggerBench();
const store = new StoreInMemory();
const HOUR = 3_600_000;

const MISMATCH = 'the signature does not match';
const STALE = 'the timestamp is more than 5 minutes old';

beforeAll(async () => {
	await DataDeduplicationService.init(store);
});
afterEach(() => {
	jest.restoreAllMocks();
});

const forged = () => signed({ secrets: [OTHER_SECRET] });

/** What the execution that shows a refusal fails with. */
async function errorOf(
	receiver: Receiver,
	item: INodeExecutionData | undefined,
	mode: WorkflowExecuteMode = 'webhook',
): Promise<NodeOperationError> {
	if (!item) throw new Error('No refusal was shown');
	const error = await receiver.trigger.execute([item], mode).catch((caught: unknown) => caught);
	// n8n keeps errors as plain objects.
	expect(error).toMatchObject({ name: 'NodeOperationError' });
	return error as NodeOperationError;
}

/** Goes on with the clock by which refusals are counted; signatures have to be made with the real one. */
function later(milliseconds: number): void {
	const now = Date.now() + milliseconds;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
}

describe('A delivery that is refused for a reason that a person can mend', () => {
	it.each<{ what: string; secrets?: object; offset?: number; cause: string; advice: string }>([
		{
			what: 'no secret',
			secrets: {},
			cause: 'the signing secret credential is still empty',
			advice: 'Copy its signing secret',
		},
		{
			what: 'a malformed one',
			secrets: signingSecrets('whsec_'),
			cause: 'the signing secret is malformed',
			advice: 'Copy its signing secret',
		},
		{
			what: 'that of another endpoint',
			secrets: signingSecrets(OTHER_SECRET),
			cause: MISMATCH,
			advice: 'Copy its signing secret',
		},
		{ what: 'a clock that is fast', offset: -360, cause: STALE, advice: 'Set the clock' },
		{
			what: 'a clock that is slow',
			offset: 360,
			cause: 'the timestamp is more than 5 minutes in the future',
			advice: 'Set the clock',
		},
	])(
		'over $what fails an execution, which says why and what to do',
		async ({ secrets, offset = 0, cause, advice }) => {
			const receiver = await Receiver.listen(bench(), { staticData: { endpointId: 'ep_used' } }, secrets);
			const answer = await receiver.post(signed({ offset }));
			expect([answer.status, answer.data]).toEqual([
				401,
				{ error: 'unauthorized', description: 'The delivery was refused' },
			]);
			expect(receiver.executions).toEqual([]);

			const error = await errorOf(receiver, receiver.shownRefusals[0]);

			expect(error.message).toContain(`A delivery was refused: ${cause}`);
			expect(error.description).toContain(advice);
			expect(error.description).toContain('Fax.Plus repeats refused deliveries');
			if (advice.startsWith('Copy'))
				expect(error.description).toContain(
					`the endpoint with the address ${receiver.trigger.url} (ID ep_used)`,
				);
		},
	);

	it('does so over a credential that was not selected', async () => {
		const receiver = await Receiver.listen(bench());
		delete receiver.trigger.node.credentials?.['faxPlusWebhookSecretApi'];
		await receiver.post(signed());
		const error = await errorOf(receiver, receiver.shownRefusals[0]);
		expect(error.description).toContain('select a signing secret credential');
	});

	it('does so over a body that is signed and no event', async () => {
		const receiver = await Receiver.listen(bench());
		expect((await receiver.post(signed({ body: '{}' }))).status).toBe(400);
		const error = await errorOf(receiver, receiver.shownRefusals[0]);
		expect(error.message).toContain('the body is not JSON with "hook" and "data"');
	});

	it('shows once an hour for each cause and trigger, however many come', async () => {
		const receiver = await Receiver.listen(bench());
		const other = await Receiver.listen(bench());
		for (let i = 0; i < 20; i++) await receiver.post(forged());
		expect(receiver.shownRefusals).toHaveLength(1);
		await receiver.post(signed({ offset: -360 }));
		expect(receiver.shownRefusals).toHaveLength(2);
		await other.post(forged());
		expect(other.shownRefusals).toHaveLength(1);
		later(HOUR - 10_000);
		await receiver.post(signed({ secrets: [OTHER_SECRET], offset: 10 - HOUR / 1000 }));
		expect(receiver.shownRefusals).toHaveLength(2);
		later(10_000);
		await receiver.post(signed({ secrets: [OTHER_SECRET], offset: -HOUR / 1000 }));
		expect(receiver.shownRefusals).toHaveLength(3);
	});

	it('shows at once after the first delivery that was accepted, as the trigger is set up then, but only after that one', async () => {
		const receiver = await Receiver.listen(bench());
		await receiver.post(forged());
		await receiver.post(signed());
		await receiver.post(forged());
		expect(receiver.shownRefusals).toHaveLength(2);
		for (const item of receiver.shownRefusals) await errorOf(receiver, item);
		await receiver.post(signed());
		await receiver.post(forged());
		expect(receiver.shownRefusals).toHaveLength(2);
	});

	it('shows at once after a person has changed the secrets or the endpoint, as that is news', async () => {
		const receiver = await Receiver.listen(bench(), {}, signingSecrets(OTHER_SECRET));
		await receiver.post(signed());
		const { credentials } = bench().bench.engine;
		const details = receiver.trigger.settings.credentials['faxPlusWebhookSecretApi'];
		if (!details) throw new Error('The trigger has no signing secret');
		const others = signingSecrets(OTHER_SECRET, OTHER_SECRET.replace('whsec_', 'whsec_AAAA'));
		await credentials.updateCredentials(details, '', others as ICredentialDataDecryptedObject);
		for (let i = 0; i < 3; i++) await receiver.post(signed());
		expect(receiver.shownRefusals).toHaveLength(2);
		receiver.trigger.workflow.getStaticData('node', receiver.trigger.node)['endpointId'] = 'ep_new';
		for (let i = 0; i < 3; i++) await receiver.post(signed());
		expect(receiver.shownRefusals).toHaveLength(3);
		for (const item of receiver.shownRefusals) await errorOf(receiver, item);
	});

	it('ends with nothing in a second execution for the same hour', async () => {
		const receiver = await Receiver.listen(bench());
		await receiver.post(forged());
		const [item] = receiver.shownRefusals;
		await errorOf(receiver, item);
		expect(await receiver.trigger.execute(item ? [item] : [], 'webhook')).toEqual([]);
	});

	it('shows again when a person retries the execution', async () => {
		const receiver = await Receiver.listen(bench());
		await receiver.post(forged());
		const [item] = receiver.shownRefusals;
		await errorOf(receiver, item);
		expect((await errorOf(receiver, item, 'retry')).message).toContain(MISMATCH);
	});

	it('shows also where n8n runs a node that fails a second time', async () => {
		const receiver = await Receiver.listen(bench());
		Object.assign(receiver.trigger.node, { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 });
		await receiver.post(forged());
		await errorOf(receiver, receiver.shownRefusals[0]);
	});

	it('shows also when the store of processed deliveries fails', async () => {
		const receiver = await Receiver.listen(bench());
		await receiver.post(forged());
		store.failure = new Error('database is locked');
		try {
			await errorOf(receiver, receiver.shownRefusals[0]);
		} finally {
			store.failure = undefined;
		}
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'never goes on as if it were a fax, where the node is set to %s',
		async (onError) => {
			const receiver = await Receiver.listen(bench());
			receiver.trigger.node.onError = onError;
			await receiver.post(forged());
			const [item] = receiver.shownRefusals;
			expect(await receiver.trigger.execute(item ? [item] : [], 'webhook')).toEqual([]);
		},
	);

	it('is only logged where the option says so', async () => {
		const receiver = await Receiver.listen(bench(), { parameters: { options: { whenRefused: 'logOnly' } } });
		await receiver.post(forged());
		expect(receiver.shownRefusals).toEqual([]);
		const lines = receiver.log.filter((line) => line.includes(receiver.trigger.url));
		expect(lines).toEqual([expect.stringContaining(MISMATCH)]);
	});

	it('shows every time while a person listens, with the end of the address', async () => {
		const options = { whenRefused: 'logOnly' };
		const receiver = await Receiver.listen(bench(), { isTest: true, parameters: { options } });
		for (let i = 0; i < 3; i++) await receiver.post(forged());
		expect(receiver.shownRefusals).toHaveLength(3);
		const [item] = receiver.shownRefusals;
		const { description } = await errorOf(receiver, item, 'manual');
		expect(description).toContain(`whose address ends in ${new URL(receiver.trigger.url).pathname}`);
		expect(description).toContain('Then listen again');
	});

	it('shows nothing of what was sent', async () => {
		const receiver = await Receiver.listen(bench());
		await receiver.post(signed({ id: 'msg_of_a_stranger', secrets: [OTHER_SECRET] }));
		const old = signed({ offset: -123_456 });
		await receiver.post(old);
		const shown = JSON.stringify(receiver.shownRefusals);
		expect(shown).toContain('by days or more');
		expect(shown).not.toContain(old.headers['webhook-timestamp']);
		for (const hidden of ['msg_of_a_stranger', '+1555', SECRET, OTHER_SECRET])
			expect(shown).not.toContain(hidden);
	});
});

describe("A stranger's request without a whole signature", () => {
	it.each([
		['no header', []],
		['no signature', ['webhook-id', 'webhook-timestamp']],
		['no time', ['webhook-id', 'webhook-signature']],
	])('with %s starts nothing', async (_what, names) => {
		const receiver = await Receiver.listen(bench());
		const { headers } = forged();
		const some = Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
		expect((await receiver.post({ body: bodyOf(), headers: some })).status).toBe(401);
		expect(receiver.shownRefusals).toEqual([]);
	});

	it('or with a time that is none starts nothing', async () => {
		const receiver = await Receiver.listen(bench());
		const { body, headers } = forged();
		await receiver.post({ body, headers: { ...headers, 'webhook-timestamp': 'now' } });
		expect(receiver.shownRefusals).toEqual([]);
	});
});
