import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { keyOf } from '../log';
import type { InputError } from '../values/inputError';
import { LruMap } from '../values/lruMap';
import { FaxIds } from './faxIds';
import type { Category, FoundFax, WatchedList } from './faxes';

/** The way through one list, newest first; the next poll goes on with what time or a failure has interrupted. */
export interface Reading {
	begun: number;
	/** What is from then on was read. */
	position: number | undefined;
	/** How many it has found, those that were passed on included. */
	count: number;
}

const left = new LruMap<string, Memory>(1_000);

/**
 * What a trigger remembers from poll to poll; nothing in it names a fax or an account. It is in the static data of the whole
 * workflow, under the node's id: that of a node n8n keeps under its name, which people change. Times are in milliseconds.
 */
export class Memory {
	/** Stands for the credential and the user whose faxes are listed. */
	account?: string;

	/** Stands for the user that the faxes say they belong to. */
	owner?: string | undefined;

	/** The latest time that a fax had, by the service's clock; 0 before there was one. */
	newest = 0;

	/** Faxes that began before are settled. */
	since = 0;

	/** When each list was to be read for the first time, by n8n's clock, and whether it was: what was there is not new. */
	lists: Partial<Record<Category, { begun: number; isRead: boolean }>> = {};

	/** Faxes that need not start the workflow any more. */
	known: FaxIds;

	/** Faxes that were passed on, by their ids: n8n has perhaps not begun to work on them. Lost with the process, they are new. */
	readonly open = new Map<string, FoundFax>();

	/** Faxes that are to be passed on, by their ids. Lost with the process, they are found again. */
	readonly found = new Map<string, FoundFax & WatchedList>();

	/** Readings that are under way. */
	readings: Partial<Record<Category, Reading>> = {};

	/** When the last reading of each list that went to the end of the period began. */
	wholeAt: Partial<Record<Category, number>> = {};

	/** Names a second of which the service may tell only some faxes, and of which nobody was told yet. */
	gap?: InputError | undefined;

	/** What n8n gives back if it has not saved what the last poll has left, as after one that passes nothing on. */
	private unsaved: string;

	/** @param saved as n8n has it, as JSON */
	private constructor(private saved: string) {
		this.unsaved = saved;
		const { known, ...facts } = JSON.parse(saved) as { known?: string };
		Object.assign(this, facts);
		this.known = new FaxIds(known);
	}

	/** What this process remembers; what n8n has saved, where that is neither what the last poll has left nor what it was given. */
	static of(context: IPollFunctions): Memory {
		const saved = JSON.stringify(context.getWorkflowStaticData('global')[nameOf(context)] ?? {});
		const last = left.get(keyOf(context));
		// Of a poll that ends without a save nothing is to stay.
		left.delete(keyOf(context));
		if (!last || ![last.saved, last.unsaved].includes(saved)) return new Memory(saved);
		last.unsaved = saved;
		return last;
	}

	/** Whether there is nothing to go on from. */
	get isNew(): boolean {
		return !Object.values(this.lists).some(({ isRead }) => isRead);
	}

	/** Whether a fax is not new. */
	has(id: string): boolean {
		return this.found.has(id) || this.open.has(id) || this.known.has(id);
	}

	/** Lets all of the period be read again, with what it has found and not passed on. */
	readAgain(): void {
		this.found.clear();
		this.readings = {};
		this.wholeAt = {};
	}

	/** Lets the lists be read as if for the first time: what began before they were to be read is not new. */
	readAnew(): void {
		this.readAgain();
		this.since = 0;
		for (const list of Object.values(this.lists)) list.isRead = false;
	}

	/** Forgets all: what is there when the lists are read next is not new. */
	clear(): void {
		const { saved, unsaved } = this;
		Object.assign(this, new Memory('{}'), { saved, unsaved, owner: undefined, gap: undefined });
	}

	/**
	 * Hands the memory to n8n, which saves it with the next execution that the trigger starts, or at the end of an activation.
	 *
	 * @param isPassingOn whether this poll starts an execution
	 */
	save(context: IPollFunctions, isPassingOn: boolean): void {
		// Where more faxes than fit are of the period that is watched, it gets shorter.
		this.since = this.known.forget(this.since);
		const { account, owner, newest, since, lists, known } = this;
		this.saved = JSON.stringify({ account, owner, newest, since, lists, known });
		left.set(keyOf(context), this);
		const { saved, unsaved } = this;
		if (isPassingOn) this.unsaved = saved;
		// n8n takes every assignment for a change.
		if (saved === unsaved) return;
		context.getWorkflowStaticData('global')[nameOf(context)] = JSON.parse(saved) as IDataObject;
	}
}

function nameOf(context: IPollFunctions): string {
	return `faxPlus ${context.getNode().id}`;
}
