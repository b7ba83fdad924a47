import type { ServerResponse } from 'node:http';

import { seed } from '../../../tools/simulator';
import { useBench } from '../support/bench';
import type { NodeCredentials, NodeResult } from '../support/execution';
import { problemsWith } from '../support/messages';
import type { OddAnswer } from '../support/oddAnswers';
import { oddFailures, oddSuccesses } from '../support/oddAnswers';
import type { OperationCase } from '../support/operationCases';
import { operations, operationsNamed, parametersOf } from '../support/operationCases';
import type { RawServer } from '../support/rawServer';
import { startRawServer } from '../support/rawServer';

const bench = useBench();

/** Server at the addresses of the API and of the authorization server. */
let server: RawServer;
let answer: OddAnswer;
let tokenAnswer: OddAnswer;

beforeEach(async () => {
	server = await startRawServer(({ method, url }, response) => {
		if (url?.endsWith('/token') && method === 'POST') send(response, tokenAnswer);
		// Creating an endpoint starts with a request for the list of endpoints. Only the creation itself should get the odd
		// response.
		else if (isCreation && method === 'GET') send(response, EMPTY_LIST);
		else send(response, answer);
	});
});

const EMPTY_LIST: OddAnswer = { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' };

let isCreation = false;

function send(response: ServerResponse, { status, headers, body, endless }: OddAnswer): void {
	response.writeHead(status, headers);
	if (endless) response.write(body);
	else response.end(body);
}

async function run(operationCase: OperationCase, credentials: NodeCredentials): Promise<NodeResult> {
	isCreation = operationCase.operationId === 'createWebhook';
	const authentication = 'faxPlusOAuth2Api' in credentials ? 'oAuth2' : 'accessToken';
	const parameters = { options: { timeout: 1 }, ...parametersOf(operationCase, authentication) };
	return await bench().engine.run({ parameters, credentials });
}

/** Returns what's wrong with an operation's result after an unexpected response. */
function problemsOf({ kind, operation }: OperationCase, { error }: NodeResult): string[] {
	if (!error) return ['ends well'];
	const { outcome } = (error.context['faxPlus'] ?? {}) as { outcome?: string };
	const warning = ['send', 'purchaseNumber', 'invite'].includes(operation)
		? " Don't repeat it before you've checked\\."
		: '';
	const unknown = new RegExp(` It's unknown whether (the|a) .*(was|were) [a-z ]+\\.${warning}$`);
	const saysUnknown = unknown.test(error.message);
	return [
		...problemsWith(error),
		...(kind === 'read' && outcome !== undefined ? ['a read speaks of its outcome'] : []),
		...(saysUnknown === (outcome === 'unknown') ? [] : [`"${error.message}" does not say: ${outcome}`]),
	];
}

/** These operations are tested with every response. The others are tested only with refusals that Fax.Plus itself sends. */
const samples = operationsNamed('account: getPlan', 'shop: purchaseNumber', 'fax: getThumbnail');
const isOfTheService = ({ status, body }: OddAnswer) =>
	[400, 402, 403, 404, 409].includes(status) && body.includes('service_code');

/** Returns whether a response without a body is a success for this operation. */
const returnsNothing = ({ kind, operation, operationId }: OperationCase): boolean =>
	kind === 'write' &&
	(operation === 'delete' ||
		/^(assign|invite|revoke|share|update(Fax|Member|OutboxFax|Webhook))/.test(operationId));

test.each(operations)(
	'$name says what happened and what to do, whatever the answer is',
	async (operationCase) => {
		const credentials = await bench().accessToken(seed.ownerToken, server.baseUrl);
		const all = returnsNothing(operationCase) ? oddFailures : [...oddSuccesses, ...oddFailures];
		const answers = samples.some(({ name }) => name === operationCase.name)
			? all
			: all.filter(isOfTheService);
		const problems: string[] = [];
		for (answer of answers) {
			const { status, body } = answer;
			const found = problemsOf(operationCase, await run(operationCase, credentials));
			problems.push(...found.map((problem) => `${status} ${body.slice(0, 60)}: ${problem}`));
		}
		expect(problems).toEqual([]);
		expect(server.requests.length).toBeGreaterThanOrEqual(answers.length);
	},
);

describe.each(samples)('$name', (operationCase) => {
	test.each([200, 400, 502])('reports an answer with status %i that never ends', async (status) => {
		answer = { status, headers: { 'content-type': 'image/jpeg' }, body: 'a beginning', endless: true };
		const credentials = await bench().accessToken(seed.ownerToken, server.baseUrl);
		expect(problemsOf(operationCase, await run(operationCase, credentials))).toEqual([]);
	});

	test("reports an OAuth2 connection that isn't renewed, whatever the authorization server answers", async () => {
		answer = { status: 401, headers: {}, body: '' };
		const problems: string[] = [];
		for (tokenAnswer of [...oddSuccesses, ...oddFailures]) {
			const { status, body } = tokenAnswer;
			const credentials = await bench().oAuth2(server.baseUrl, server.baseUrl);
			const found = problemsOf(operationCase, await run(operationCase, credentials));
			problems.push(...found.map((problem) => `${status} ${body.slice(0, 60)}: ${problem}`));
		}
		expect(problems).toEqual([]);
	});
});
