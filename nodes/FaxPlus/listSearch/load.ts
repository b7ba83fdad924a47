import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Guidance } from '../../shared/editor/advice';
import { toNodeError } from '../../shared/editor/errors';
import type { Authentication } from '../../shared/service/account';
import { Api } from '../../shared/service/api';
import type { Reads } from '../../shared/service/requests';
import { pathPart } from '../../shared/values/paths';
import { optionsFieldName, userIdField } from '../fields/common';

/**
 * Reads what a list offers, with the credential that the node has selected.
 *
 * @param guidance what the call tells about itself, for the error that the list shows
 * @throws NodeApiError or NodeOperationError
 */
export async function load<T>(
	context: ILoadOptionsFunctions,
	guidance: Guidance,
	read: (api: Reads) => Promise<T>,
): Promise<T> {
	try {
		const api = await Api.connect(context, context.getNodeParameter('authentication') as Authentication);
		return await read(api);
	} catch (error) {
		throw toNodeError(context.getNode(), error, guidance);
	}
}

/** The user that the node names, encoded as one part of a path; that of the credential while an expression names it. */
export function userIdOf(context: ILoadOptionsFunctions): string {
	const userId = context.getCurrentNodeParameter(`${optionsFieldName}.${userIdField.name}`);
	const isName = typeof userId === 'string' && userId.trim() !== '' && !userId.startsWith('=');
	return isName ? pathPart(userId, userIdField.displayName) : 'self';
}
