import { OpenAPIBackend } from 'openapi-backend';
import type { Context, Document } from 'openapi-backend';

import { ApiError } from './apiError';
import type { Answer, Settings } from './handler';
import { handlers } from './handlers';
import type { Operation } from './openapi';
import { description } from './openapi';
import { authenticate } from './security';
import type { State } from './state';

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
		private readonly state: () => State,
		private readonly settings: Settings,
	) {
		this.backend.register({
			notFound: () => refusal('unknown', new ApiError(404, 'not_found', 'There is no such path')),
			methodNotAllowed: () =>
				refusal('unknown', new ApiError(405, 'not_found', 'There is no such method here')),
			validationFail: (context: Context) => this.refuseInvalid(context),
			...Object.fromEntries(
				Object.keys(handlers).map((id) => [id, (context: Context) => this.carryOut(id, context)]),
			),
		});
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

	async handle(request: ApiRequest): Promise<ApiAnswer> {
		return (await this.backend.handleRequest(request)) as ApiAnswer;
	}

	private refuseInvalid(context: Context): ApiAnswer {
		const operationId = context.operation.operationId ?? 'unknown';
		try {
			this.authenticate(context);
		} catch (error) {
			return refusal(operationId, error);
		}
		const problems = (context.validation.errors ?? []).map(({ instancePath, message }) =>
			`${instancePath} ${message ?? ''}`.trim(),
		);
		return refusal(operationId, new ApiError(400, 'bad_request', `Invalid request: ${problems.join('; ')}`));
	}

	private carryOut(operationId: string, context: Context): ApiAnswer {
		try {
			const answer = handlers[operationId]?.({
				state: this.state(),
				caller: this.authenticate(context),
				params: context.request.params as Record<string, string>,
				query: context.request.query as Record<string, string>,
				body: context.request.requestBody as unknown,
				settings: this.settings,
			});
			if (!answer) throw new Error(`No handler for ${operationId}`);
			return this.checked({ ...answer, operationId }, context);
		} catch (error) {
			return refusal(operationId, error);
		}
	}

	private authenticate(context: Context): ReturnType<typeof authenticate> {
		return authenticate(
			this.state(),
			context.operation as unknown as Operation,
			context.request.headers as Record<string, unknown>,
		);
	}

	/** The simulator's own answers have to fit the description too. */
	private checked(answer: ApiAnswer, context: Context): ApiAnswer {
		if (answer.bytes) return answer;
		const declared = context.operation.responses?.[String(answer.status)];
		const hasContent = declared !== undefined && 'content' in declared;
		if (declared === undefined || hasContent !== (answer.json !== undefined)) {
			return this.violation(answer, `status ${answer.status} is not declared so`);
		}
		if (!hasContent) return answer;
		const { errors } = context.api.validateResponse(answer.json, context.operation, answer.status);
		return errors && errors.length > 0 ? this.violation(answer, JSON.stringify(errors)) : answer;
	}

	private violation({ operationId }: ApiAnswer, problem: string): ApiAnswer {
		this.violations.push(`${operationId}: ${problem}`);
		return refusal(operationId, new Error(problem));
	}
}

function refusal(operationId: string, error: unknown): ApiAnswer {
	const apiError =
		error instanceof ApiError ? error : new ApiError(500, 'internal_server_error', 'Unexpected server error');
	return { status: apiError.status, json: apiError.body, operationId };
}
