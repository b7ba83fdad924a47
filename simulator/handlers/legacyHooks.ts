import { badRequest, notFound } from '../apiError';
import type { Handler } from '../handler';
import { ok } from '../handler';
import type { LegacyHook } from '../state';
import { newId } from '../state';

export const listHooks: Handler = ({ caller, query }) => {
	const hooks = [...caller.account.hooks.values()].filter(({ event }) => event === query['event']);
	return ok({ data: hooks.map(({ id, target, event }) => ({ id, target, event })) });
};

export const createHook: Handler = ({ caller, body }) => {
	const { target } = body as LegacyHook;
	if (!URL.canParse(target) || !/^https?:$/.test(new URL(target).protocol)) {
		throw badRequest('target must be an HTTP or HTTPS address');
	}
	const hook = { ...(body as Omit<LegacyHook, 'id'>), id: newId('hook_') };
	const foreign = hook.numbers?.find((number) => !caller.account.ownedNumbers.includes(number));
	if (foreign !== undefined) throw badRequest(`The account does not own the number ${foreign}`);
	caller.account.hooks.set(hook.id, hook);
	return ok({ id: hook.id });
};

export const deleteHook: Handler = ({ caller, params }) => {
	if (!caller.account.hooks.delete(params['hook_id'] ?? '')) throw notFound();
	return { status: 200 };
};
