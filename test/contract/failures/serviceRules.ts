import type { INodeParameters } from 'n8n-workflow';

import type { Simulator } from '../../../tools/simulator';
import { seed } from '../../../tools/simulator';
import { useBench } from '../support/bench';
import { expectSuccess, jsonOf } from '../support/execution';
import type { OperationCase } from '../support/operationCases';
import { clinic, operations, operationsNamed, parametersOf } from '../support/operationCases';

const bench = useBench();

/**
 * A Fax.Plus rule, with values that violate it and the expected error. The values replace those of the operation's case.
 */
interface Rule {
	rule: string;
	of: string;
	values?: INodeParameters;
	prepare?(simulator: Simulator): void;
	/** Token of the caller. The default is the account owner's. */
	token?: string;
	message: string;
	advice: RegExp;
}

const NOT_FOUND = 'Requested resource was not found (bad_request, HTTP 400)';
const INVALID_USER = 'The given user ID is invalid (invalid_user_id, HTTP 400)';

/** Operations for other members that have a field of their own for them, or tests of their own. */
const OTHERS_NAMED = ['account: get', 'fax: send', 'fax: waitForResult', 'number: assign', 'number: revoke'];

const rules: Rule[] = [
	{
		rule: 'what is to be canceled must be in the outbox, and may have been sent already',
		of: 'outboxFax: delete',
		values: { outboxFaxId: 'out_none' },
		message: `Fax.Plus can't find the value of "Outbox Fax": ${NOT_FOUND}`,
		advice: /^Check "Outbox Fax"\. Fax\.Plus can't find it, so it may have been sent already\./,
	},
	{
		rule: 'what is on the line cannot be canceled any more',
		of: 'outboxFax: delete',
		prepare: (simulator) => {
			const description = 'The fax is being sent';
			simulator.fail({ operationId: 'deleteOutboxFax', times: 1, with: 409, error: 'conflict', description });
		},
		message: 'The fax is being sent (conflict, HTTP 409)',
		advice: /^Fax\.Plus is sending the fax or has sent it, .*"Fax: Get Many" and "Category" set to "Sent"/,
	},
	{
		rule: 'the number offer must exist',
		of: 'shop: purchaseNumber',
		values: { itemId: 'item_none' },
		message: NOT_FOUND,
		advice: /^This offer may not exist anymore\. Run "Search Numbers" again/,
	},
	{
		rule: 'the balance must cover the price',
		of: 'shop: purchaseNumber',
		values: { itemId: seed.expensiveOfferId },
		message: 'The balance of the account does not cover the price (insufficient_balance, HTTP 400)',
		advice: /^Compare the price of the number with the balance .* The number wasn't bought\.$/,
	},
	{
		rule: 'a number of a country that is not sold through the API cannot be bought',
		of: 'shop: purchaseNumber',
		values: { itemId: seed.unavailableOfferId },
		message: 'Numbers of this country cannot be bought through the API (bad_request, HTTP 400)',
		advice:
			/^This offer may not exist anymore\. Run "Search Numbers" again and pick another one\. The number wasn't bought\.$/,
	},
	...operations
		.filter(({ template, name }) => template.includes('{user_id}') && !OTHERS_NAMED.includes(name))
		.map(({ name: of }) => ({
			rule: 'only members of the account may be named',
			of,
			values: { options: { userId: seed.otherOwnerId } },
			message: INVALID_USER,
			advice: /^Check "User ID"\. "self" is the account of the credential\./,
		})),
	{
		rule: 'nobody is invited who is known already',
		of: 'member: invite',
		values: { emails: 'jane@example.com' },
		message: 'A user with this email exists already (conflict, HTTP 409)',
		advice: /^Somebody with one of these addresses has an account .* remove those who are there\./,
	},
	...([400, 404] as const).flatMap((missingStatus) => {
		const prepare = ({ settings }: Simulator): void => {
			settings.missingStatus = missingStatus;
		};
		const message = NOT_FOUND.replace('bad_request, HTTP 400', (as) =>
			missingStatus === 400 ? as : 'not_found, HTTP 404',
		);
		return [
			{
				rule: `the number must exist, or it is ${missingStatus}`,
				of: 'number: get',
				values: { number: '+15550999999' },
				...(missingStatus === 400 && { message: `Fax.Plus can't find the value of "Number": ${message}` }),
				advice: /^Check "Number"\. Fax\.Plus can't find it\./,
			},
			...[{ number: '+15550999999' }, { memberId: seed.otherOwnerId }].map((values) => ({
				rule: `number and member must be of the account, or it is ${missingStatus}: ${JSON.stringify(values)}`,
				of: 'number: assign',
				values,
				advice: /^Check "Number" and "Member"\. Fax\.Plus can't find one of them\./,
			})),
			{
				rule: `the member must have the number, or it is ${missingStatus}`,
				of: 'number: revoke',
				values: { memberId: seed.secondMemberId },
				advice: /^Check "Number" and "Member"\. The number must be assigned to this member/,
			},
		].map((rule) => ({ message, ...rule, prepare }));
	}),
	{
		rule: 'the owner of the number must be of the account',
		of: 'number: assign',
		values: { options: { userId: seed.otherOwnerId } },
		message: INVALID_USER,
		advice: /^Check "Number" and "Member"\. .* "User ID" under "Options" must be the owner of the number\.$/,
	},
	{
		rule: 'nobody takes a number from the administrator',
		of: 'number: revoke',
		values: { memberId: seed.ownerId },
		message: 'A number cannot be revoked from the administrator (bad_request, HTTP 400)',
		advice: /You can't revoke it from the administrator\.$/,
	},
	...[...operations.filter((one) => one.isForAdministrators).map(({ name }) => name), 'number: revoke'].map(
		(of) => ({
			rule: 'administrators only',
			of,
			values: of === 'number: revoke' ? { memberId: seed.secondMemberId } : {},
			token: seed.memberToken,
			message: 'Only administrators may do this (forbidden, HTTP 403)',
			advice: of.startsWith('customField')
				? /^Fax\.Plus lets only administrators do this\. .* one of these scopes: fax:all:edit, fax:ai_settings:edit\.$/
				: /^Fax\.Plus lets only administrators do this\. .* one of these scopes: fax:all:/,
		}),
	),
	{
		rule: 'the account must own the numbers',
		of: 'legacyHook: create',
		values: { numbers: '+15559999999' },
		message: 'The account does not own the number +15559999999 (bad_request, HTTP 400)',
		advice: /^Check the values of the fields\.$/,
	},
	{
		rule: 'the group must exist',
		of: 'contactGroup: share',
		values: { groupIds: ['grp_none'] },
		message: NOT_FOUND,
		advice: /^Check "Group Names or IDs" and "Member Names or IDs"\. Fax\.Plus can't find one of them\./,
	},
];

const caseOf = (name: string): OperationCase => operationsNamed(name)[0] as OperationCase;

test.each(rules)("$of, $rule: shows Fax.Plus's message, with advice", async (rule) => {
	rule.prepare?.(bench().simulator);
	const { error } = await bench().run(
		{ ...parametersOf(caseOf(rule.of)), ...rule.values },
		{ credentials: await bench().accessToken(rule.token) },
	);
	expect(error?.message).toBe(rule.message);
	expect(error?.description).toMatch(rule.advice);
	expect(error?.context['itemIndex']).toBe(0);
});

const scoped = operations.filter(({ scopes }) => scopes.length > 0);

describe('scopes of a personal access token', () => {
	test.each(scoped)('$name without any scope names those that allow it', async (operationCase) => {
		operationCase.prepare?.(bench().simulator);
		const credentials = await bench().limitedAccessToken(['fax:file:read']);
		const { error } = await bench().run(parametersOf(operationCase), { credentials });
		expect(error?.message).toMatch(/The token has none of the scopes .* \(forbidden, HTTP 403\)$/);
		for (const scope of operationCase.scopes) expect(error?.description).toContain(scope);
	});

	test.each(
		scoped
			.filter(({ name }) => name !== 'webhookEndpoint: create')
			.flatMap((operationCase) => operationCase.scopes.map((scope) => ({ ...operationCase, scope }))),
	)('$name works with only $scope', async ({ scope, ...operationCase }) => {
		const { simulator } = bench();
		operationCase.prepare?.(simulator);
		const credentials = await bench().limitedAccessToken([scope]);
		const { items } = expectSuccess(await bench().run(parametersOf(operationCase), { credentials }));
		expect(jsonOf(items)).toEqual(operationCase.output(simulator, 'accessToken'));
	});

	test('creating a webhook endpoint also lists them, and the error names the scopes for both', async () => {
		const runWith = async (...scopes: string[]) =>
			await bench().run(endpointCreation, { credentials: await bench().limitedAccessToken(scopes) });
		for (const scope of ['fax:webhook:edit', 'fax:webhook:read']) {
			const { error } = await runWith(scope);
			expect(error?.description).toContain(
				'needs the scopes fax:webhook:read and fax:webhook:edit, or fax:all:read and fax:all:edit',
			);
		}
		expectSuccess(await runWith('fax:webhook:read', 'fax:webhook:edit'));
		expect(clinic(bench().simulator).endpoints.size).toBe(1);
	});

	test('reading the access token needs no scope', async () => {
		const credentials = await bench().limitedAccessToken([]);
		const { items } = await bench().run({ resource: 'accessToken', operation: 'get' }, { credentials });
		expect(items[0]?.json).toMatchObject({ token_type: 'pat', scopes: [] });
	});
});

const endpointCreation = { ...parametersOf(caseOf('webhookEndpoint: create')), channels: '' };

describe('creating a webhook endpoint', () => {
	test("doesn't report an unknown outcome when Fax.Plus fails before anything was created", async () => {
		const { simulator } = bench();
		simulator.fail({ times: 1, with: 500, operationId: 'listWebhooks' });
		const { error } = await bench().run(endpointCreation);
		expect(simulator.requests.map(({ method }) => method)).toEqual(['GET']);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		expect(error?.description).not.toMatch(/unknown whether/);
	});

	test('says that it exists when only the following list fails', async () => {
		const { simulator } = bench();
		bench().onRequest('createWebhook', 1, () => {
			simulator.fail({ times: 1, with: 403, error: 'forbidden', operationId: 'listWebhooks' });
		});
		const { error } = await bench().run(endpointCreation);
		expect(clinic(simulator).endpoints.size).toBe(1);
		expect(error?.message).toMatch(/^Fax\.Plus created the endpoint, but/);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'carriedOut', status: 403 });
		expect(error?.description).toMatch(/^List the endpoints with "Get Many" before you run the node again\./);
		expect(`${error?.message} ${error?.description}`).not.toMatch(/unknown whether/);
	});
});
