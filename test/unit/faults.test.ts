import {
	fromAnswer,
	fromConnectionError,
	isBrokenConnection,
	ServiceFault,
	unexpectedAnswer,
} from '../../nodes/shared/http/faults';

describe('fromAnswer', () => {
	test.each([
		[400, 'invalid_user_id', 'The user ID is invalid'],
		[403, 'invalid_user_id', 'The user ID is invalid'],
		[401, 'unauthorized', 'The token has expired'],
		[400, 'bad_request', 'The resource was not found'],
		[404, 'bad_request', 'The resource was not found'],
		[500, 'internal_server_error', 'Unexpected error'],
	])('keeps the words of the service: %i %s', (status, error, description) => {
		expect(fromAnswer(status, { error, description }, {})).toMatchObject({
			message: description,
			status,
			code: error,
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
		[301, 'unknown'],
		[303, 'unknown'],
		[307, 'refused'],
		[400, 'refused'],
		[401, 'refused'],
		[403, 'unknown'],
		[404, 'unknown'],
		[409, 'unknown'],
		[413, 'refused'],
		[422, 'refused'],
		[429, 'unknown'],
		[503, 'unknown'],
		[408, 'unknown'],
		[500, 'unknown'],
		[502, 'unknown'],
		[504, 'unknown'],
	])('after %i, whether the request was carried out is: %s', (status, outcome) => {
		expect(fromAnswer(status, {}, {}).outcome).toBe(outcome);
	});

	test.each([
		[403, 'refused'],
		[404, 'refused'],
		[408, 'refused'],
		[409, 'refused'],
		[429, 'refused'],
		[503, 'refused'],
		[500, 'unknown'],
		[504, 'unknown'],
	])('after %i in the words of the service itself: %s', (status, outcome) => {
		const body = { error: 'service_unavailable', description: 'Down for maintenance' };
		expect(fromAnswer(status, body, {}).outcome).toBe(outcome);
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

function nested(code: string): Error {
	return new Error('outer', {
		cause: new Error('middle', { cause: Object.assign(new Error('x'), { code }) }),
	});
}

describe('fromConnectionError', () => {
	test.each([
		...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EADDRNOTAVAIL'],
		...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
		...['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
		...['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
		...['SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
	])('%s: the request never arrived', (code) => {
		expect(fromConnectionError(nested(code))).toMatchObject({
			message: 'The service could not be reached',
			outcome: 'notSent',
			code,
			status: undefined,
		});
	});

	test.each([
		...['ENOTFOUND', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER'],
		...['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
	])('%s: no other attempt would do better', (code) => {
		expect(isBrokenConnection(fromConnectionError(nested(code)) as ServiceFault)).toBe(false);
	});

	test.each(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH'])('%s: another attempt may do better', (code) => {
		expect(isBrokenConnection(fromConnectionError(nested(code)) as ServiceFault)).toBe(true);
	});

	test('knows TLS at a port without it by the words of Node 20', () => {
		const words = 'write EPROTO 80DC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:…';
		const error = new Error('outer', { cause: Object.assign(new Error(words), { code: 'EPROTO' }) });
		expect(fromConnectionError(error)).toMatchObject({
			outcome: 'notSent',
			code: 'ERR_SSL_WRONG_VERSION_NUMBER',
		});
	});

	test.each(['ECONNABORTED', 'ETIMEDOUT'])('%s: no answer in time, and nobody knows', (code) => {
		const fault = fromConnectionError(nested(code)) as ServiceFault;
		expect(fault).toMatchObject({ message: 'The service did not answer in time', outcome: 'unknown', code });
		expect(isBrokenConnection(fault)).toBe(false);
	});

	test.each([
		'ECONNRESET',
		'EPIPE',
		'ERR_SOCKET_CLOSED',
		'ERR_STREAM_PREMATURE_CLOSE',
		'EPROTO',
		'HPE_INVALID_CONSTANT',
		'Z_DATA_ERROR',
	])('%s: the connection broke, and nobody knows', (code) => {
		const fault = fromConnectionError(nested(code)) as ServiceFault;
		expect(fault).toMatchObject({
			message: 'The connection to the service broke',
			outcome: 'unknown',
			code,
		});
		expect(isBrokenConnection(fault)).toBe(true);
	});

	test.each(['socket hang up', 'aborted'])('knows a broken connection by the words "%s"', (message) => {
		expect(fromConnectionError(new Error(message))?.code).toBe('ECONNRESET');
	});

	test.each([
		[new Error('Credentials not found')],
		[Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' })],
		['text'],
		[undefined],
	])('leaves other errors alone: %p', (error) => {
		expect(fromConnectionError(error)).toBeUndefined();
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
