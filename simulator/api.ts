import { OpenAPIBackend, type Context, type Document } from 'openapi-backend';

import { accepted, acceptProblem } from './accept';
import { ApiError, badRequest, noSuchPath } from './apiError';
import type { Sender } from './faxing/sender';
import type { Answer, Call } from './handler';
import { handlers } from './handlers';
import { description, type Operation, type Response } from './openapi';
import { authenticate, targetUser, type Caller } from './security';
import type { ServiceState } from './serviceState';

const JSON_TYPE = 'application/json';

/** A request as it came in. */
export interface ApiRequest {
	method: string;
	/** Path with the version segment. */
	path: string;
	query: Record<string, string | string[]>;
	headers: Record<string, string | string[]>;
	body: unknown;
}

/** What the API answered, and which operation it was; "unknown" when there is no such path. */
export interface ApiAnswer extends Answer {
	operationId: string;
}

/** The API of the service: routing, authentication, checks of requests and answers, and the operations themselves. */
export class Api {
	/** Answers of the simulator that did not fit the description; tests assert that there are none. */
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
			notFound: () => refusal('unknown', noSuchPath()),
			methodNotAllowed: () =>
				refusal('unknown', new ApiError(405, 'not_found', 'There is no such method here')),
			validationFail: (context: Context, problem?: ApiError) => this.refuseInvalid(context, problem),
		});
		for (const id of Object.keys(handlers)) {
			this.backend.register(id, (context: Context, problem?: ApiError) =>
				this.carryOut(id, context, problem),
			);
		}
		// The security of each operation is checked before its body, as by the service.
		this.backend.registerSecurityHandler('bearer', () => true);
	}

	async init(): Promise<void> {
		await this.backend.init();
	}

	/** The operation that a request means. */
	operationId(method: string, path: string): string {
		return this.backend.matchOperation({ method, path, headers: {} })?.operationId ?? 'unknown';
	}

	/**
	 * Answers a request.
	 *
	 * @param bodyProblem why its body cannot be read; it is told only to those who may make the request
	 */
	async handle(request: ApiRequest, bodyProblem?: ApiError): Promise<ApiAnswer> {
		// The router of the library overlooks a slash at the end, such as an empty ID leaves.
		if (request.path.endsWith('/')) return refusal('unknown', noSuchPath());
		return (await this.backend.handleRequest(request, bodyProblem)) as ApiAnswer;
	}

	private refuseInvalid(context: Context, bodyProblem: ApiError | undefined): ApiAnswer {
		const operationId = context.operation.operationId ?? 'unknown';
		try {
			this.authenticate(context);
		} catch (error) {
			return this.checked(refusal(operationId, error), context);
		}
		const problems = (context.validation.errors ?? []).map(({ instancePath, message, params }) =>
			[instancePath, message, (params as { additionalProperty?: string }).additionalProperty]
				.filter((part) => part !== undefined && part !== '')
				.join(' '),
		);
		const error = bodyProblem ?? badRequest(`Invalid request: ${problems.join('; ')}`);
		return this.checked(refusal(operationId, error), context);
	}

	private async carryOut(
		operationId: string,
		context: Context,
		bodyProblem: ApiError | undefined,
	): Promise<ApiAnswer> {
		try {
			const caller = this.authenticate(context);
			const problem = acceptProblem(context) ?? bodyProblem;
			if (problem) throw problem;
			if (context.request.body !== undefined && !context.operation.requestBody) {
				throw badRequest('Invalid request: this operation takes no body');
			}
			const answer = await handlers[operationId]?.(this.callOf(caller, context));
			if (!answer) throw new Error(`No handler for ${operationId}`);
			return this.checked({ ...answer, operationId }, context);
		} catch (error) {
			// Tests look for what went wrong among the violations.
			if (!(error instanceof ApiError)) this.violations.push(`${operationId}: ${String(error)}`);
			return this.checked(refusal(operationId, error), context);
		}
	}

	private callOf(caller: Caller, context: Context): Call {
		const { state, settings } = this.service;
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

	private authenticate(context: Context): Caller {
		return authenticate(
			this.service.state,
			context.operation as unknown as Operation,
			context.request.headers as Record<string, unknown>,
		);
	}

	/** The simulator's own answers have to fit the description too, refusals among them. */
	private checked(answer: ApiAnswer, context: Context): ApiAnswer {
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

/** Content types that a response may have; undefined stands for no body. */
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

function refusal(operationId: string, error: unknown): ApiAnswer {
	const apiError =
		error instanceof ApiError ? error : new ApiError(500, 'internal_server_error', 'Unexpected server error');
	return { status: apiError.status, json: apiError.body, operationId };
}
