import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';

import { faxes } from '../../nodes/FaxPlus/resources/account/contradictions';
import {
	endpoints,
	numbers,
	subjects,
	type Account,
	type Subject,
	type Conclusion,
} from '../../nodes/FaxPlus/resources/account/subjects';
import type { Api } from '../../nodes/shared/http/api';
import { ServiceFault } from '../../nodes/shared/http/faults';
import type { ReadRequest } from '../../nodes/shared/http/requests';
import { ENDPOINT_HEADER, TRIGGER_HEADER } from '../../nodes/shared/endpoints/receivers';
import { fingerprintOf } from '../../nodes/shared/values/fingerprint';

type Answers = Readonly<Record<string, unknown>>;

/**
 * Returns what a check concludes about an account. The account's responses are given by path, and its lists of faxes by
 * category.
 */
async function conclusionsOn(subject: Subject, answers: Answers, context = {}): Promise<Conclusion[]> {
	const read = async ({ path, qs }: ReadRequest): Promise<unknown> => {
		const { category, before } = (qs ?? {}) as { category?: string; before?: string };
		const answer = answers[before ? 'before' : (category ?? path)];
		if (answer === undefined) throw new ServiceFault('No', 'refused', 404, 'bad_request');
		return await Promise.resolve(answer);
	};
	const account = { api: { read } as unknown as Api, context: context as IExecuteFunctions };
	const seen = await subject.ask(account as Account);
	return (Array.isArray(seen[0]) ? seen : [seen]) as Conclusion[];
}

test.each([
	['its own, and creates no extra endpoint', 'ep_1', true, ''],
	['unknown, and says what to do', undefined, null, expect.stringMatching(/Change a field of the trigger/)],
])('reports on a trigger whose endpoint is %s', async (_which, endpoint, ok, whatToDo: unknown) => {
	const url = 'https://n8n.example/webhook/5f0c1d9e-8f5b-4a3e-9a57-0d6f8c1b2a3d/webhook';
	const httpRequest = async ({ method }: { method: string }): Promise<unknown> => {
		const unregistered = { code: 404, message: 'The requested webhook is not registered.' };
		const mark = endpoint === undefined ? {} : { [ENDPOINT_HEADER]: fingerprintOf(endpoint) };
		return await Promise.resolve(
			method === 'GET'
				? { statusCode: 404, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(unregistered))]) }
				: { statusCode: 401, headers: { [TRIGGER_HEADER]: 'a', ...mark }, body: Readable.from([]) },
		);
	};
	const context = { getExecutionCancelSignal: () => undefined, helpers: { httpRequest } };
	const endpointList = [{ id: 'ep_1', url, filter_types: ['fax_received'], channels: null }];
	const [conclusion] = await conclusionsOn(endpoints, { '/webhooks': endpointList }, context);
	expect([conclusion?.[0], conclusion?.[2]]).toEqual([ok, whatToDo]);
});

test.each([
	['waiting_verification', "isn't active yet, so it can't send faxes."],
	['suspended', "isn't active (suspended)."],
])('reports a number that is %s', async (word, finding) => {
	const answers = { '/accounts/self/numbers': [{ number: '+15550100003', status: word }] };
	expect(await conclusionsOn(numbers, answers)).toEqual([
		[false, `+15550100003 ${finding}`, expect.any(String)],
	]);
});

test("doesn't call an unassigned number another member's", async () => {
	const own = [{ number: '+15550100003', status: 'active', assigned_to: [] }];
	const answers = { '/accounts/self/numbers': own, '/accounts/self': { uid: 'u_1' } };
	const [[, finding] = []] = await conclusionsOn(numbers, answers);
	expect(finding).toBe("+15550100003 isn't assigned to anybody.");
});

test.each([
	[
		'a number without a name',
		numbers,
		{ '/accounts/self/numbers': [{ status: 'off' }] },
		/^A number without digits isn't/,
	],
	['an endpoint without an address', endpoints, { '/webhooks': [{ id: 'a' }] }, / at an unknown address$/],
])('describes %s in a whole sentence', async (_what, subject, answers, words) => {
	const conclusions = await conclusionsOn(subject, answers);
	expect(conclusions.map(([, finding]) => finding)).toEqual([expect.stringMatching(words)]);
});

test.each([
	[NaN, null, /doesn't report its time/, ''],
	[59, true, /agrees/, ''],
	[-90, false, /90 seconds ahead of/, /^Set the clock of the machine/],
	[
		400,
		false,
		/400 seconds behind/,
		/^All signatures are invalid, so triggers check each delivery with Fax\.Plus\. .*"Only Signed Deliveries".* Set the clock/,
	],
])('reports a clock that is %s seconds off from Fax.Plus', async (seconds, ok, finding, whatToDo) => {
	const clock = subjects.find(({ name }) => name === 'Clock of n8n') as Subject;
	const account = { token: Promise.resolve({ clockAhead: seconds * 1000 }) } as unknown as Account;
	expect(await clock.ask(account)).toEqual([
		ok,
		expect.stringMatching(finding),
		...(ok === false ? [expect.stringMatching(whatToDo) as unknown] : []),
	]);
});

describe('the check of the fax lists', () => {
	const datesAt = (time: string) => ({ start_time: time, submit_time: null, last_update: time });
	const fax = { id: 'a', from: '+15550100201', to: '+15550100202', ...datesAt('2026-01-05 12:00:00') };
	const earlier = { ...fax, id: 'b', ...datesAt('2026-01-05 11:00:00') };

	test.each<[string, Answers, RegExp[]]>([
		['reports nothing when the list is as assumed', { sent: [fax, earlier], before: [] }, [/can read/]],
		['reports nothing about an empty list', { sent: [] }, [/can read/]],
		['reports nothing when a fax is listed twice', { sent: [fax], before: [fax] }, [/can read/]],
		[
			"reports a page that isn't the last",
			{ sent: [fax], before: [earlier] },
			[/\(sent\) continues after a page of 1\./],
		],
		[
			'reports a list with the earliest fax first',
			{ sent: [earlier, fax], before: [] },
			[/sorted by any of its dates/],
		],
		[
			'reports other names for the numbers',
			{ sent: [{ ...fax, from: undefined, to: undefined }], before: [] },
			[/without numbers/],
		],
	])('%s', async (_what, answers, words) => {
		const conclusions = await conclusionsOn(faxes, { inbox: [], ...answers });
		expect(conclusions.map(([, finding]) => finding)).toEqual(
			words.map((text) => expect.stringMatching(text) as unknown),
		);
		for (const [ok, finding, whatToDo = ''] of conclusions) {
			expect(finding).not.toMatch(/\d{4}|:\d/);
			expect([ok, whatToDo]).toEqual(ok === true ? [true, ''] : [null, expect.stringContaining('/issues')]);
		}
	});
});
