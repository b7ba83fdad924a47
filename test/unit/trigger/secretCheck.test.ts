import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { signingSecrets } from '../../../harness/n8n/credentials';
import { signingSecretTest } from '../../../nodes/FaxPlusTrigger/delivery/keys';

const SECRET = 'whsec_YSBzZWNyZXQ=';
const OTHER = 'whsec_YW5vdGhlciBvbmU=';

async function testSecrets(data: object | undefined): Promise<INodeCredentialTestResult> {
	return await signingSecretTest.call({} as ICredentialTestFunctions, {
		id: '1',
		name: 'Secrets',
		type: 'faxPlusWebhookSecretApi',
		...(data ? { data: data as ICredentialDataDecryptedObject } : {}),
	});
}

describe('The test of signing secrets', () => {
	it.each([
		...[undefined, {}, { endpoints: {} }, { endpoints: '' }],
		...[
			{ endpoints: { entries: [null, 'whsec_', {}] } },
			signingSecrets(''),
			signingSecrets(' \n', ' , ,\n'),
		],
	])('of %j is well, and says what comes without and what to do next', async (data) => {
		expect(await testSecrets(data)).toEqual({
			status: 'OK',
			message:
				'There is no secret yet, so Fax.Plus is asked about each delivery. Add the secret of an endpoint once its workflow is published.',
		});
	});

	it.each([
		[signingSecrets(SECRET), 'one secret'],
		[signingSecrets(` ${SECRET}\n`), 'one secret'],
		[signingSecrets('', SECRET, ''), 'one secret'],
		[signingSecrets(SECRET, SECRET), 'one secret'],
		[{ endpoints: { entries: { secret: SECRET } } }, 'one secret'],
		[signingSecrets(SECRET, OTHER), '2 secrets'],
		[signingSecrets(SECRET, `${OTHER} \n whsec_YWJj`), '3 secrets'],
	])('of %j calls %s well-formed, and promises no more than that', async (data, count) => {
		expect(await testSecrets(data)).toEqual({
			status: 'OK',
			message: `Well-formed: ${count}. The next delivery shows whether the endpoint uses it.`,
		});
	});

	it.each([
		[signingSecrets('YSBzZWNyZXQ='), 'Secret 1 of 1'],
		[signingSecrets('whsec_'), 'Secret 1 of 1'],
		[signingSecrets('whsec_not base64'), 'Secret 1 of 2'],
		[signingSecrets('WHSEC_YSBzZWNyZXQ=', SECRET), 'Secret 1 of 2'],
		[signingSecrets(SECRET, OTHER, 'whsec_%'), 'Secret 3 of 3'],
	])('of %j says which one is malformed', async (data, which) => {
		expect(await testSecrets(data)).toEqual({
			status: 'Error',
			message: `${which} is malformed: a signing secret is "whsec_" followed by base64, exactly as Fax.Plus shows it.`,
		});
	});

	it('shows nothing of a secret', async () => {
		const { message } = await testSecrets(signingSecrets(SECRET, 'mistyped'));
		expect(message).not.toContain('YSBzZWNyZXQ');
		expect(message).not.toContain('mistyped');
	});
});
