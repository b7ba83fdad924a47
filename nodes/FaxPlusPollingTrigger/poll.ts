import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Api, ONE_TRY } from '../shared/http/api';
import { late } from '../shared/http/faults';
import { rethrow } from '../shared/http/rethrow';
import { log } from '../shared/log';
import { removeLeftBehindLater } from '../shared/registration/removal';
import { isStartOf } from '../shared/trigger/activation';
import { hasNewerForm, NEWER_FORM } from '../shared/trigger/staticData';
import { checkOwnNumbers } from '../shared/trigger/ownNumbers';
import { InputError } from '../shared/values/inputError';
import { isBesideOthers, Memory } from '../shared/watch/memory';
import type { Poll } from '../shared/watch/polls';
import { pollOf } from '../shared/watch/polls';
import { noteFields, readNew } from '../shared/watch/watch';
import { withLookBack } from './lookedBack';
import { tellFailure, tellRecovery } from './reports';
import { pollSettings } from './settings';

/**
 * One poll (docs/contributing/api.md, "Polling").
 *
 * @returns an item for each new fax that the fields ask for, oldest first; null when there is none, and while another poll of
 * the trigger is under way
 * @throws NodeApiError or NodeOperationError over what a person has to mend or know, but not again and again: each shows as a
 * failed execution. In an activation only if the trigger could not work at all: n8n would give it up
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const one = pollOf(context);
	if (one.isBusy) {
		if (one.isActivation) noteChange(context);
		return null;
	}
	const items = await one.alone(async () => await newItems(context, one));
	return items.length === 0 ? null : [items];
}

/** Notes what the fields ask for from now on; all else is the affair of the poll that is under way. */
function noteChange(context: IPollFunctions): void {
	try {
		noteFields(context, pollSettings(context), Date.now());
	} catch (error) {
		tellFailure(context, error, { isActivation: true, isNew: false });
	}
}

/** What is found by a poll that has to show a failure waits: the next one passes it on. */
async function newItems(
	context: IPollFunctions,
	{ budget, isActivation, end, limited }: Poll,
): Promise<INodeExecutionData[]> {
	const memory = Memory.of(context);
	const { isNew } = memory;
	let take = (): INodeExecutionData[] => [];
	try {
		const settings = pollSettings(context);
		const isStart = isStartOf(context);
		// n8n takes up a publish that a kill has interrupted as an activation like any other.
		const mayBeLost = isStart || !isActivation || isBesideOthers(context);
		const isLost = mayBeLost && memory.lookBack(settings.lists.map(({ category }) => category));
		if (isLost && hasNewerForm(context)) log(context, 'warn', NEWER_FORM);
		if (isActivation && isStart)
			void removeLeftBehindLater(context, async () => await Api.connect(context, settings.authentication));
		const api = await Api.connect(limited, settings.authentication);
		const { numbers } = settings.asked;
		if (isActivation) await checkOwnNumbers(context, api.at(ONE_TRY), settings.userId, numbers);
		const deadline = Date.now() + budget / 2;
		const found = await readNew(context, api, settings, { memory, deadline });
		take = found.take;
		const failures = [memory.untold ?? [], found.failures].flat();
		const isGap = (failure: unknown): failure is InputError => failure instanceof InputError;
		const [failure] = failures.filter((one) => !isActivation || !isGap(one));
		memory.untold = isActivation ? failures.find(isGap) : undefined;
		if (failure !== undefined) rethrow(failure);
		tellRecovery(context);
	} catch (error) {
		if (!isActivation) memory.save(context, false);
		tellFailure(context, end.aborted ? late('Fax.Plus') : error, { isActivation, isNew });
	}
	const items = withLookBack(take(), memory.lostAt);
	memory.save(context, items.length > 0);
	return items;
}
