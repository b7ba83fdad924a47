import { notFound } from '../apiError';
import type { Handler } from '../handler';
import { targetUser } from '../security';

export const deleteOutboxFax: Handler = ({ state, caller, params }) => {
	const user = targetUser(state, caller, params['user_id'] ?? '');
	const { outbox } = caller.account;
	const fax = outbox.get(params['outbox_fax_id'] ?? '');
	if (fax?.userId !== user.id) throw notFound();
	outbox.delete(fax.id);
	return { status: 204 };
};
