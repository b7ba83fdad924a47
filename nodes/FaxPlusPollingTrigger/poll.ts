import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Api, ONE_TRY } from '../shared/http/api';
import { late } from '../shared/http/faults';
import { rethrow } from '../shared/http/rethrow';
import { log } from '../shared/log';
import { removeLeftBehindLater } from '../shared/registration/removal';
import { isStartOf } from '../shared/trigger/activation';
import { hasNewerForm, hasOtherData, NEWER_FORM } from '../shared/trigger/staticData';
import { checkOwnNumbers } from '../shared/trigger/ownNumbers';
import { InputError } from '../shared/values/inputError';
import { Memory } from '../shared/watch/memory';
import type { Poll } from '../shared/watch/polls';
import { pollOf } from '../shared/watch/polls';
import { noteFields, readNew } from '../shared/watch/watch';
import { withLookBack } from './lookedBack';
import { reportFailure, logRecovery } from './reports';
import { pollSettings } from './settings';

/**
 * Runs one poll (docs/contributing/api.md, "Polling").
 *
 * @returns an item for each new fax that the fields ask for, oldest first. It's null if there's none, or if another poll of
 * the trigger is running
 * @throws NodeApiError or NodeOperationError about what a user has to fix or know, as a failed execution, but not with
 * every poll. An activation only throws if the trigger couldn't work at all, because n8n would then give up on it
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

/** Handles an activation while another poll is running. It only records what the fields ask for from now on. */
function noteChange(context: IPollFunctions): void {
	try {
		noteFields(context, pollSettings(context), Date.now());
	} catch (error) {
		reportFailure(context, error, { isActivation: true, isNew: false });
	}
}

/** Finds the new faxes. If this poll has to show a failure, the next one hands over what this one found. */
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
		// When n8n resumes a publish that a kill interrupted, it looks like any other activation.
		const mayBeLost = isStart || !isActivation || hasOtherData(context, 'faxes');
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
		const failures = [memory.unreported ?? [], found.failures].flat();
		const isGap = (failure: unknown): failure is InputError => failure instanceof InputError;
		const [failure] = failures.filter((one) => !isActivation || !isGap(one));
		memory.unreported = isActivation ? failures.find(isGap) : undefined;
		if (failure !== undefined) rethrow(failure);
		logRecovery(context);
	} catch (error) {
		if (!isActivation) memory.save(context, false);
		reportFailure(context, end.aborted ? late('Fax.Plus') : error, { isActivation, isNew });
	}
	const items = withLookBack(take(), memory.lostAt);
	memory.save(context, items.length > 0);
	return items;
}
