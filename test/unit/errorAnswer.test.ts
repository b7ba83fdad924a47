import { codeIn, errorMessage } from '../../nodes/shared/http/errorAnswer';
import { fromAnswer } from '../../nodes/shared/http/faults';

describe('the message from an answer', () => {
	test.each<[unknown, string]>([
		[{ error: 'bad_request', description: 'The number is invalid' }, 'The number is invalid'],
		[{ error: { message: 'Deeper within' } }, 'Deeper within'],
		[{ message: 'As gateways write it' }, 'As gateways write it'],
		[{ message: 'Unauthorized' }, 'Fax.Plus responded "Unauthorized"'],
		[{ error_description: 'As authorization servers do' }, 'As authorization servers do'],
		[{ errors: ['The first', 'the second'] }, 'The first'],
		[{ errors: [{ message: 'Within the first' }] }, 'Within the first'],
		[{ error: 'Not found here' }, 'Not found here'],
	])('%j: %s', (body, words) => {
		expect(errorMessage(400, body, {})).toBe(words);
	});

	test.each([
		...[
			{ error: 'bad_request', description: 'bad_request' },
			{ error: 'bad_request', description: '' },
		],
		...[{ error: 1, description: {} }, { error: 7 }, { description: 7 }, { description: ['Bad gateway'] }],
		...['<html>Bad gateway</html>', '', {}, [], null, undefined],
	])('is the status when %j has none', (body) => {
		expect(errorMessage(400, body, {})).toBe('Fax.Plus responded with status 400');
	});

	test("is never a web page's text", () => {
		const headers = { 'content-type': 'text/html; charset=utf-8' };
		expect(errorMessage(404, '<html>Not found</html>', headers)).toBe(
			'A web page responded instead of Fax.Plus, with status 404',
		);
	});

	test("is cut when it's very long", () => {
		const { length } = errorMessage(400, { description: 'long '.repeat(10_000) }, {});
		expect(length).toBeLessThan(600);
	});

	test.each([
		['https://login.example/start?token=secret#x', ' to https://login.example/start'],
		['/login?token=secret', ' to /login'],
		['http://', ''],
		['', ''],
		[undefined, ''],
	])('of a redirect shows where to, without anything secret: %j', (location, target) => {
		expect(errorMessage(302, '', { location })).toBe(`Fax.Plus responded with a redirect${target}`);
	});
});

test.each([
	['Refused: Authorization: Bearer alohi_pat_2f8a', 'Refused: Authorization: Bearer …'],
	['{"authorization":"Bearer abcdefghijklmnop"}', '{"authorization":"Bearer …"}'],
	['BEARER 1a, and more', 'BEARER …, and more'],
	['Basic dXNlcjpwYXNz1 is wrong', 'Basic … is wrong'],
	['The token alohi_pat_2f8a has expired', 'The token … has expired'],
	['Invalid eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.x-y_z here', 'Invalid … here'],
	['The Bearer token has expired', 'The Bearer token has expired'],
	['The basic plan lacks the feature', 'The basic plan lacks the feature'],
])('hides a token that the answer repeats: %s', (description, shown) => {
	expect(fromAnswer(403, { error: 'forbidden', description }, {}).message).toBe(shown);
	expect(fromAnswer(403, { message: description }, {}).message).toBe(shown);
});

test('a token in place of a code is ignored', () => {
	const { message, code } = fromAnswer(401, { error: 'alohi_pat_2f8a' }, {});
	expect([message, code]).toEqual(['Fax.Plus responded "…"', undefined]);
});

test('a code is one word', () => {
	expect(codeIn({ error: 'bad_request' })).toBe('bad_request');
	const others = [
		{ error: 'Not found here' },
		{ error: { message: 'x' } },
		{ error: 7 },
		{},
		[],
		null,
		'<p>',
	];
	expect(others.filter((body) => codeIn(body) !== undefined)).toEqual([]);
});
