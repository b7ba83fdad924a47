import { NodeApiError, NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';

import { EarlierAttemptFault, isNotFound, ServiceFault, STOPPED } from '../http/faults';
import { InputError } from '../values/inputError';
import { adviceFor, HOW_TO_REPORT, isOutcomeUnknown, isWrite, type Guidance } from './advice';
import { connectionError } from '../http/connectionErrors';

/**
 * Matches messages for programmers. The word "canceled" isn't included, because n8n uses it for executions that the user
 * has stopped.
 */
const PROGRAM_TEXT =
	/^(?!canceled$)\S*$|Cannot (read|set|convert)|is not (a function|iterable|defined)|^Invalid URL|^Unexpected (token|end)/;

/** Matches n8n's messages about a credential that was never selected, or was deleted. */
const NO_CREDENTIAL =
	/^Credential with ID .* does not exist|does not have any credentials set|^No credentials? |^Found credential with no ID/;

const MISSING_CREDENTIAL = "The node has no credential, or its credential doesn't exist anymore.";

/** Turns whatever stopped a call into an error that n8n shows well. Execution lists and AI agents only show its message. */
export function toNodeError(
	node: INode,
	error: unknown,
	guidance: Guidance,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const at = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof ServiceFault) return fromFault(node, error, guidance, at);
	if (error instanceof InputError) return fromInputError(node, error, guidance, at);
	const explained = (message: string, description: string): NodeOperationError =>
		new NodeOperationError(node, message, { ...at, description });
	if (isCredentialMissing(error))
		return explained(MISSING_CREDENTIAL, 'Select or create a credential in the node.');
	const isOfN8n = error instanceof NodeApiError || error instanceof NodeOperationError;
	if (isOfN8n && !PROGRAM_TEXT.test(error.message)) {
		if (itemIndex !== undefined) error.context['itemIndex'] = itemIndex;
		return error;
	}
	const text = error instanceof Error ? error.message : String(error);
	if (error instanceof Error && error.name === 'ExpressionError')
		return explained(
			`n8n can't evaluate an expression: ${text}`,
			"Correct the expression. In a trigger, an expression can't use other nodes, because none has run yet.",
		);
	return explained(
		'Something unexpected went wrong in the node.',
		`Check the credential and the values of the fields. If they're right, report "${text}", ${HOW_TO_REPORT}`,
	);
}

/**
 * Turns an error into data under the key by which n8n recognizes error items. If the item had the error itself, n8n would
 * replace the data.
 */
export function toErrorData(error: NodeApiError | NodeOperationError): IDataObject {
	const facts = (error.context['faxPlus'] ?? {}) as IDataObject;
	const advice = error.description ? { advice: error.description } : {};
	return { error: { message: error.message, ...facts, ...advice } };
}

/** Whether n8n couldn't find the credential, because none is selected or it was deleted. */
export function isCredentialMissing(error: unknown): boolean {
	return NO_CREDENTIAL.test(error instanceof Error ? error.message : '');
}

/** Describes an error in one line for a log. A Fax.Plus fault has its code and HTTP status. */
export function describeError(error: unknown): string {
	if (error instanceof ServiceFault) return titleOf(error);
	return error instanceof Error ? error.message : String(error);
}

/** Returns a string with a fault and what to do, for places that only show one string. */
export function messageWithAdvice(fault: ServiceFault, guidance: Guidance): string {
	return `${sentence(messageOf(fault, guidance))} ${adviceFor(fault, guidance)}`;
}

/**
 * Puts the advice into the message. For a failed activation, n8n 2.41 shows the message, and n8n 2.8 shows the description
 * if there's one.
 */
export function inOneMessage<T extends NodeApiError | NodeOperationError>(error: T): T {
	const { message, description } = error;
	error.description = undefined;
	const text = description ? `${sentence(message)} ${description}` : message;
	// If a message contains this word, n8n 2.8 permanently stops trying to activate the workflow at its start.
	return withMessage(error, text.replaceAll('Authorization', 'authorization'));
}

/**
 * Turns an error during or after a change into a fault with its outcome. An unexpected error must not look like a refusal,
 * because people would repeat the change. The same goes for a credential that's deleted after the change was carried out.
 */
export function asFault(error: unknown, outcome: 'unknown'): unknown;
export function asFault(error: unknown, outcome: 'carriedOut'): ServiceFault;
export function asFault(error: unknown, outcome: 'unknown' | 'carriedOut'): unknown {
	if (error instanceof ServiceFault) return error;
	const isMissing = isCredentialMissing(error);
	const isOfN8n = error instanceof NodeApiError || error instanceof NodeOperationError;
	if (outcome === 'unknown' && (isMissing || isOfN8n || error instanceof InputError)) return error;
	if (isMissing) return new ServiceFault(MISSING_CREDENTIAL, outcome);
	const text = error instanceof Error ? error.message : String(error);
	return new ServiceFault(`Something unexpected went wrong in the node: ${text}`, outcome);
}

/** For a write, the error says that nothing was carried out, because fields are read before the write. */
function fromInputError(
	node: INode,
	{ message }: InputError,
	guidance: Guidance,
	at: object,
): NodeOperationError {
	const error = withMessage(new NodeOperationError(node, message, at), message);
	if (isWrite(guidance)) error.context['faxPlus'] = { outcome: 'notSent' };
	return error;
}

function fromFault(node: INode, fault: ServiceFault, guidance: Guidance, at: object): NodeApiError {
	const { code, status } = fault;
	const texts = { message: messageOf(fault, guidance), description: adviceFor(fault, guidance) };
	const error = new NodeApiError(node, texts, {
		...texts,
		level: 'warning',
		...(status !== undefined && { httpCode: String(status) }),
		...at,
	});
	error.context['faxPlus'] = {
		description: fault.message,
		...(isWrite(guidance) && { outcome: fault.outcome }),
		...(code !== undefined && { code }),
		...(status !== undefined && { status }),
		...fault.details,
	};
	return withMessage(error, texts.message);
}

/**
 * n8n replaces any message that contains a code such as ECONNREFUSED, even as part of a quote. If the message contains the
 * word "canceled", n8n assumes that the user has stopped the execution, and runs no error workflow.
 */
function withMessage<T extends Error>(error: T, message: string): T {
	error.message = message.includes(STOPPED) ? message : message.replaceAll('canceled', 'cancelled');
	return error;
}

const NO_RETRY =
	"Retry in n8n's list of executions doesn't do it again. A new run of the workflow repeats everything, not only this.";

function sentence(text: string): string {
	return `${text.replace(/\.$/, '')}.`;
}

function messageOf(fault: ServiceFault, guidance: Guidance): string {
	const title = `${subjectOf(fault, guidance)}${titleOf(fault)}`;
	// People use Retry to resend a fax that wasn't delivered.
	if (fault.outcome === 'carriedOut' && guidance.refusesRetryOnFail) return `${sentence(title)} ${NO_RETRY}`;
	if (!isOutcomeUnknown(fault, guidance)) return title;
	const warning = guidance.refusesRetryOnFail ? " Don't repeat it before you've checked." : '';
	const unknown = `It's unknown whether ${guidance.effect ?? 'Fax.Plus carried this out'}.`;
	if (fault instanceof EarlierAttemptFault) return `${unknown} ${fault.message}.${warning}`;
	return `${title}. ${unknown}${warning}`;
}

/** Fax.Plus doesn't say what it can't find. If values were sent too, the problem may be one of them. */
function subjectOf(fault: ServiceFault, { itemField, sendsValues }: Guidance): string {
	const isItem = isNotFound(fault) && fault.code === 'bad_request';
	return itemField && !sendsValues && isItem
		? `Fax.Plus can't find the value of "${itemField.displayName}": `
		: '';
}

function titleOf({ message, code, status }: ServiceFault): string {
	const details = [
		...(code === undefined ? [] : [connectionError(code)?.name ?? code]),
		...(status === undefined || message.endsWith(` status ${status}`) ? [] : [`HTTP ${status}`]),
	];
	return details.length === 0 ? message : `${message.replace(/\.$/, '')} (${details.join(', ')})`;
}
