import { NodeApiError, NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';

import { EarlierAttemptFault, isNotFound, ServiceFault, STOPPED } from '../http/faults';
import { InputError } from '../values/inputError';
import { PACKAGE } from '../version';
import { adviceFor, isOutcomeUnknown, isWrite, type Guidance } from './advice';
import { connectionError } from '../http/connectionErrors';

/** What a program says to its programmer. By "canceled" n8n knows that a person has stopped the execution. */
const PROGRAM_TEXT =
	/^(?!canceled$)\S*$|Cannot (read|set|convert)|is not (a function|iterable|defined)|^Invalid URL|^Unexpected (token|end)/;

/** What n8n says when the credential was never selected, or was deleted. */
const NO_CREDENTIAL =
	/^Credential with ID .* does not exist|does not have any credentials set|^No credentials? |^Found credential with no ID/;

const MISSING_CREDENTIAL = "The node has no credential, or its credential doesn't exist anymore.";

/** What stopped a call, as an error that n8n shows well: lists of executions and AI agents are shown its message alone. */
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
		`Check the credential and the values of the fields. If they're right, report this to the authors of the node, with "${PACKAGE}" and the version of n8n: ${text}`,
	);
}

/** The error as data, all under the key by which n8n knows error items. With the error itself n8n would replace the data. */
export function toErrorData(error: NodeApiError | NodeOperationError): IDataObject {
	const facts = (error.context['faxPlus'] ?? {}) as IDataObject;
	const advice = error.description ? { advice: error.description } : {};
	return { error: { message: error.message, ...facts, ...advice } };
}

/** Whether n8n has not found the credential: none is selected, or it was deleted. */
export function isCredentialMissing(error: unknown): boolean {
	return NO_CREDENTIAL.test(error instanceof Error ? error.message : '');
}

/** An error as one line for a log; a fault of the service with its code and HTTP status. */
export function describeError(error: unknown): string {
	if (error instanceof ServiceFault) return titleOf(error);
	return error instanceof Error ? error.message : String(error);
}

/** A fault as one text, with what to do, for places that show no more than one. */
export function messageWithAdvice(fault: ServiceFault, guidance: Guidance): string {
	return `${sentence(messageOf(fault, guidance))} ${adviceFor(fault, guidance)}`;
}

/** Puts the advice into the message: of a failed activation n8n 2.41 shows the message, 2.8 the description if there is one. */
export function inOneMessage<T extends NodeApiError | NodeOperationError>(error: T): T {
	const { message, description } = error;
	error.description = undefined;
	const text = description ? `${sentence(message)} ${description}` : message;
	// n8n 2.8 stops trying at its start after a message with that word, for good.
	return withMessage(error, text.replaceAll('Authorization', 'authorization'));
}

/**
 * What went wrong while something was carried out, or after it, with what that leaves open. Whatever nobody was prepared for must
 * not pass for a refusal, because people would repeat it; nor may a credential that is deleted after that.
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

/** Of a write it says that nothing was carried out: what fields hold is read before. */
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
 * n8n replaces a whole message that holds a code such as ECONNREFUSED, whoever's words these are. And it takes an execution for
 * one that a person has stopped, and runs no error workflow, where the message of its error holds the word "canceled".
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
	// People press Retry to have a fax sent once more that was not delivered.
	if (fault.outcome === 'carriedOut' && guidance.refusesRetryOnFail) return `${sentence(title)} ${NO_RETRY}`;
	if (!isOutcomeUnknown(fault, guidance)) return title;
	const warning = guidance.refusesRetryOnFail ? " Don't repeat it before you've checked." : '';
	const unknown = `It's unknown whether ${guidance.effect ?? 'Fax.Plus carried this out'}.`;
	if (fault instanceof EarlierAttemptFault) return `${unknown} ${fault.message}.${warning}`;
	return `${title}. ${unknown}${warning}`;
}

/** The service does not say what it has not found. Where values were sent beside, it may mean those. */
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
