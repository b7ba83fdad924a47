/** A refusal in the service's form: a status, and an error object with code and description. */
export class ApiError extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
		description: string,
	) {
		super(description);
	}

	get body(): { error: string; description: string } {
		return { error: this.code, description: this.message };
	}
}

/** The given user ID is not the token's own, nor that of a member it may act for. */
export const invalidUserId = (): ApiError =>
	new ApiError(400, 'invalid_user_id', 'The given user ID is invalid');

/** The service does not show the status of its "not found"; the simulator takes the code by its name. */
export const notFound = (status: 400 | 404 = 400): ApiError =>
	new ApiError(status, status === 400 ? 'bad_request' : 'not_found', 'Requested resource was not found');

/** For what is looked up by its id where the service's status is not public either; a setting decides. */
export const missing = ({ settings }: { settings: { missingStatus: 400 | 404 } }): ApiError =>
	notFound(settings.missingStatus);

export const badRequest = (description: string): ApiError => new ApiError(400, 'bad_request', description);

export const unauthorized = (): ApiError =>
	new ApiError(
		401,
		'unauthorized',
		'Access token is expired, revoked, malformed, or invalid for other reasons',
	);

export const forbidden = (description: string): ApiError => new ApiError(403, 'forbidden', description);

export const noSuchPath = (): ApiError => new ApiError(404, 'not_found', 'There is no such path');
