import { mapInOrder } from '../../../shared/async/slots';
import { adviceFor, NOTHING_AT_BASE_URL, permissionAdvice, REPORT } from '../../../shared/editor/advice';
import { describeError } from '../../../shared/editor/errors';
import type { Authentication } from '../../../shared/http/account';
import { Api, ONE_TRY } from '../../../shared/http/api';
import { canceled, ServiceFault } from '../../../shared/http/faults';
import { PACKAGE } from '../../../shared/version';
import { timeoutOption } from '../../fields/common';
import { toItems, type ReadOperation } from '../../operation/operation';
import { contradiction, faxes } from './contradictions';
import { accessToken, readToken, subjects, type Account, type Subject, type Conclusion } from './subjects';

const AT_ONCE = 4;

/** Sends GET requests to find out what the credential can do (docs/contributing/api.md, "Checking an account") */
export const check: ReadOperation = {
	value: 'check',
	name: 'Check',
	action: 'Check account',
	description:
		"Find out what the credential can do and what to fix. It reads a dozen things and doesn't change anything.",
	kind: 'read',
	firstItemOnly: true,
	scopes: [],
	fields: [],
	output: { check: 'string', ok: 'boolean?', finding: 'string', whatToDo: 'string' },
	async execute(call, _marks, resources) {
		const { context } = call;
		const authentication = context.getNodeParameter('authentication', 0) as Authentication;
		const timeout = call.options.number(timeoutOption) * 1000;
		const api = (await Api.connect(context, authentication)).at({ ...ONE_TRY, timeout });
		const items = await findingsAbout({ api, context, resources, token: readToken(api) });
		if (context.getExecutionCancelSignal()?.aborted) throw canceled('notSent');
		return toItems(items);
	},
};

type Finding = { check: string; ok: Conclusion[0]; finding: string; whatToDo: string };

/** A node can't find out the version of n8n. n8n shows it next to each error, and under Help. */
const ofPackage: Finding = {
	check: 'Package',
	ok: true,
	finding: `This is ${PACKAGE}. Help > About n8n shows the version of n8n.`,
	whatToDo: '',
};

/** Checks only the token if it's invalid or allows nothing. */
async function findingsAbout(account: Account): Promise<Finding[]> {
	const ofToken = await findingsOn(accessToken, account);
	if (ofToken[0]?.ok !== true) return ofToken;
	const others = await mapInOrder([...subjects, faxes], AT_ONCE, async (one) => findingsOn(one, account));
	// Problems come first, then what's unknown, then what's fine.
	const placeOf = ({ ok }: Finding): number => [false, null, true].indexOf(ok);
	return [...[...ofToken, ...others.flat()].sort((a, b) => placeOf(a) - placeOf(b)), ofPackage];
}

async function findingsOn(subject: Subject, account: Account): Promise<Finding[]> {
	const seen = await subject.ask(account).catch((error: unknown) => conclusionOn(error, subject));
	const conclusions = (Array.isArray(seen[0]) ? seen : [seen]) as Conclusion[];
	return conclusions.map(([ok, finding, whatToDo = '']) => ({ check: subject.name, ok, finding, whatToDo }));
}

/**
 * Returns the conclusion from a failed request. A response whose format docs/contributing/api.md doesn't describe is a
 * contradiction.
 */
function conclusionOn(error: unknown, subject: Subject): Conclusion {
	if (!(error instanceof ServiceFault)) return contradiction('A response has an undocumented format.');
	const { code, status, outcome } = error;
	if (code === 'unexpected_answer' && subject !== accessToken) return contradiction(describeError(error));
	const { guidance } = subject;
	// This replaces the general advice, which names fields that these requests don't have.
	const permission = `${NOTHING_AT_BASE_URL} If it's right: ${permissionAdvice(guidance)}`;
	const ofOthers = { 400: NOTHING_AT_BASE_URL, 403: permission, 404: NOTHING_AT_BASE_URL };
	const isOfService = code !== undefined && outcome === 'refused';
	const advice = { ...(isOfService ? { 400: REPORT, 404: REPORT } : ofOthers), ...guidance.advice };
	return [status === 403 ? null : false, describeError(error), adviceFor(error, { ...guidance, advice })];
}
