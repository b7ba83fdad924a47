import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { InputError } from '../values/inputError';
import { ServiceFault } from '../service/faults';

/** What a call tells about itself, so that an error can say what to do. */
export interface Guidance {
	/** Scopes of a personal access token, any of which permits the call. */
	scopes: readonly string[];
	/** Whether the service reserves the call to administrators. */
	adminOnly?: boolean;
	/** The field that names a user, where the call has one. */
	userField?: Pick<INodeProperties, 'displayName' | 'default'>;
	/** The field that names the item that the call is about, where it is about one. */
	itemField?: Pick<INodeProperties, 'displayName'>;
	/** Whether a call about one item sends values beside, which the service may refuse with the code for "not found". */
	sendsValues?: boolean;
	/** What to do after a certain status or error code, where the general advice does not fit. */
	advice?: Readonly<Record<string, string>>;
	/** For a write: how to find out whether it was carried out. */
	howToCheck?: string;
}

/**
 * Turns whatever stopped a call into an error that n8n shows well.
 *
 * @param itemIndex the input item concerned, if there is one
 * @returns a NodeApiError for what the service or the connection refused, else a NodeOperationError
 */
export function toNodeError(
	node: INode,
	error: unknown,
	guidance: Guidance,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof ServiceFault) return fromFault(node, error, guidance, itemIndex);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		if (itemIndex !== undefined) error.context['itemIndex'] = itemIndex;
		return error;
	}
	const at = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof InputError) {
		return new NodeOperationError(node, error.message, at);
	}
	return new NodeOperationError(node, error instanceof Error ? error : String(error), at);
}

/**
 * The error as data, for workflows that continue on fail. All of it stands under one key: n8n recognises an error item
 * by that, and replaces the data of an item that carries the error itself.
 *
 * @returns the message, and for refusals the service's words and code, the status, the advice and what is known of the
 * outcome
 */
export function toErrorData(error: NodeApiError | NodeOperationError): IDataObject {
	const facts = (error.context['faxPlus'] ?? {}) as IDataObject;
	const advice = error.description ? { advice: error.description } : {};
	return { error: { message: error.message, ...facts, ...advice } };
}

function fromFault(node: INode, fault: ServiceFault, guidance: Guidance, itemIndex?: number): NodeApiError {
	const message = titleOf(fault);
	const description = adviceFor(fault, guidance);
	const error = new NodeApiError(
		node,
		{ message, description },
		{
			message,
			description,
			level: 'warning',
			...(fault.status === undefined ? {} : { httpCode: String(fault.status) }),
			...(itemIndex === undefined ? {} : { itemIndex }),
		},
	);
	error.context['faxPlus'] = {
		description: fault.message,
		outcome: fault.outcome,
		...(fault.code === undefined ? {} : { code: fault.code }),
		...(fault.status === undefined ? {} : { status: fault.status }),
	};
	return error;
}

/** An error as one line for a log; a fault of the service with its code and HTTP status. */
export function inWords(error: unknown): string {
	if (error instanceof ServiceFault) return titleOf(error);
	return error instanceof Error ? error.message : String(error);
}

function titleOf(fault: ServiceFault): string {
	const details = [
		...(fault.code === undefined ? [] : [CONNECTION_CODE_NAMES[fault.code] ?? fault.code]),
		...(fault.status === undefined ? [] : [`HTTP ${fault.status}`]),
	];
	return details.length === 0 ? fault.message : `${fault.message} (${details.join(', ')})`;
}

// n8n replaces a whole message that holds one of the codes on the left.
const CONNECTION_CODE_NAMES: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'connection refused',
	ECONNRESET: 'connection reset',
	ENOTFOUND: 'unknown host',
	ETIMEDOUT: 'timeout',
	ECONNABORTED: 'timeout',
	EHOSTUNREACH: 'host unreachable',
	ENETUNREACH: 'network unreachable',
	EAI_AGAIN: 'name lookup failed',
	EADDRNOTAVAIL: 'address not available',
};

function adviceFor(fault: ServiceFault, guidance: Guidance): string {
	const specific = guidance.advice?.[String(fault.status)] ?? guidance.advice?.[fault.code ?? ''];
	const isUnknown = fault.outcome === 'unknown';
	if (!(isUnknown || fault.outcome === 'carriedOut') || guidance.howToCheck === undefined) {
		return specific ?? generalAdvice(fault, guidance);
	}
	// The general advice would be to try again, which is wrong unless the first attempt is known to have failed.
	const unknown = 'It is not known whether the service carried this out, and the node did not try again.';
	return [
		...(isUnknown ? [unknown] : []),
		guidance.howToCheck,
		...(specific === undefined ? [] : [specific]),
	].join(' ');
}

function generalAdvice(fault: ServiceFault, guidance: Guidance): string {
	if (fault.code === 'invalid_user_id') {
		return userAdvice(fault, guidance);
	}
	if (fault.code === 'bad_request') {
		return badRequestAdvice(guidance);
	}
	switch (fault.status) {
		case undefined:
			return 'Check the Base URL in the credential and the network of the machine that n8n runs on, then try again.';
		case 400:
			return 'Check the values of the fields.';
		case 401:
			return 'The token has expired, was revoked or is mistyped. Enter a new access token in the credential, or reconnect it if it uses OAuth2.';
		case 403:
			return permissionAdvice(guidance);
		case 404:
			return guidance.itemField === undefined
				? 'Nothing was found at this address. Check the values of the fields; if they are right, check the Base URL in the credential.'
				: `${itemAdvice(guidance.itemField)} If nothing is found at all, check the Base URL in the credential.`;
		case 429:
			return 'The service asks for fewer requests. Run fewer items at once, or wait a while and try again.';
		default:
			return fault.status >= 500
				? 'The service has a problem of its own. Try again later.'
				: 'Check the Base URL in the credential and the values of the fields.';
	}
}

/** What to do when the service does not accept a user: the one that a field names, or that of the token. */
function userAdvice({ status }: ServiceFault, guidance: Guidance): string {
	const { userField } = guidance;
	const ofField =
		userField === undefined ? [] : [`Check ${userField.displayName}: ${whoMayBeNamed(userField)}`];
	const ofToken = `The service does not accept the user of the token for this. ${permissionAdvice(guidance)}`;
	const isAboutField = userField !== undefined && status !== 403;
	return [...(isAboutField ? [] : [ofToken]), ...ofField].join(' ');
}

function whoMayBeNamed(userField: NonNullable<Guidance['userField']>): string {
	return userField.default === 'self'
		? '"self" stands for the account of the credential, and only corporate accounts may name a member.'
		: 'only members of your own corporate account may be named.';
}

/** The service has one code for an item that it does not find and for values that it does not take. */
function badRequestAdvice({ itemField, sendsValues }: Guidance): string {
	if (itemField === undefined) return 'Check the values of the fields.';
	const advice = itemAdvice(itemField);
	return sendsValues ? `${advice} If it is right, check the values of the other fields.` : advice;
}

function itemAdvice({ displayName }: NonNullable<Guidance['itemField']>): string {
	return `Check ${displayName}: the service found nothing with it. It may have been deleted, or belong to another account.`;
}

/** What a call needs to be permitted. */
export function permissionAdvice({ scopes, adminOnly }: Guidance): string {
	const needs = [
		...(adminOnly ? ['The service allows this to administrators only.'] : []),
		...(scopes.length > 0
			? [`A personal access token needs one of these scopes: ${scopes.join(', ')}.`]
			: []),
	];
	return needs.join(' ') || 'The account of the credential may not do this.';
}
