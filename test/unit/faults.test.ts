import { fromAnswer, ServiceFault, unexpectedAnswer } from '../../nodes/shared/http/faults';

describe('fromAnswer', () => {
	test('keeps the words of the service', () => {
		const body = { error: 'invalid_user_id', description: 'The user ID is invalid' };
		expect(fromAnswer(400, body, {})).toMatchObject({
			message: 'The user ID is invalid',
			status: 400,
			code: 'invalid_user_id',
		});
	});

	test.each([
		[undefined],
		[''],
		['<html>Bad gateway</html>'],
		[{}],
		[[]],
		[null],
		[{ error: 7 }],
		[{ description: 7 }],
		[{ description: ['Bad gateway'] }],
	])('says what it can about an answer that holds no error object: %j', (body) => {
		const fault = fromAnswer(502, body, {});
		expect(fault.message).toBe('The service answered with status 502');
		expect(fault.code).toBeUndefined();
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
	])('after %i the request is: %s; in the words of the service itself: %s', (status, outcome, said) => {
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
	])('reads Retry-After %j as %p milliseconds', (header, milliseconds) => {
		expect(fromAnswer(429, {}, { 'retry-after': header }).retryAfter).toBe(milliseconds);
	});

	test('reads a date in Retry-After as the time until then, never a negative one', () => {
		jest.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00Z') });
		const at = (date: string): unknown => fromAnswer(503, {}, { 'retry-after': date }).retryAfter;
		expect(at('Sat, 21 Nov 2026 08:00:30 GMT')).toBe(30_000);
		expect(at('Sat, 21 Nov 2026 07:59:00 GMT')).toBe(0);
		jest.useRealTimers();
	});
});

describe('a fault is transient', () => {
	test.each([
		[undefined, true],
		[408, true],
		[429, true],
		[500, true],
		[503, true],
		[400, false],
		[401, false],
		[403, false],
		[404, false],
	])("with status %p in the service's own words: %s", (status, isTransient) => {
		expect(new ServiceFault('x', 'refused', status, 'code').isTransient).toBe(isTransient);
	});

	test.each([200, 302, 400, 403, 404])(
		'with status %i of something else, such as a page about maintenance: true',
		(status) => {
			expect(new ServiceFault('x', 'refused', status).isTransient).toBe(true);
			expect(unexpectedAnswer('x', 'refused', status).isTransient).toBe(true);
		},
	);

	test('never where all was carried out', () => {
		expect(unexpectedAnswer('x', 'carriedOut').isTransient).toBe(false);
	});
});
