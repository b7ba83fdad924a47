import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { FaxPlusWebhookSecretApi } from '../../../credentials/FaxPlusWebhookSecretApi.credentials';
import { signingSecrets } from '../../../tools/harness/n8n/credentials';
import { signingSecretTest } from '../../../nodes/FaxPlusTrigger/delivery/keys';

const [SECRET, OTHER, THIRD] = ['a secret', 'another+', 'a third'].map((text) =>
	secretOf(text.padEnd(24)),
) as [string, string, string];

function secretOf(key: string): string {
	return `whsec_${Buffer.from(key).toString('base64')}`;
}

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
	])('with %j succeeds, and says what happens without a secret and what to do next', async (data) => {
		expect(await testSecrets(data)).toEqual({
			status: 'OK',
			message:
				"There's no secret yet, so the trigger checks each fax with Fax.Plus. Publish the workflow, then add the secret of its endpoint.",
		});
	});

	it.each([
		[signingSecrets(SECRET), 'one secret'],
		[signingSecrets(` ${SECRET}\n`), 'one secret'],
		[signingSecrets('', SECRET, ''), 'one secret'],
		[signingSecrets(SECRET, SECRET), 'one secret'],
		// These secrets look as if they were copied from a page, a header, a file or an email.
		[signingSecrets(`v1,${SECRET}`), 'one secret'],
		[signingSecrets(`"${SECRET}"`, `\u201C${OTHER}\u201D,`), '2 secrets'],
		[
			signingSecrets(`\uFEFF${SECRET}\u200B`, `${SECRET.slice(0, 9)}\u00AD${SECRET.slice(9)}\u2060`),
			'one secret',
		],
		[signingSecrets(secretOf('x'.repeat(64))), 'one secret'],
		[{ endpoints: { entries: { secret: SECRET } } }, 'one secret'],
		[signingSecrets(SECRET, OTHER), '2 secrets'],
		[signingSecrets(SECRET, `${OTHER} \n ${THIRD}`), '3 secrets'],
	])('with %j calls %s well-formed, and promises no more', async (data, count) => {
		expect(await testSecrets(data)).toEqual({
			status: 'OK',
			message: `Well-formed: ${count}. The next delivery shows whether the endpoint uses it.`,
		});
	});

	const CUT_OFF =
		'looks cut off: a signing secret is "whsec_" followed by 32 to 88 characters. Use the copy button in Fax.Plus, because a double click stops at "+" and "/".';
	const MALFORMED =
		'is malformed: a signing secret is "whsec_" followed by 32 to 88 characters, exactly as Fax.Plus shows it.';

	it.each([
		[signingSecrets('whsec_'), 1, CUT_OFF],
		[signingSecrets('whsec_abcd'), 1, CUT_OFF],
		[signingSecrets('', '"v1,whsec_QQ=="'), 2, CUT_OFF],
		[signingSecrets(SECRET, SECRET.slice(0, -5)), 2, CUT_OFF],
		[signingSecrets(SECRET, secretOf('x'.repeat(23))), 2, CUT_OFF],
		[signingSecrets(SECRET.slice('whsec_'.length)), 1, MALFORMED],
		[signingSecrets('whsec_not base64'), 1, CUT_OFF],
		[signingSecrets(SECRET.replace('whsec', 'WHSEC'), SECRET), 1, MALFORMED],
		[signingSecrets(SECRET, '', OTHER, SECRET, 'whsec_%'), 5, MALFORMED],
		[signingSecrets(`${SECRET}${OTHER}`), 1, MALFORMED],
		[signingSecrets(secretOf('x'.repeat(65))), 1, MALFORMED],
	])("with %j says what's wrong in row %i: it %s", async (data, row, what) => {
		const message = `The secret in row ${row} ${what}`;
		expect(await testSecrets(data)).toEqual({ status: 'Error', message });
	});

	it('never shows a secret', async () => {
		const { message } = await testSecrets(signingSecrets(SECRET, OTHER.replace('whsec', 'mistyped')));
		expect(message).not.toContain(OTHER.slice(10, 20));
		expect(message).not.toContain('mistyped');
	});
});

it('A new credential shows an empty row for the first secret', () => {
	const { properties } = new FaxPlusWebhookSecretApi();
	const rows = properties.find(({ name }) => name === 'endpoints');
	expect(rows?.default).toEqual({ entries: [{ secret: '', note: '' }] });
});
