import { WebhookContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { signingSecrets } from '../../../harness/n8n/signingSecrets';
import { useTriggerBench } from './support/bench';
import { OTHER_SECRET, Receiver, SECRET, signed } from './support/receiver';

const bench = useTriggerBench();

/** Longer than keys are kept. */
const LATER_MS = 5_001;

let reads: jest.SpiedFunction<WebhookContext['getCredentials']>;

/** How often the credential of secrets was read. */
const readsOfSecrets = () => reads.mock.calls.filter(([type]) => type === 'faxPlusWebhookSecretApi').length;

beforeEach(() => {
	reads = jest.spyOn(WebhookContext.prototype, 'getCredentials');
});
afterEach(() => {
	jest.restoreAllMocks();
});

const signedWith = (secret: string) => signed({ secrets: [secret] });

/** Changes the secrets in a receiver's credential, as a person does in n8n. */
async function enter(receiver: Receiver, ...secrets: string[]): Promise<void> {
	const details = receiver.trigger.settings.credentials['faxPlusWebhookSecretApi'];
	if (!details) throw new Error('The trigger has no signing secret');
	const data = signingSecrets(...secrets) as ICredentialDataDecryptedObject;
	await bench().bench.engine.credentials.updateCredentials(details, '', data);
}

function passTime(milliseconds: number): void {
	const now = performance.now();
	jest.spyOn(performance, 'now').mockImplementation(() => now + milliseconds);
}

/** The statuses of the answers to deliveries that are sent one after the other. */
async function statuses(receiver: Receiver, ...secrets: string[]): Promise<number[]> {
	const answers: number[] = [];
	for (const secret of secrets) answers.push((await receiver.post(signedWith(secret))).status);
	return answers;
}

describe('The credential of secrets', () => {
	it('is read once for the deliveries of some seconds, whether they come in turn or together', async () => {
		const receiver = await Receiver.listen(bench());
		const answers = await Promise.all(Array.from({ length: 10 }, async () => statuses(receiver, SECRET)));
		expect([...answers.flat(), ...(await statuses(receiver, SECRET, SECRET))]).toEqual(Array(12).fill(200));
		expect(readsOfSecrets()).toBe(1);
	});

	it('is read again before anything is refused, once for each refusal', async () => {
		const receiver = await Receiver.listen(bench());
		expect(await statuses(receiver, SECRET, OTHER_SECRET, OTHER_SECRET)).toEqual([200, 401, 401]);
		expect(readsOfSecrets()).toBe(3);
	});

	it('is not read for a request without a whole signature', async () => {
		const receiver = await Receiver.listen(bench());
		const { body, headers } = signed();
		expect((await receiver.post({ body, headers: { ...headers, 'webhook-id': '' } })).status).toBe(401);
		expect((await receiver.post({ body, headers: {} })).status).toBe(401);
		expect(readsOfSecrets()).toBe(0);
	});

	it('is that of each trigger alone', async () => {
		const receivers = [await Receiver.listen(bench()), await Receiver.listen(bench(), {}, signingSecrets())];
		expect(await Promise.all(receivers.map(async (one) => statuses(one, SECRET)))).toEqual([[200], [401]]);
	});
});

describe('A secret', () => {
	it('counts at once when it is added or replaces another, and nothing is refused meanwhile', async () => {
		const receiver = await Receiver.listen(bench());
		await statuses(receiver, SECRET);
		await enter(receiver, SECRET, OTHER_SECRET);
		expect(await statuses(receiver, SECRET, OTHER_SECRET, SECRET)).toEqual([200, 200, 200]);
		await enter(receiver, OTHER_SECRET);
		expect(await statuses(receiver, OTHER_SECRET)).toEqual([200]);
		expect(receiver.log).toEqual([]);
	});

	it('that was removed counts for some seconds more, and then no longer', async () => {
		const receiver = await Receiver.listen(bench());
		await statuses(receiver, SECRET);
		await enter(receiver, OTHER_SECRET);
		expect(await statuses(receiver, SECRET)).toEqual([200]);
		passTime(LATER_MS);
		expect(await statuses(receiver, SECRET)).toEqual([401]);
	});

	it('counts no more when the trigger selects another credential, or none', async () => {
		const receiver = await Receiver.listen(bench());
		await statuses(receiver, SECRET);
		const { node } = receiver.trigger;
		const other = await bench().bench.engine.credential('faxPlusWebhookSecretApi', {
			...signingSecrets(OTHER_SECRET),
		});
		node.credentials = { ...node.credentials, ...other };
		expect(await statuses(receiver, SECRET, OTHER_SECRET)).toEqual([401, 200]);
		delete node.credentials['faxPlusWebhookSecretApi'];
		expect(await statuses(receiver, OTHER_SECRET)).toEqual([401]);
	});
});
