import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Api } from '../shared/service/api';
import { late } from '../shared/service/faults';
import type { NormalizedFax } from '../shared/service/faxRecords';
import { isUnderWay } from '../shared/service/faxStatus';
import { keyOf, log } from '../shared/trigger/log';
import { noteEmitted, reviewEmissions } from './emissions';
import { exclusively } from './exclusive';
import { earliestTimeOf, latestTimeOf } from './faxTimes';
import { idOf, itemOf } from './item';
import type { NewFaxes } from './listReading';
import { begin, findNew } from './listReading';
import type { PolledList } from './lists';
import { PollMemory } from './memory';
import { PatientReads } from './patientReads';
import { PollTime } from './pollTime';
import { showHeldBack, tellFailure, tellRecovery } from './reports';
import { faxOwnerOf, isSameAccount } from './sameAccount';
import type { PollSettings } from './settings';
import { pollSettings } from './settings';
import type { Watch } from './walk';

/** The contexts of activations, each of which n8n uses for all polls until the next. */
const activated = new WeakSet<IPollFunctions>();

/** What a look at the lists has brought. */
interface Look {
	found: Array<{ list: PolledList; faxes: NormalizedFax[] }>;
	/** What kept a list from being read to the end. */
	failure?: unknown;
}

/**
 * One poll (docs/api.md, "Polling").
 *
 * @returns an item for each new fax that the fields ask for, oldest first; null when there is none, and while another poll of
 * the trigger is under way
 * @throws NodeApiError or NodeOperationError over what a person has to mend or know, but not again and again: each shows as a
 * failed execution. In an activation only if the trigger could not work at all: n8n would give it up
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const items = await exclusively(keyOf(context), async () => await pollOnce(context));
	return items === undefined || items.length === 0 ? null : [items];
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const time = new PollTime(context);
	const isActivation = !time.isScheduled && !activated.has(context);
	activated.add(context);
	const memory = new PollMemory(context);
	const isNew = memory.isEmpty;
	if (!isActivation) showHeldBack(context);
	const { items, failure } = await itemsOf(context, memory, time);
	if (failure === undefined) tellRecovery(context);
	else tellFailure(context, failure, { isActivation, isNew, hasItems: items.length > 0 });
	return items;
}

/** Looks for what is new, and remembers it. Faxes that were found count, whatever else has failed. */
async function itemsOf(
	context: IPollFunctions,
	memory: PollMemory,
	time: PollTime,
): Promise<{ items: INodeExecutionData[]; failure?: unknown }> {
	try {
		const settings = pollSettings(context);
		const { found, failure } = await look(context, memory, settings, time);
		const items = pass(memory, settings, found);
		memory.save(items.length > 0);
		return { items, failure: failure !== undefined && time.isOver ? late('service') : failure };
	} catch (error) {
		return { items: [], failure: time.isOver ? late('service') : error };
	}
}

/** Reads all lists; where one fails, the others all the same. */
async function look(
	context: IPollFunctions,
	memory: PollMemory,
	settings: PollSettings,
	time: PollTime,
): Promise<Look> {
	const api = await Api.connect(time.limitedContext(), settings.authentication);
	const reads = new PatientReads(api.withShortTimeout(), time.deadline);
	const watches = settings.lists.map((list) => watchOf(list, memory, settings, reads, time));
	if (memory.account !== settings.account && !(await isSameAccount(watches, memory))) {
		log(context, 'info', 'the faxes of another account are watched from now on; what is there is not new');
		memory.clear();
	}
	if (memory.account !== settings.account) memory.excludeHistory(settings.lateness);
	memory.account = settings.account;
	reviewEmissions(memory, keyOf(context));
	for (const category of memory.lists.keys()) {
		if (!settings.lists.some((list) => list.category === category)) memory.lists.delete(category);
	}

	const result: Look = { found: [] };
	for (const watch of watches) {
		try {
			const { faxes, failure } = await lookAt(watch, memory);
			result.found.push({ list: watch, faxes });
			result.failure ??= failure;
		} catch (error) {
			result.failure ??= error;
		}
	}
	return result;
}

async function lookAt(watch: Watch, memory: PollMemory): Promise<NewFaxes> {
	const known = memory.lists.get(watch.category);
	if (known) return await findNew(watch, known);
	memory.add(watch.category, await begin(watch, memory.noteStart(watch.category)));
	return { faxes: [] };
}

function watchOf(
	list: PolledList,
	memory: PollMemory,
	{ userId, lateness }: PollSettings,
	reads: Watch['reads'],
	{ deadline }: PollTime,
): Watch {
	// One that stays under way is passed on before it leaves the period that is watched.
	const isHeld = (fax: NormalizedFax): boolean =>
		isUnderWay(fax.status) && Date.now() - (earliestTimeOf(fax) ?? 0) < lateness / 2;
	return {
		reads,
		...list,
		userId,
		lateness,
		deadline,
		isNew: (fax) => !memory.has(idOf(list.event, fax)) && !isHeld(fax),
		noteRead: (faxes) => {
			memory.owner ??= faxes.map(faxOwnerOf).find((owner) => owner !== undefined);
		},
	};
}

/** Makes items of the faxes that are asked for, and remembers all. */
function pass(memory: PollMemory, { isWanted }: PollSettings, found: Look['found']): INodeExecutionData[] {
	const entries = found.flatMap(({ list, faxes }) => {
		const wanted = new Set(faxes.filter(isWanted));
		const known = memory.lists.get(list.category)?.known;
		for (const fax of faxes) {
			if (!wanted.has(fax)) known?.add(idOf(list.event, fax), latestTimeOf(fax) ?? Date.now());
		}
		noteEmitted(memory, list, [...wanted]);
		return [...wanted].map((fax) => ({
			item: itemOf(list.event, fax),
			time: latestTimeOf(fax) ?? Date.now(),
		}));
	});
	// Lists begin with the newest, also within a second.
	return entries
		.reverse()
		.sort((a, b) => a.time - b.time)
		.map(({ item }) => item);
}
