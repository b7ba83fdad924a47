/** An error in Fax.Plus's format, with a status and an object that has a code and a description. */
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

/** The error for a user ID that the token may not act for. */
export const invalidUserId = (): ApiError =>
	new ApiError(400, 'invalid_user_id', 'The given user ID is invalid');

/** Fax.Plus doesn't document the status of its "not found" error. The simulator uses the code that matches the status. */
export const notFound = (status: 400 | 404 = 400): ApiError =>
	new ApiError(status, status === 400 ? 'bad_request' : 'not_found', 'Requested resource was not found');

/** Like `notFound`, but for a fax, a number or an outbox record, where the setting `missingStatus` chooses the status. */
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
