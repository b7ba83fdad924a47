import { codeIn, errorMessage } from '../../nodes/shared/service/errorAnswer';

describe('the words of an answer', () => {
	test.each<[unknown, string]>([
		[{ error: 'bad_request', description: 'The number is invalid' }, 'The number is invalid'],
		[{ error: 'bad_request', description: 'bad_request' }, 'The service answered with status 400'],
		[{ error: 'bad_request', description: '' }, 'The service answered with status 400'],
		[{ error: { message: 'Deeper within' } }, 'Deeper within'],
		[{ message: 'As gateways write it' }, 'As gateways write it'],
		[{ message: 'Unauthorized' }, 'The service answered "Unauthorized"'],
		[{ error_description: 'As authorization servers do' }, 'As authorization servers do'],
		[{ errors: ['The first', 'the second'] }, 'The first'],
		[{ errors: [{ message: 'Within the first' }] }, 'Within the first'],
		[{ error: 'Not found here' }, 'Not found here'],
		[{ error: 1, description: {} }, 'The service answered with status 400'],
		['<html>', 'The service answered with status 400'],
		[null, 'The service answered with status 400'],
	])('%j: %s', (body, words) => {
		expect(errorMessage(400, body, {})).toBe(words);
	});

	test('are cut when they are very long', () => {
		const { length } = errorMessage(400, { description: 'long '.repeat(10_000) }, {});
		expect(length).toBeLessThan(600);
	});

	test.each([
		['https://login.example/start?token=secret#x', ' to https://login.example/start'],
		['/login?token=secret', ' to /login'],
		['http://', ''],
		['', ''],
		[undefined, ''],
	])('of a redirect say where to, without what may be secret: %j', (location, target) => {
		expect(errorMessage(302, '', { location })).toBe(`The service answered with a redirect${target}`);
	});
});

test('a code is one word', () => {
	expect(codeIn({ error: 'bad_request' })).toBe('bad_request');
	expect(codeIn({ error: 'Not found here' })).toBeUndefined();
	expect(codeIn({ error: { message: 'x' } })).toBeUndefined();
});
