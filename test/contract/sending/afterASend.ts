import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { meaningOf } from '../../../nodes/shared/faxes/faxStatus';
import { seed } from '../../../tools/simulator';
import { faxedByObeying } from '../../support/secondFaxes';
import { useBench } from '../support/bench';
import { itemsOfCode } from '../support/broadcastCode';
import { jsonOf, type NodeCredentials, type NodeResult, type NodeRun } from '../support/execution';
import { clinic } from '../support/operationCases';
import { BUSY, file, NUMBER, OTHER, sendingOf, withFiles } from '../support/sending';

const bench = useBench();
const { send, sentTo, requestsOf, slowly } = sendingOf(bench);

const NO_SUCH_NUMBER = '+15550100914';

/** Options of a wait that polls every second and ends soon. */
const quick = { pollingInterval: 1, waitLimit: 3 };

/** Ways to lose the result of a fax after Fax.Plus has accepted it. */
const TROUBLES: Record<string, (credentials: NodeCredentials) => void> = {
	'the Wait Limit is reached': () => {
		bench().simulator.sending.sending = 60_000;
	},
	'Fax.Plus answers 500': () => {
		failReads(500);
	},
	'Fax.Plus answers 403': () => {
		failReads(403);
	},
	'Fax.Plus answers 503 for n8n': () => {
		failReads(503);
	},
	'Fax.Plus has moved its lists': () => {
		failReads(410);
	},
	'the credential is deleted': (credentials) => {
		const { engine, simulator } = bench();
		simulator.sending.sending = 60_000;
		bench().onRequest('listOutboxFaxes', 1, () => {
			for (const details of Object.values(credentials)) engine.credentials.delete(details);
		});
	},
	"Fax.Plus doesn't answer": () => {
		bench().simulator.fail({ operationId: 'listOutboxFaxes', times: 1000, with: 'hang-up' });
	},
	'the token is revoked': () => {
		const { simulator } = bench();
		simulator.sending.sending = 60_000;
		bench().onRequest('listOutboxFaxes', 2, () => {
			for (const token of simulator.state.tokens.values()) token.isRevoked = true;
		});
	},
	'the fax is deleted': () => {
		const { simulator } = bench();
		slowly();
		bench().onRequest('listOutboxFaxes', 2, () => {
			clinic(simulator).outbox.clear();
		});
	},
};

function failReads(status: number): void {
	const ofFaxes = ['listOutboxFaxes', 'getOutboxFax', 'listFaxes', 'getFax'];
	for (const operationId of ofFaxes)
		bench().simulator.fail({ operationId, times: 1000, with: status, retryAfter: '0' });
}

const waiting = (options: INodeParameters = {}): INodeParameters => ({
	waitUntilSent: true,
	options: { ...quick, ...options },
});

async function wait(faxId: unknown, options: INodeParameters = {}, run: Partial<NodeRun> = {}) {
	const parameters = { resource: 'fax', operation: 'waitForResult', faxId: String(faxId) };
	return await bench().run({ ...parameters, options: { ...quick, ...options } }, run);
}

/** Returns everything from a run that people or workflows read: the message, the advice, and statuses in the output. */
function textsOf({ error, items }: NodeResult): string[] {
	const reported = jsonOf(items).flatMap(({ error: failure, statusMeaning }) => {
		const { message, advice, faxes = [] } = (failure ?? {}) as IDataObject & { faxes?: IDataObject[] };
		return [message, advice, statusMeaning, ...faxes.map((fax) => fax['statusMeaning'])];
	});
	return [error?.message, error?.description, ...reported].filter((text) => typeof text === 'string');
}

describe.each(Object.entries(TROUBLES))('When %s during the wait', (_name, breakIt) => {
	test("the item of a send fails, and says what's known, what isn't, and what to do", async () => {
		const credentials = await bench().accessToken();
		breakIt(credentials);
		const result = await send(waiting(), { credentials });
		expect(sentTo()).toEqual([[NUMBER]]);
		expect(result.error?.message).toMatch(/^It's unknown whether the fax to \+15550100299 was delivered\. /);
		expect(result.error?.message).toMatch(
			/Don't send it again\. (Run "Wait for Result"|Check the sent faxes)/,
		);
		for (const text of textsOf(result)) expect([...faxedByObeying(text, [NUMBER])]).toEqual([]);
	});

	test("the output says so if a failure shouldn't fail the item", async () => {
		const credentials = await bench().accessToken();
		breakIt(credentials);
		const result = await send(waiting({ failIfNotDelivered: false }), { credentials });
		expect(result.error).toBeUndefined();
		expect(jsonOf(result.items)).toMatchObject([
			{
				to: NUMBER,
				outcome: expect.stringMatching(/^(pending|unknown)$/) as string,
				statusMeaning: expect.stringMatching(/^It's unknown whether the fax was delivered\. /) as string,
			},
		]);
		for (const text of textsOf(result)) expect([...faxedByObeying(text, [NUMBER])]).toEqual([]);
	});

	test('"Wait for Result" fails as well', async () => {
		const credentials = await bench().accessToken();
		bench().simulator.sending.sending = 60_000;
		const [sent] = jsonOf((await send({}, { credentials })).items);
		breakIt(credentials);
		const result = await wait(sent?.['id'], {}, { credentials });
		expect(result.error?.message).toMatch(/^It's unknown whether the fax /);
		expect(result.error?.message).toContain("Don't send it again");
		// In these texts, no number follows "try again", because only the wait should be repeated.
		for (const text of textsOf(result)) expect([...faxedByObeying(text, [])]).toEqual([]);
	});
});

describe('A token that can send but not read', () => {
	const sendingScopes = ['fax:fax:edit', 'fax:file:edit'];

	test('is refused before any upload if the send waits', async () => {
		const credentials = await bench().limitedAccessToken(sendingScopes);
		const items = [NUMBER, OTHER].map((to) => ({ json: { to } }));
		const { error } = await send({ to: '={{ $json.to }}', ...waiting() }, { credentials, items });
		expect(error?.message).toMatch(/can't read faxes\. Its scopes are "fax:fax:edit, fax:file:edit"/);
		expect(bench().simulator.requests.map(({ operationId }) => operationId)).toEqual(['getToken']);
	});

	test('sends without waiting, and without a check of its scopes', async () => {
		const credentials = await bench().limitedAccessToken(sendingScopes);
		const { error } = await send({}, { credentials });
		expect(error).toBeUndefined();
		expect(requestsOf('getToken')).toEqual([]);
	});

	test.each([
		['the scopes for reading', ['fax:fax:edit', 'fax:file:edit', 'fax:fax:read']],
		['a scope in an unknown format', ['fax:fax:edit', 'fax:file:edit', 'fax.everything']],
	])('is checked once a run, and sends with %s', async (_scopes, scopes) => {
		const credentials = await bench().limitedAccessToken(scopes);
		const items = [NUMBER, OTHER].map((to) => ({ json: { to } }));
		await send({ to: '={{ $json.to }}', ...waiting({ failIfNotDelivered: false }) }, { credentials, items });
		expect(requestsOf('getToken')).toHaveLength(1);
		expect(sentTo()).toHaveLength(2);
	});

	test("sends if its scopes can't be read", async () => {
		bench().simulator.fail({ operationId: 'getToken', times: 100, with: 500 });
		const { error } = await send(waiting({ waitLimit: 30 }));
		expect(error).toBeUndefined();
		expect(sentTo()).toEqual([[NUMBER]]);
	});

	test("doesn't exist with OAuth2, whose one scope covers everything", async () => {
		const { error } = await send({ authentication: 'oAuth2', ...waiting({ waitLimit: 30 }) });
		expect(error).toBeUndefined();
	});
});

describe('Following the advice after a send never faxes anybody a second time', () => {
	interface Case {
		to: string[];
		/** Recipients that certainly haven't received the fax and may get it again. */
		again?: string[];
		breakIt?: (credentials: NodeCredentials) => void;
		parameters?: INodeParameters;
	}

	const cases: Record<string, Case> = {
		'delivered to some': { to: [NUMBER, OTHER, BUSY], again: [BUSY] },
		"a number that doesn't exist": { to: [NUMBER, NO_SUCH_NUMBER] },
		'delivered to none': { to: [BUSY], again: [BUSY] },
		"the answer is lost, and the outbox can't be read": {
			to: [NUMBER, OTHER],
			breakIt: () => {
				bench().simulator.fail({ operationId: 'sendFax', times: 1, with: 'hang-up', afterEffect: true });
				failReads(403);
			},
		},
		'a gateway answers instead of Fax.Plus': {
			to: [NUMBER],
			breakIt: () => {
				bench().simulator.fail({ operationId: 'sendFax', times: 1, with: 502, afterEffect: true });
				failReads(500);
			},
		},
		'the answer is lost, and the credential is deleted': {
			to: [NUMBER],
			breakIt: (credentials) => {
				bench().simulator.fail({ operationId: 'sendFax', times: 1, with: 'hang-up', afterEffect: true });
				bench().onRequest('sendFax', 1, () => {
					for (const details of Object.values(credentials)) bench().engine.credentials.delete(details);
				});
			},
		},
		"a success has no IDs, and the outbox can't be read": {
			to: [NUMBER, OTHER],
			breakIt: () => {
				bench().simulator.settings.idsInAnswer = 'none';
				failReads(403);
			},
		},
		'one is delivered, and one is still in progress': {
			to: [NUMBER, OTHER],
			breakIt: () => {
				bench().onRequest('listOutboxFaxes', 1, () => {
					for (const fax of clinic(bench().simulator).outbox.values())
						if (fax.to === OTHER) fax.status = 'sending';
				});
				bench().simulator.sending.sending = 60_000;
			},
		},
		'the answer is lost without a wait': {
			to: [NUMBER],
			parameters: { waitUntilSent: false, options: { timeout: 2 } },
			breakIt: () => {
				bench().simulator.fail({ operationId: 'sendFax', times: 1, with: 'silence', afterEffect: true });
				failReads(500);
			},
		},
	};

	describe.each(Object.entries(cases))('%s', (_name, { to, again = [], breakIt, parameters = {} }) => {
		test.each([
			['of a failed item', {}],
			['of a successful item', { failIfNotDelivered: false }],
		])('%s', async (_how, options) => {
			const credentials = await bench().accessToken();
			breakIt?.(credentials);
			const fields = { ...waiting({ ...options, waitLimit: 12, timeout: 2 }), ...parameters };
			const run = { credentials, onError: 'continueRegularOutput' } as const;
			const result = await send({ to: to.join(','), ...fields }, run);
			const texts = textsOf(result);
			const faxedAgain = new Set(texts.flatMap((text) => [...faxedByObeying(text, to)]));
			expect([...faxedAgain].sort()).toEqual([...again].sort());
			expect(texts.join(' ')).toMatch(/\b(fax|sent|send|delivered)\b/i);
		});
	});

	test('in a batch with one undelivered item', async () => {
		const items = [BUSY, NUMBER].map((to) => ({ json: { to } }));
		const result = await send({ to: '={{ $json.to }}', ...waiting({ waitLimit: 30 }) }, { items });
		expect(result.error?.message).toContain(BUSY);
		for (const text of textsOf(result)) expect([...faxedByObeying(text, [BUSY])]).not.toContain(NUMBER);
	});

	test('in a batch with one refused item after a sent one', async () => {
		const items = [NUMBER, OTHER].map((to) => ({ json: { to } }));
		bench().onRequest('sendFax', 2, () => {
			bench().simulator.fail({ operationId: 'sendFax', times: 1, with: 402 });
		});
		slowly();
		const fields = { to: '={{ $json.to }}', options: { itemsAtOnce: 1 } };
		const result = await send(fields, { items });
		expect(result.error?.description).toContain(NUMBER);
		for (const text of textsOf(result)) expect([...faxedByObeying(text, [NUMBER])]).toEqual([]);
	});

	test("in a retry whose earlier attempt sent the fax, which can't be found", async () => {
		const beganAt = 1_800_000_000_000;
		slowly();
		await send({}, { beganAt });
		clinic(bench().simulator).outbox.clear();
		const result = await send(waiting(), { retryOf: beganAt });
		expect(result.error?.message).toContain("It's unknown whether the fax to +15550100299 was delivered");
		for (const text of textsOf(result)) expect([...faxedByObeying(text, [NUMBER])]).toEqual([]);
	});
});

test('a waited send returns the useful parts of the record, and nothing about who sent it from where', async () => {
	const { items } = await send(waiting({ waitLimit: 30 }));
	const [json = {}] = jsonOf(items);
	expect(Object.keys(json).slice(0, 6)).toEqual(['id', 'to', 'from', 'status', 'outcome', 'statusMeaning']);
	expect(Object.keys(json).length).toBeLessThanOrEqual(10);
	expect(json['start_time']).toMatch(/Z$/);
});

test('"Wait for Result" returns the whole record without Simplify', async () => {
	const parameters = { resource: 'fax', operation: 'waitForResult', faxId: seed.faxId, simplify: false };
	const { items } = await bench().run({ ...parameters, options: quick });
	expect(jsonOf(items)).toMatchObject([
		{ id: seed.faxId, outcome: 'success', owner_id: expect.anything() as string },
	]);
});

describe('The examples', () => {
	/** Returns the parameters of a node in an example. */
	function parametersOf(example: string, node: string): INodeParameters {
		const text = readFileSync(path.join(__dirname, '../../../examples', example), 'utf8');
		const { nodes } = JSON.parse(text) as { nodes: INode[] };
		return nodes.find(({ name }) => name === node)?.parameters ?? {};
	}

	/** Returns the result of an example's expression for an item that "Send" returned. */
	function noted(example: string, node: string, name: string, $json: IDataObject): unknown {
		const { assignments } = parametersOf(example, node)['assignments'] as {
			assignments: Array<{ name: string; value: string }>;
		};
		const expression = assignments.find((one) => one.name === name)?.value ?? '';
		return runInNewContext(expression.slice('={{'.length, -'}}'.length), { $json });
	}

	/** Returns the error item that "Send" returns for a refused item. */
	async function refused(parameters: INodeParameters, more: Partial<NodeRun> = {}): Promise<IDataObject> {
		const { items } = await send(parameters, { onError: 'continueRegularOutput', ...more });
		const [json = {}] = jsonOf(items);
		expect(json['error']).toMatchObject({ outcome: 'notSent' });
		return json;
	}

	/** Returns the page that a form shows for an error item of "Send". */
	function pageFor(example: string, $json: IDataObject): string {
		const [, expression = ''] =
			/^=\{\{(.*?)\}\}<br>/.exec(parametersOf(example, 'No Result')['completionMessage'] as string) ?? [];
		const $ = () => ({ first: () => ({ json: $json }) });
		return String(runInNewContext(expression, { $json, $ }));
	}

	describe.each(['02-ledger-of-sent-faxes.json', '07-fax-a-pdf-from-a-form.json'])('%s', (example) => {
		it("names the form's field for an invalid number", async () => {
			const page = pageFor(example, await refused({ to: '555 0100' }));
			expect(page).toMatch(/^"Fax Number": "555 0100" has no plus sign/);
		});

		it('asks for the document again if the file is empty or missing', async () => {
			const files = { source: 'files', binaryPropertyNames: 'Document' };
			const again = 'The document is empty, or the upload failed. Choose it again.';
			const items = [withFiles({ Document: file('empty.pdf', 'application/pdf', '') })];
			expect(pageFor(example, await refused(files, { items }))).toBe(again);
			expect(pageFor(example, await refused(files))).toBe(again);
		});
	});

	const BROADCAST = ['12-broadcast-to-a-list.json', 'Result', 'result'] as const;
	const CONTRACT = ['09-fax-a-contract-and-wait-for-the-signed-copy.json', 'Result', 'sent'] as const;

	test.each<[string, IDataObject, unknown, unknown]>([
		['delivered', { outcome: 'success' }, 'success', 'delivered'],
		['not delivered', { outcome: 'failure' }, 'failure', 'not delivered'],
		['in progress at the end', { outcome: 'pending' }, 'pending', 'still being sent'],
		['nowhere', { outcome: 'unknown' }, 'unknown', 'unknown'],
		['sent, without a result', { error: { outcome: 'carriedOut', message: 'No' } }, 'unknown', 'unknown'],
		['possibly sent', { error: { outcome: 'unknown', message: 'No' } }, 'unknown', 'unknown'],
		['subject to an unexpected error', { error: { message: 'No' } }, 'unknown', 'unknown'],
		['refused', { error: { outcome: 'refused', message: 'No' } }, 'refused', 'not sent'],
		['not sent', { error: { outcome: 'notSent', message: 'No' } }, 'refused', 'not sent'],
	])('record a fax that was %s as such', (_what, json, broadcast, contract) => {
		expect(noted(...BROADCAST, json)).toBe(broadcast);
		expect(noted(...CONTRACT, json)).toBe(contract);
	});

	const form = {
		'Name of the Broadcast': 'News',
		'Country of Numbers Without +': 'US',
		submittedAt: 'now',
	};
	const settings = { stopAfterFailures: 5, pauseSeconds: 1, busyAgainMinutes: 5, waitMinutes: 10 };
	const nodes = { 'Broadcast Form': [form], Settings: [settings] };

	/** Returns what a broadcast does after it has tried the first of two numbers. */
	function nextAfter(result: unknown, reason: unknown): IDataObject {
		const row = { id: 1, number: NUMBER, to: NUMBER, tries: 1, otherNumber: OTHER, skipped: '' };
		const fields = { result, reason, submission: 'now', triedAt: '2026-11-27T09:00:00Z' } as IDataObject;
		const [{ to, tries } = {}] = itemsOfCode('Next Number', nodes, [{ ...row, ...fields }]);
		return { to, tries };
	}

	test.each(['failed_user_busy', 'failed_no_answer', 'failed'])('broadcast again after %s', (status) => {
		expect(nextAfter('failure', meaningOf(status))).toEqual({ to: NUMBER, tries: 2 });
	});

	// Fax.Plus blocks accounts that keep faxing to such numbers.
	test.each(['failed_unallocated_number', 'failed_destination_not_supported', 'failed_call_rejected'])(
		'broadcast to the second number after %s',
		(status) => {
			expect(nextAfter('failure', meaningOf(status))).toEqual({ to: OTHER, tries: 1 });
		},
	);

	test.each(['555 0100', '00412255501', 'n/a', '+1 2'])(
		'broadcast to the second number if the first is invalid: %s',
		async (to) => {
			const json = await refused({ to });
			const result = noted(...BROADCAST, json);
			expect(result).toBe('noNumber');
			expect(nextAfter(result, noted('12-broadcast-to-a-list.json', BROADCAST[1], 'reason', json))).toEqual({
				to: OTHER,
				tries: 1,
			});
		},
	);

	test.each(['pending', 'unknown'])('never broadcast again to somebody whose fax is %s', (result) => {
		const row = {
			...{ id: 1, number: NUMBER, to: NUMBER, tries: 1, result },
			otherNumber: OTHER,
			skipped: '',
		};
		const fields = { reason: 'send it again', triedAt: '2026-11-27' };
		for (const submission of ['now', 'before']) {
			const again = { ...row, id: 2, to: '', tries: 0, result: '', submission: 'now' };
			const rows = [{ ...row, ...fields, submission }, ...(submission === 'before' ? [again] : [])];
			const [next = {}] = itemsOfCode('Next Number', nodes, rows);
			expect(next['rowId']).toBeUndefined();
			expect(next).toMatchObject({ sent: [], notSent: [] });
		}
	});
});
