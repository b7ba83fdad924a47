import type { INodeParameters } from 'n8n-workflow';

import type { Simulator } from '../../simulator';
import { seed } from '../../simulator';
import type { Bench } from './support/bench';
import { useBench } from './support/bench';
import type { NodeCredentials } from './support/execution';
import { jsonOf } from './support/execution';
import type { OperationCase } from './support/operationCases';
import { addEndpoint, clinic, operations, operationsNamed, parametersOf } from './support/operationCases';
import { locator } from './support/operationCases/case';

const bench = useBench();

interface Rule {
	rule: string;
	parameters: INodeParameters;
	prepare?(simulator: Simulator): void;
	credentials?(bench: Bench): Promise<NodeCredentials>;
	message: string;
	advice: RegExp;
}

const notFound = (field: string, subject = `Nothing was found with this ${field}: `) => ({
	message: `${subject}Requested resource was not found (bad_request, HTTP 400)`,
	advice: new RegExp(`^Check ${field}: the service found nothing with it\\.`),
});
const invalidUserId = (advice: RegExp) => ({
	message: 'The given user ID is invalid (invalid_user_id, HTTP 400)',
	advice,
});
const memberOfAdministrators =
	/^Check Member: only members of your own corporate account may be named\. The service allows this to administrators only\.$/;
const userId = /^Check User ID: "self" stands for/;
const administratorsOnly = (scopes: string) => ({
	message: 'Only administrators may do this (forbidden, HTTP 403)',
	advice: new RegExp(`^The service allows this to administrators only\\. .* one of these scopes: ${scopes}`),
	credentials: async (at: Bench) => await at.accessToken(seed.memberToken),
});

const parametersNamed = (name: string) => parametersOf(operationsNamed(name)[0] as OperationCase);

const byId = (value: string) => locator('id', value);
const unknownId = (field: string) => (/^(group|hook)Id$/.test(field) ? 'none' : byId('none'));

const rules: Rule[] = [
	{
		rule: 'groups are shared with members of the account only',
		parameters: {
			resource: 'contactGroup',
			operation: 'share',
			groupIds: [seed.groupIds[0]],
			memberIds: [seed.otherOwnerId],
		},
		...invalidUserId(/^Check Member Names or IDs: /),
	},
	...(
		[
			['contactGroup: delete', 'groupId', 'Contact Group'],
			['customField: update', 'fieldId', 'Custom Field'],
			['fax: delete', 'faxId', 'Fax'],
			['fax: download', 'faxId', 'Fax'],
			['fax: get', 'faxId', 'Fax'],
			['fax: getReport', 'faxId', 'Fax'],
			// Its error body is shown though a stream was asked for.
			['fax: getThumbnail', 'faxId', 'Fax'],
			['fax: update', 'faxId', 'Fax'],
			['fax: update', 'faxId', 'Fax', { updateFields: { isRead: true } }],
			['faxText: get', 'faxId', 'Fax'],
			['fieldExtraction: correct', 'faxId', 'Fax'],
			['fieldExtraction: get', 'faxId', 'Fax'],
			['legacyHook: delete', 'hookId', 'Hook ID'],
			['outboxFax: get', 'outboxFaxId', 'Outbox Fax'],
			['outboxFax: update', 'outboxFaxId', 'Outbox Fax'],
		] as Array<[name: string, field: string, label: string, others?: INodeParameters]>
	).map(([name, field, label, others = {}]) => ({
		rule: `${name}: the ${label} must exist ${JSON.stringify(others)}`,
		parameters: { ...parametersNamed(name), ...others, [field]: unknownId(field) },
		...notFound(label, /update|correct/.test(name) ? '' : undefined),
	})),
	{
		rule: 'what is to be canceled must be in the outbox, and may have been sent already',
		parameters: { resource: 'outboxFax', operation: 'delete', outboxFaxId: 'out_none' },
		...notFound('Outbox Fax'),
		advice: /^Check Outbox Fax: the service found nothing to cancel\. The fax may have been sent already:/,
	},
	{
		rule: 'the number offer must exist',
		parameters: { resource: 'shop', operation: 'purchaseNumber', itemId: 'item_none' },
		message: 'Requested resource was not found (bad_request, HTTP 400)',
		advice: /^Look for offers with "Search Numbers" again: this one may be gone/,
	},
	{
		rule: 'the balance must cover the price',
		parameters: { resource: 'shop', operation: 'purchaseNumber', itemId: seed.expensiveOfferId },
		message: 'The balance of the account does not cover the price (insufficient_balance, HTTP 400)',
		advice: /^Compare the price of the number with the balance .* The number was not bought\.$/,
	},
	...operationsNamed(
		'account: getPlan',
		'fax: delete',
		'fax: download',
		'fax: get',
		'fax: getAll',
		'fax: getReport',
		'fax: getThumbnail',
		'fax: update',
		'faxText: get',
		'fieldExtraction: correct',
		'fieldExtraction: get',
		'number: get',
		'number: getAll',
		'outboxFax: delete',
		'outboxFax: get',
		'outboxFax: getAll',
		'outboxFax: update',
	).map((operationCase) => ({
		rule: `${operationCase.name}: only members of the account may be named`,
		parameters: { ...parametersOf(operationCase), options: { userId: seed.otherOwnerId } },
		...invalidUserId(userId),
	})),
	{
		rule: 'a member may not name another',
		parameters: { resource: 'account', operation: 'getPlan', options: { userId: seed.ownerId } },
		credentials: async (at) => await at.accessToken(seed.memberToken),
		...invalidUserId(userId),
	},
	{
		rule: 'only members of the account can be updated',
		parameters: {
			resource: 'member',
			operation: 'update',
			memberUserId: seed.otherOwnerId,
			updateFields: { quota: 1 },
		},
		...invalidUserId(/^Check Member: /),
	},
	{
		rule: 'only members of the account can be read',
		parameters: { resource: 'member', operation: 'get', memberUserId: seed.otherOwnerId },
		...invalidUserId(memberOfAdministrators),
	},
	{
		rule: 'a member may not read another, and is told of administrators',
		parameters: { resource: 'member', operation: 'get', memberUserId: seed.secondMemberId },
		credentials: async (at) => await at.accessToken(seed.memberToken),
		...invalidUserId(memberOfAdministrators),
	},
	{
		rule: 'nobody is invited who is known already',
		parameters: { resource: 'member', operation: 'invite', emails: 'jane@example.com' },
		message: 'A user with this email exists already (conflict, HTTP 409)',
		advice: /^One of the addresses is known to Fax\.Plus already: .* leave out who is there\./,
	},
	...([400, 404] as const).flatMap((missingStatus) => {
		const prepare = ({ settings }: Simulator): void => {
			settings.missingStatus = missingStatus;
		};
		const code = missingStatus === 400 ? 'bad_request' : 'not_found';
		const message = `Requested resource was not found (${code}, HTTP ${missingStatus})`;
		const [known, unknown] = [seed.ownedNumber, '+15550999999'];
		return [
			{
				rule: `the number that is read must exist, or it is ${missingStatus}`,
				parameters: { resource: 'number', operation: 'get', number: unknown },
				...(missingStatus === 400 && { message: `Nothing was found with this Number: ${message}` }),
				advice: /^Check Number: the service found nothing with it\./,
			},
			...[
				[unknown, seed.memberId],
				[known, seed.otherOwnerId],
			].map(([number = '', memberUserId = '']) => ({
				rule: `a number of the account is assigned to a member of it: ${number} to ${memberUserId}, ${missingStatus}`,
				parameters: { resource: 'number', operation: 'assign', number, memberUserId },
				advice: /^Check Number and Member: the service found nothing with one of them\./,
			})),
			{
				rule: `a number is revoked from a member who has it, or it is ${missingStatus}`,
				parameters: {
					resource: 'number',
					operation: 'revoke',
					number: known,
					memberUserId: seed.secondMemberId,
				},
				advice: /^Check Number and Member: the number must be assigned to this member/,
			},
		].map((rule) => ({ message, ...rule, prepare }));
	}),
	{
		rule: 'what is on the line cannot be canceled any more',
		parameters: { resource: 'outboxFax', operation: 'delete', outboxFaxId: seed.outboxFaxId },
		prepare: (simulator) => {
			const description = 'The fax is being sent';
			simulator.fail({ operationId: 'deleteOutboxFax', times: 1, with: 409, error: 'conflict', description });
		},
		message: 'The fax is being sent (conflict, HTTP 409)',
		advice: /^Look for the fax with "Fax: Get Many", category Sent: it is on the line or has gone/,
	},
	{
		rule: 'the token may not be for its own user, which no field names',
		parameters: { resource: 'fax', operation: 'get', faxId: seed.faxId },
		prepare: (simulator) => {
			simulator.fail({
				operationId: 'getFax',
				times: 1,
				with: 400,
				error: 'invalid_user_id',
				description: 'The given user ID is invalid',
			});
		},
		...invalidUserId(
			/^The service does not accept the user of the token for this\. A personal access token needs/,
		),
	},
	{
		rule: 'the owner of a number that is assigned must be of the account',
		parameters: {
			resource: 'number',
			operation: 'assign',
			number: seed.ownedNumber,
			memberUserId: seed.memberId,
			options: { userId: seed.otherOwnerId },
		},
		...invalidUserId(/^Check Number and Member: .* User ID, under "Options", is the owner of the number\.$/),
	},
	{
		rule: 'a number is revoked from members of the account only',
		parameters: {
			resource: 'number',
			operation: 'revoke',
			number: seed.ownedNumber,
			memberUserId: seed.otherOwnerId,
		},
		...invalidUserId(/^Check Member: only members of your own corporate account may be named\.$/),
	},
	{
		rule: 'nobody takes a number from the administrator',
		parameters: {
			resource: 'number',
			operation: 'revoke',
			number: seed.ownedNumber,
			memberUserId: byId(seed.ownerId),
		},
		message: 'A number cannot be revoked from the administrator (bad_request, HTTP 400)',
		advice: /nobody can take it from the administrator\.$/,
	},
	...[
		'customField: create',
		'customField: update',
		'member: getAll',
		'member: invite',
		'number: assign',
		'number: revoke',
	].map((name) => ({
		rule: `${name} is for administrators only`,
		parameters: {
			...parametersNamed(name),
			...(name === 'number: revoke' && { memberUserId: seed.secondMemberId }),
		},
		...administratorsOnly(
			name.startsWith('customField') ? 'fax:all:edit, fax:ai_settings:edit\\.$' : 'fax:all:',
		),
	})),
	{
		rule: 'legacy hooks are for numbers that the account owns',
		parameters: {
			resource: 'legacyHook',
			operation: 'create',
			target: 'https://example.com',
			numbers: '+15559999999',
		},
		message: 'The account does not own the number +15559999999 (bad_request, HTTP 400)',
		advice: /^Check the values of the fields\.$/,
	},
	...operationsNamed(
		'webhookEndpoint: create',
		'webhookEndpoint: delete',
		'webhookEndpoint: getAll',
		'webhookEndpoint: update',
	).flatMap((endpointCase) => {
		const parameters = parametersOf(endpointCase);
		return [
			{
				rule: `${endpointCase.name} needs the webhooks feature`,
				parameters,
				prepare: (simulator: Simulator) => {
					clinic(simulator).hasWebhooksFeature = false;
				},
				message: 'The account lacks the webhooks feature (forbidden, HTTP 403)',
				advice: /^The account lacks the webhooks feature of the Enterprise plan/,
			},
			{
				rule: `${endpointCase.name} needs webhooks to be enabled`,
				parameters,
				prepare: (simulator: Simulator) => {
					clinic(simulator).webhooksEnabled = false;
				},
				message: "Webhooks are not enabled in the account's integrations settings (not_found, HTTP 404)",
				advice: /ebhooks are not enabled: turn them on in Fax\.Plus, under Settings > Integrations/,
			},
		];
	}),
	{
		rule: 'a contact group that is shared must exist',
		parameters: {
			resource: 'contactGroup',
			operation: 'share',
			groupIds: ['grp_none'],
			memberIds: [seed.memberId],
		},
		...notFound('Group Names or IDs', ''),
		advice: /^Check Group Names or IDs and Member Names or IDs: the service found nothing with one of them\./,
	},
	{
		rule: 'a number of a country that is not sold through the API cannot be bought',
		parameters: { resource: 'shop', operation: 'purchaseNumber', itemId: seed.unavailableOfferId },
		message: 'Numbers of this country cannot be bought through the API (bad_request, HTTP 400)',
		advice:
			/^Look for offers with "Search Numbers" again: this one may be gone, or its country not for sale\. The number was not bought\.$/,
	},
	{
		rule: 'the webhook endpoint must exist',
		parameters: {
			resource: 'webhookEndpoint',
			operation: 'delete',
			endpointId: byId('ep_none'),
		},
		prepare: (simulator) => {
			addEndpoint(simulator);
		},
		message: 'The webhook endpoint was not found (not_found, HTTP 404)',
		advice: /^There is no endpoint with this ID \(list them with "Get Many"\)/,
	},
];

test.each(rules)('$rule: shown in the words of the service, with advice', async (rule) => {
	const { parameters, message, advice } = rule;
	rule.prepare?.(bench().simulator);
	const credentials = await (rule.credentials?.(bench()) ?? bench().accessToken());
	const { error } = await bench().run(parameters, { credentials });
	expect(error?.message).toBe(message);
	expect(error?.description).toMatch(advice);
	expect(error?.context['itemIndex']).toBe(0);
});

const scoped = operations.filter(({ scopes }) => scopes.length > 0);

describe('scopes of a personal access token', () => {
	test.each(scoped)('$name without any names those that permit it', async (operationCase) => {
		operationCase.prepare?.(bench().simulator);
		const credentials = await bench().limitedAccessToken(['fax:file:read']);
		const { error } = await bench().run(parametersOf(operationCase), { credentials });
		expect(error?.message).toMatch(/^The token has none of the scopes .* \(forbidden, HTTP 403\)$/);
		for (const scope of operationCase.scopes) expect(error?.description).toContain(scope);
	});

	test.each(
		scoped
			.filter(({ name }) => name !== 'webhookEndpoint: create')
			.flatMap((operationCase) => operationCase.scopes.map((scope) => ({ ...operationCase, scope }))),
	)('$name works with $scope alone', async ({ scope, ...operationCase }) => {
		const { simulator } = bench();
		operationCase.prepare?.(simulator);
		const credentials = await bench().limitedAccessToken([scope]);
		const { items, error } = await bench().run(parametersOf(operationCase), { credentials });
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toEqual(operationCase.output(simulator, 'accessToken'));
	});

	test('creating a webhook endpoint also lists them, and says that it needs scopes for both', async () => {
		const runWith = async (...scopes: string[]) =>
			await bench().run(endpointCreation, { credentials: await bench().limitedAccessToken(scopes) });
		for (const scope of ['fax:webhook:edit', 'fax:webhook:read']) {
			const { error } = await runWith(scope);
			expect(error?.description).toContain(
				'needs the scopes fax:webhook:read and fax:webhook:edit, or fax:all:read and fax:all:edit',
			);
		}
		const { error } = await runWith('fax:webhook:read', 'fax:webhook:edit');
		expect(error).toBeUndefined();
		expect(clinic(bench().simulator).endpoints.size).toBe(1);
	});

	test('the access token can be read with no scope at all', async () => {
		const credentials = await bench().limitedAccessToken([]);
		const { items } = await bench().run({ resource: 'accessToken', operation: 'get' }, { credentials });
		expect(items[0]?.json).toMatchObject({ token_type: 'pat', scopes: [] });
	});
});

const endpointCreation = {
	resource: 'webhookEndpoint',
	operation: 'create',
	url: 'https://example.com/new',
	events: ['fax_received'],
};

describe('creating a webhook endpoint', () => {
	test('does not claim an unknown outcome when the service fails before anything was created', async () => {
		const { simulator } = bench();
		simulator.fail({ times: 1, with: 500, operationId: 'listWebhooks' });
		const { error } = await bench().run(endpointCreation);
		expect(simulator.requests.map(({ method }) => method)).toEqual(['GET']);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		expect(error?.description).not.toContain('not known');
	});

	test('says that it is there when only the list that follows fails', async () => {
		const { simulator } = bench();
		simulator.latency = ({ operationId }) => {
			if (operationId === 'createWebhook') {
				simulator.fail({ times: 1, with: 403, error: 'forbidden', operationId: 'listWebhooks' });
			}
			return 0;
		};
		const { error } = await bench().run(endpointCreation);
		expect(clinic(simulator).endpoints.size).toBe(1);
		expect(error?.message).toMatch(/^The endpoint was created, but/);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'carriedOut', status: 403 });
		expect(error?.description).toMatch(/^List the endpoints with "Get Many" before you run it again\./);
		expect(`${error?.message} ${error?.description}`).not.toContain('not known');
	});
});
