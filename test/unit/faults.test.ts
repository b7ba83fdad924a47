import { fromAnswer, ServiceFault, unexpectedAnswer } from '../../nodes/shared/http/faults';
import { useFakeClock } from './support/clock';

useFakeClock(Date.parse('2026-11-21T08:00:00Z'));

describe('fromAnswer', () => {
	test("keeps Fax.Plus's message", () => {
		const body = { error: 'invalid_user_id', description: 'The user ID is invalid' };
		expect(fromAnswer(400, body, {})).toMatchObject({
			message: 'The user ID is invalid',
			status: 400,
			code: 'invalid_user_id',
		});
	});

	test.each([
		[301, 'unknown', 'refused'],
		[303, 'unknown', 'refused'],
		[307, 'refused', 'refused'],
		[400, 'refused', 'refused'],
		[401, 'refused', 'refused'],
		[403, 'unknown', 'refused'],
		[404, 'unknown', 'refused'],
		[408, 'unknown', 'refused'],
		[409, 'unknown', 'refused'],
		[413, 'refused', 'refused'],
		[422, 'refused', 'refused'],
		[429, 'unknown', 'refused'],
		[500, 'unknown', 'unknown'],
		[502, 'unknown', 'unknown'],
		[503, 'unknown', 'refused'],
		[504, 'unknown', 'unknown'],
	])("after %i the request counts as %s, or in Fax.Plus's own words as %s", (status, outcome, said) => {
		expect(fromAnswer(status, {}, {}).outcome).toBe(outcome);
		const body = { error: 'service_unavailable', description: 'Down for maintenance' };
		expect(fromAnswer(status, body, {}).outcome).toBe(said);
	});

	test.each([
		['3', 3000],
		['0', 0],
		['0.5', 500],
		['-4', 0],
		['', undefined],
		['soon', undefined],
		[undefined, undefined],
		[7, undefined],
		['Sat, 21 Nov 2026 08:00:30 GMT', 30_000],
		['Sat, 21 Nov 2026 07:59:00 GMT', 0],
	])('reads Retry-After %j as %p milliseconds', (header, milliseconds) => {
		expect(fromAnswer(429, {}, { 'retry-after': header }).retryAfter).toBe(milliseconds);
	});
});

test.each([
	['Sat, 21 Nov 2026 07:50:00 GMT', 30_000],
	['Sat, 21 Nov 2026 08:10:00 GMT', 30_000],
	['no date', 0],
])("a date in Retry-After is relative to the answer's own date, %s", (date, milliseconds) => {
	const read = Date.parse(date) || Date.now();
	const after = new Date(read + milliseconds).toUTCString();
	expect(fromAnswer(429, {}, { 'retry-after': after, date }).retryAfter).toBe(milliseconds);
});

describe('a fault is transient', () => {
	test.each([undefined, 408, 429, 500, 503])("with status %p in Fax.Plus's own words", (status) => {
		expect(new ServiceFault('x', 'refused', status, 'code').isTransient).toBe(true);
	});

	test.each([400, 401, 403, 404])("not with status %i in Fax.Plus's own words", (status) => {
		expect(new ServiceFault('x', 'refused', status, 'code').isTransient).toBe(false);
	});

	test.each([200, 302, 400, 403, 404])('with status %i from something else, such as a page', (status) => {
		expect(new ServiceFault('x', 'refused', status).isTransient).toBe(true);
		expect(unexpectedAnswer('x', 'refused', status).isTransient).toBe(true);
	});

	test('never when everything was carried out', () => {
		expect(unexpectedAnswer('x', 'carriedOut').isTransient).toBe(false);
	});
});
