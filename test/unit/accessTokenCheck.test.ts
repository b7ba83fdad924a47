import type { ICredentialTestFunctions } from 'n8n-workflow';

import { accessTokenTest } from '../../nodes/shared/editor/accessTokenCheck';

/** Tests a token while something responds with a status and a body. */
async function tested(statusCode: number, body: unknown) {
	const request = async () => await Promise.resolve({ statusCode, headers: {}, body });
	const data = { accessToken: 'alohi_pat_1', baseUrl: 'https://restapi.fax.plus/v3' };
	const credential = { id: '1', name: 'Fax.Plus', type: 'faxPlus', data };
	return await accessTokenTest.call(
		{ helpers: { request } } as unknown as ICredentialTestFunctions,
		credential,
	);
}

test.each([
	[200, null],
	[204, undefined],
	[200, ''],
	[200, {}],
	[200, { token_type: 'Bearer' }],
	[200, { scopes: [] }],
])(
	'A success %i with %j suggests checking the Base URL, because it is not from Fax.Plus',
	async (status, body) => {
		expect(await tested(status, body)).toEqual({
			status: 'Error',
			message: expect.stringMatching(
				/^The response isn't from Fax\.Plus .*Check "Base URL" in the credential\./,
			) as unknown,
		});
	},
);

test('A token without any scope is accepted, and shown as such', async () => {
	expect(await tested(200, { token_type: 'Bearer', scopes: [] })).toEqual({
		status: 'OK',
		message: 'Fax.Plus accepts this token. Its scopes: none',
	});
});
