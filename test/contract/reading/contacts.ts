import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { until } from '../../../tools/harness/until';
import { seed } from '../../../tools/simulator';
import { contact, token } from '../../../tools/simulator/makers';
import { useBench } from '../support/bench';
import { expectSuccess, jsonOf, stopButton, type NodeCredentials, type NodeRun } from '../support/execution';
import { clinic } from '../support/operationCases';
import { letTimePass } from '../support/time';

const bench = useBench();

/** Numbers that the seed's received fax came from, and that its sent fax went to. */
const SENDER = '+15550100999';
const RECIPIENT = '+15550100300';

const getAll = { resource: 'fax', operation: 'getAll', options: { includeContact: true } };

function addContact(id: string, values: object): void {
	clinic(bench().simulator).contacts.set(id, contact({ id, ...values }));
}

/** Returns a credential that no other test uses, because a process keeps the contacts of each token. */
let tokens = 0;
async function ownCredentials(scopes = ['fax:all:read']): Promise<NodeCredentials> {
	const one = token(`alohi_pat_contacts_${++tokens}`, seed.ownerId, { scopes });
	bench().simulator.state.tokens.set(one.value, one);
	return await bench().accessToken(one.value);
}

async function run(parameters: INodeParameters = getAll, more: Partial<NodeRun> = {}) {
	return await bench().run(parameters, { credentials: await ownCredentials(), ...more });
}

function contactOf(items: INodeExecutionData[], id: string): unknown {
	return jsonOf(items).find((json) => json['id'] === id)?.['contact'];
}

/** Number of requests for a page of contacts. */
function reads(): number {
	return bench().simulator.requests.filter(({ operationId }) => operationId === 'listContacts').length;
}

describe('the contact of a fax', () => {
	beforeEach(() => {
		addContact('con_sender', { name: 'Jane Roe', fax_number: '001 (555) 010-0999' });
		addContact('con_recipient', { name: 'Tom Baker', fax_number: RECIPIENT });
	});

	test.each<[form: string, INodeParameters]>([
		['simplified', {}],
		['raw', { simplify: false }],
	])('is that of the other party, in a %s record', async (_form, form) => {
		const received = expectSuccess(await run({ ...getAll, ...form }));
		expect(contactOf(received.items, seed.faxId)).toEqual({ name: 'Jane Roe', id: 'con_sender' });
		const others = jsonOf(received.items).filter(({ from }) => from !== SENDER);
		expect(others.map((json) => 'contact' in json)).toEqual(others.map(() => false));
		const sent = expectSuccess(await run({ ...getAll, ...form, category: 'sent' }));
		expect(contactOf(sent.items, seed.sentFaxId)).toEqual({ name: 'Tom Baker', id: 'con_recipient' });
		expect([...received.hints, ...sent.hints]).toEqual([]);
	});

	test('is among the fields that a tool selects', async () => {
		const selected = { ...getAll, output: 'selected', outputFields: ['from'] };
		const { items } = expectSuccess(await run(selected, { isTool: true }));
		const json = JSON.stringify(jsonOf(items));
		expect(json).toContain('"contact":{"name":"Jane Roe","id":"con_sender"}');
	});

	test("isn't read or added without the option", async () => {
		const off = [{}, { includeContact: false }];
		for (const options of off) {
			const { items } = expectSuccess(await run({ ...getAll, options }));
			expect(jsonOf(items).filter((json) => 'contact' in json)).toEqual([]);
		}
		expect(reads()).toBe(0);
	});

	test('needs one read for all items of a run, and for all runs of the next minutes', async () => {
		const credentials = await ownCredentials();
		const get = { resource: 'fax', operation: 'get', faxId: '={{ $json.id }}', options: getAll.options };
		const ids = [seed.faxId, seed.sentFaxId, seed.unreadFaxId];
		const items = ids.map((id) => ({ json: { id } }));
		const getThem = async (isByHand = false) => {
			const { items: got } = expectSuccess(await bench().run(get, { credentials, items, isByHand }));
			return jsonOf(got).map(({ contact: one }) => (one as IDataObject | undefined)?.['name']);
		};
		expect(await getThem()).toEqual(['Jane Roe', 'Tom Baker', undefined]);
		addContact('con_new', { name: 'New', fax_number: '+15550100301' });
		expect(await getThem()).toEqual(['Jane Roe', 'Tom Baker', undefined]);
		expect(reads()).toBe(1);
		// A person who tests may have just added the contact.
		expect(await getThem(true)).toEqual(['Jane Roe', 'Tom Baker', 'New']);
		expect(reads()).toBe(2);
		clinic(bench().simulator).contacts.delete('con_new');
		await letTimePass(6 * 60_000);
		expect(await getThem()).toEqual(['Jane Roe', 'Tom Baker', undefined]);
		expect(reads()).toBe(3);
	});

	test('is found among 2,000 contacts, which one run reads once', async () => {
		for (let at = 0; at < 2_000; at++)
			addContact(`con_${at}`, { name: `Name ${at}`, fax_number: `+1555011${String(at).padStart(4, '0')}` });
		const { items } = expectSuccess(await run());
		expect(contactOf(items, seed.faxId)).toEqual({ name: 'Jane Roe', id: 'con_sender' });
		const offsets = bench().simulator.requests.flatMap(({ operationId, query }) =>
			operationId === 'listContacts' ? [query['offset']] : [],
		);
		expect(new Set(offsets).size).toBe(offsets.length);
	});

	test('is left out if several contacts have the number, and a hint names them', async () => {
		addContact('con_double', { name: 'John Doe', fax_number: SENDER });
		const { items, hints } = expectSuccess(await run());
		expect(contactOf(items, seed.faxId)).toBeUndefined();
		expect(hints).toEqual([
			`A fax has no "contact" if several contacts have its number. For example, ${SENDER} belongs to "Jane Roe", "John Doe". Correct the contacts in Fax.Plus.`,
		]);
	});

	test.each([
		['there are no contacts', () => [], "The credential's account has no contacts."],
		[
			'no contact has a number with its country',
			() => [contact({ id: 'a', fax_number: '020 7946 0000' })],
			'None of its 1 contacts has a name and a fax number with plus sign and country code.',
		],
	])('is left out with a hint if %s', async (_when, contacts, hint) => {
		const { contacts: all } = clinic(bench().simulator);
		all.clear();
		for (const one of contacts()) all.set(one.id, one);
		const { items, hints } = expectSuccess(await run());
		expect(items.length).toBeGreaterThan(0);
		expect(hints).toEqual([`The faxes have no "contact". ${hint}`]);
	});

	test('is still found by an execution that shares the read of one that a person stops', async () => {
		const credentials = await ownCredentials();
		const { cancel, stop } = stopButton();
		bench().simulator.latency = ({ operationId }) => (operationId === 'listContacts' ? 20_000 : 0);
		const stopped = run(getAll, { credentials, cancel });
		await until(() => reads() > 0);
		const other = run(getAll, { credentials });
		stop();
		expect((await stopped).status).toBe('canceled');
		await letTimePass(20_000);
		expect(contactOf(expectSuccess(await other).items, seed.faxId)).toMatchObject({ name: 'Jane Roe' });
		expect(reads()).toBe(1);
	});

	test('is that of the token, even if the last one had another', async () => {
		for (let at = 0; at < 2; at++) expectSuccess(await run());
		expect(reads()).toBe(2);
	});
});

describe("contacts that can't be read", () => {
	const refusals: Array<[what: string, scopes: string[], fail: () => void, hint: RegExp]> = [
		[
			'the token lacks the scope',
			['fax:fax:read'],
			() => undefined,
			/^The faxes have no "contact"\. n8n couldn't read the contacts: .*403.* fax:all:read\.$/,
		],
		[
			'Fax.Plus fails',
			['fax:all:read'],
			() => {
				bench().simulator.fail({ operationId: 'listContacts', times: 99, with: 500 });
			},
			/^The faxes have no "contact"\. n8n couldn't read the contacts: .*500/,
		],
		[
			'Fax.Plus leaves some out',
			['fax:all:read'],
			() => {
				bench().simulator.settings.usesContactOffset = false;
				for (let at = 0; at < 60; at++) addContact(`con_${at}`, {});
			},
			/^The faxes have no "contact"\. n8n couldn't read the contacts: n8n can't read the whole list/,
		],
		[
			'the answer is another one',
			['fax:all:read'],
			() => {
				const answer = { with: 200, text: '"a string"', contentType: 'application/json' } as const;
				bench().simulator.fail({ operationId: 'listContacts', times: 99, ...answer });
			},
			/^The faxes have no "contact"\. n8n couldn't read the contacts: /,
		],
	];

	test.each(refusals)('are left out with a hint because %s', async (_what, scopes, fail, hint) => {
		fail();
		const credentials = await ownCredentials(scopes);
		const items = [{ json: {} }, { json: {} }];
		const result = expectSuccess(await run({ ...getAll, limit: 1 }, { credentials, items }));
		expect(jsonOf(result.items).map(({ id }) => id)).toEqual([seed.faxId, seed.faxId]);
		expect(result.hints).toEqual([expect.stringMatching(hint)]);
		// Nobody reads them again for some minutes.
		const before = reads();
		expectSuccess(await run(getAll, { credentials }));
		expect(reads()).toBe(before);
	});
});
