import type { Context } from 'openapi-backend';

import { badRequest, type ApiError } from './apiError';
import type { Operation } from './openapi';

const JSON_TYPE = 'application/json';

/** The content types of the Accept header in their order, without their weights. */
export function accepted({ request }: Context): string[] {
	return [(request.headers as Record<string, string | string[] | undefined>)['accept']]
		.flat()
		.join()
		.split(',')
		.map((range) => range.split(';')[0]?.trim().toLowerCase() ?? '');
}

/** The problem with the Accept header, if there is one. It must name JSON, unless the response has another type. */
export function acceptProblem(context: Context): ApiError | undefined {
	const { responses } = context.operation as unknown as Operation;
	const types = Object.entries(responses)
		.filter(([status]) => status.startsWith('2'))
		.flatMap(([, { content }]) => Object.keys(content ?? {}));
	const ranges = (types.length > 0 ? types : [JSON_TYPE]).flatMap(rangesOf);
	const isFitting = accepted(context).some((range) => ranges.includes(range));
	return isFitting ? undefined : badRequest(`Invalid request: Accept must name ${types.join(' or ')}`);
}

function rangesOf(type: string): string[] {
	return type === JSON_TYPE ? [type] : [type, type.replace(/\/.*/, '/*'), '*/*'];
}
