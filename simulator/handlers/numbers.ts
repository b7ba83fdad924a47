import { missing } from '../apiError';
import { numbersOf } from '../faxing/numbers';
import type { OwnNumber } from '../faxing/types';
import type { Call, Handler } from '../handler';
import { ok } from '../handler';
import { targetUser } from '../security';

export const listNumbers: Handler = (call) => ok({ numbers: numbers(call) });

export const getNumber: Handler = (call) => {
	const found = numbers(call).find(({ number }) => number === call.params['number']);
	if (!found) throw missing(call.settings.missingStatus);
	return ok(found);
};

function numbers({ state, caller, params }: Call): OwnNumber[] {
	return numbersOf(caller.account, targetUser(state, caller, params['user_id'] ?? ''));
}
