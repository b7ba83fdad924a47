import { notFound } from '../apiError';
import type { Call, Handler } from '../handler';
import { targetUser } from '../security';
import type { Fax } from '../state';

export const getThumbnail: Handler = (call) => ({
	status: 200,
	bytes: faxOf(call).thumbnail,
	contentType: 'image/jpeg',
});

/** The fax that a path names, if it belongs to the user that the path names. */
export function faxOf({ state, caller, params }: Call): Fax {
	const user = targetUser(state, caller, params['user_id'] ?? '');
	const fax = caller.account.faxes.get(params['fax_id'] ?? '');
	if (fax?.userId !== user.id) throw notFound();
	return fax;
}
