import type { ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

import { signingSecretTest } from '../../../nodes/FaxPlusTrigger/delivery/secretCheck';

const SECRET = 'whsec_YSBzZWNyZXQ=';
const OTHER = 'whsec_YW5vdGhlciBvbmU=';

async function testSecrets(data: Record<string, string> | undefined): Promise<INodeCredentialTestResult> {
	return await signingSecretTest.call({} as ICredentialTestFunctions, {
		id: '1',
		name: 'Secrets',
		type: 'faxPlusWebhookSecretApi',
		...(data ? { data } : {}),
	});
}

describe('The test of signing secrets', () => {
	it.each([
		[undefined],
		[{}],
		[{ signingSecret: '', additionalSigningSecrets: '' }],
		[{ signingSecret: ' \n', additionalSigningSecrets: ' , ,\n' }],
	])('of %j is fine, and says what to do next', async (data) => {
		const { status, message } = await testSecrets(data);
		expect(status).toBe('OK');
		expect(message).toMatch(
			/^There is no secret yet.*Publish \(activate\) the workflow, then copy the secret/,
		);
	});

	it.each([
		[{ signingSecret: SECRET }, 'one secret'],
		[{ signingSecret: ` ${SECRET}\n` }, 'one secret'],
		[{ additionalSigningSecrets: SECRET }, 'one secret'],
		[{ signingSecret: SECRET, additionalSigningSecrets: SECRET }, 'one secret'],
		[{ signingSecret: SECRET, additionalSigningSecrets: OTHER }, '2 secrets'],
		[{ signingSecret: SECRET, additionalSigningSecrets: `${OTHER} \n whsec_YWJj` }, '3 secrets'],
	])('of %j calls %s well-formed, and promises no more than that', async (data, count) => {
		expect(await testSecrets(data)).toEqual({
			status: 'OK',
			message: `Well-formed: ${count}. The next delivery shows whether the endpoint uses it.`,
		});
	});

	it.each([
		[{ signingSecret: 'YSBzZWNyZXQ=' }, 'Secret 1 of 1'],
		[{ signingSecret: 'whsec_' }, 'Secret 1 of 1'],
		[{ signingSecret: 'whsec_not base64' }, 'Secret 1 of 1'],
		[{ signingSecret: 'WHSEC_YSBzZWNyZXQ=', additionalSigningSecrets: SECRET }, 'Secret 1 of 2'],
		[{ signingSecret: SECRET, additionalSigningSecrets: `${OTHER},whsec_%` }, 'Secret 3 of 3'],
	])('of %j says which one is malformed', async (data, which) => {
		expect(await testSecrets(data)).toEqual({
			status: 'Error',
			message: `${which} is malformed: a signing secret is "whsec_" followed by base64, exactly as Fax.Plus shows it.`,
		});
	});

	it('shows nothing of a secret', async () => {
		const { message } = await testSecrets({ signingSecret: SECRET, additionalSigningSecrets: 'mistyped' });
		expect(message).not.toContain('YSBzZWNyZXQ');
		expect(message).not.toContain('mistyped');
	});
});
