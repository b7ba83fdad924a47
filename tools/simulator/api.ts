import { OpenAPIBackend, type Context, type Document, type Request } from 'openapi-backend';

import { accepted, acceptProblem } from './accept';
import { ApiError, badRequest, noSuchPath } from './apiError';
import type { Sender } from './faxing/sender';
import type { Answer, Call } from './handler';
import { description, type Operation, type Response } from './openapi';
import { operations } from './operations';
import { authenticate, targetUser, type Caller } from './security';
import type { ServiceState } from './serviceState';

const JSON_TYPE = 'application/json';
/** The only security scheme of the description. */
const SCHEME = 'bearer';
const UNKNOWN = 'unknown';

/** A response of the API with its operation, which is "unknown" if there's no such path. */
export interface ApiAnswer extends Answer {
	operationId: string;
}

/** Fax.Plus's API: routing, authentication, checks of requests and responses, and the operations themselves. */
export class Api {
	/** Responses of the simulator that don't match the description. Tests make sure that there are none. */
	readonly violations: string[] = [];

	private readonly backend = new OpenAPIBackend({
		definition: description as unknown as Document,
		apiRoot: '/v3',
		quick: true,
		ajvOpts: { strict: false },
	});

	constructor(
		private readonly service: ServiceState,
		private readonly sender: Sender,
	) {
		this.backend.register({
			notFound: () => refusal(UNKNOWN, noSuchPath()),
			methodNotAllowed: () =>
				refusal(UNKNOWN, new ApiError(405, 'not_found', 'There is no such method here')),
			unauthorizedHandler: ({ operation, security }: Context) =>
				refusal(operation.operationId, (security[SCHEME] as { error: unknown }).error),
			validationFail: (context: Context, problem?: ApiError) =>
				refusal(context.operation.operationId, problem ?? invalid(context)),
			// The simulator's own responses must match the description, too, including its errors.
			postResponseHandler: (context: Context) => this.checked(context.response as ApiAnswer, context),
		});
		// Authentication comes before the check of the body, as in Fax.Plus.
		this.backend.registerSecurityHandler(SCHEME, ({ operation, request }: Context) =>
			authenticate(
				this.service.state,
				operation as unknown as Operation,
				request.headers as Request['headers'],
			),
		);
		for (const id of Object.keys(operations)) {
			this.backend.register(id, (context: Context, problem?: ApiError) =>
				this.carryOut(id, context, problem),
			);
		}
	}

	async init(): Promise<void> {
		await this.backend.init();
	}

	/** Name of the operation that a request addresses. */
	operationId(method: string, path: string): string {
		return this.backend.matchOperation({ method, path, headers: {} })?.operationId ?? UNKNOWN;
	}

	/**
	 * Responds to a request.
	 *
	 * @param bodyProblem why the body can't be read. It's only shown to callers who are allowed to make the request
	 */
	async handle(request: Request, bodyProblem?: ApiError): Promise<ApiAnswer> {
		// The library's router ignores a slash at the end. An empty ID leaves such a slash.
		if (request.path.endsWith('/')) return refusal(UNKNOWN, noSuchPath());
		return (await this.backend.handleRequest(request, bodyProblem)) as ApiAnswer;
	}

	private async carryOut(
		operationId: string,
		context: Context,
		bodyProblem: ApiError | undefined,
	): Promise<ApiAnswer> {
		try {
			const problem = acceptProblem(context) ?? bodyProblem;
			if (problem) throw problem;
			if (context.request.body !== undefined && !context.operation.requestBody) {
				throw badRequest('Invalid request: this operation takes no body');
			}
			const answer = await operations[operationId]?.carryOut(this.callOf(context));
			if (!answer) throw new Error(`No operation ${operationId}`);
			return { ...answer, operationId };
		} catch (error) {
			// Unexpected errors become violations, so that tests fail because of them.
			if (!(error instanceof ApiError)) this.violations.push(`${operationId}: ${String(error)}`);
			return refusal(operationId, error);
		}
	}

	private callOf(context: Context): Call {
		const { state, settings } = this.service;
		const caller = context.security[SCHEME] as Caller;
		const { request } = context;
		const params = request.params as Call['params'];
		return {
			...{ state, settings, caller, account: caller.account, params, sender: this.sender },
			get user() {
				return targetUser(state, caller, params.user_id);
			},
			query: request.query as Call['query'],
			body: request.requestBody as unknown,
			accepted: accepted(context),
		};
	}

	private checked(answer: ApiAnswer, context: Context): ApiAnswer {
		if (answer.operationId === UNKNOWN) return answer;
		const { responses } = context.operation as unknown as Operation;
		const declared =
			responses[String(answer.status)] ?? (answer.status < 400 ? undefined : responses['default']);
		if (declared === undefined || !typesOf(declared).includes(contentTypeOf(answer))) {
			return this.violation(answer, `status ${answer.status} is not declared so`);
		}
		if (!answer.json) return answer;
		const { errors } = context.api.validateResponse(answer.json, context.operation, answer.status);
		return errors && errors.length > 0 ? this.violation(answer, JSON.stringify(errors)) : answer;
	}

	private violation({ operationId }: ApiAnswer, problem: string): ApiAnswer {
		this.violations.push(`${operationId}: ${problem}`);
		return refusal(operationId, new Error(problem));
	}
}

/** An error that lists what's wrong with the body or the parameters of a request. */
function invalid({ validation }: Context): ApiError {
	const problems = (validation.errors ?? []).map(({ instancePath, message, params }) =>
		[instancePath, message, (params as { additionalProperty?: string }).additionalProperty]
			.filter((part) => part !== undefined && part !== '')
			.join(' '),
	);
	return badRequest(`Invalid request: ${problems.join('; ')}`);
}

/** Content types that a response may have. Undefined stands for a response without a body. */
function typesOf({
	content = {},
	'x-optional-body': isOptional = false,
}: Response): Array<string | undefined> {
	const types = Object.keys(content);
	return types.length === 0 || isOptional ? [...types, undefined] : types;
}

function contentTypeOf({ json, bytes, contentType }: Answer): string | undefined {
	if (bytes) return contentType;
	return json ? JSON_TYPE : undefined;
}

function refusal(operationId = UNKNOWN, error: unknown): ApiAnswer {
	const apiError =
		error instanceof ApiError ? error : new ApiError(500, 'internal_server_error', 'Unexpected server error');
	return { status: apiError.status, json: apiError.body, operationId };
}
