import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { keyOf } from '../trigger/log';
import { LruMap } from '../values/lruMap';
import type { PackedIds } from './faxIds';
import { FaxIds } from './faxIds';
import type { Category } from './faxes';
import type { Progress } from './reading';

/** Characters that ids take; n8n keeps copies of static data in executions (2.8). */
const MOST_IDS = 56_000;

/** How the last poll of a trigger has left its memory, as JSON, and what this process knows beside. */
interface Left {
	/** What n8n gives back where it has saved nothing, as its durable scheduler does after a poll that passes nothing on. */
	given: string;
	remembered: string;
	progress: Progress;
}

const left = new LruMap<string, Left>(1_000);

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

	/** Faxes that need not start the workflow any more, and those that were passed on. */
	known = new FaxIds();

	/** What has been read. It is lost with the process, and with what is remembered. */
	progress: Progress = { found: new Map(), lists: {} };

	/** Whether there was nothing to go on from. */
	isNew: boolean;

	private readonly given: string;

	constructor(private readonly context: IPollFunctions) {
		this.given = JSON.stringify(context.getWorkflowStaticData('global')[this.name] ?? {});
		const last = left.get(keyOf(context));
		const isLast = last && [last.given, last.remembered].includes(this.given);
		Object.assign(this, JSON.parse(isLast ? last.remembered : this.given, revived));
		if (isLast) this.progress = last.progress;
		this.isNew = !Object.values(this.lists).some(({ isRead }) => isRead);
		// Of a poll that ends without a save nothing is to stay.
		left.delete(keyOf(context));
	}

	/** Lets the lists be read as if for the first time: what began before they were to be read is not new. */
	readAnew(): void {
		this.isNew = true;
		for (const list of Object.values(this.lists)) list.isRead = false;
	}

	/** Forgets all: what is there when the lists are read next is not new. */
	clear(): void {
		Object.assign(this, {
			isNew: true,
			owner: undefined,
			newest: 0,
			lists: {},
			known: new FaxIds(),
		});
		this.goBackTo(0);
	}

	/** Lets what began after a time, in milliseconds, be read and found again. */
	goBackTo(time: number): void {
		this.since = Math.min(this.since, time);
		this.progress = { found: new Map(), lists: {} };
	}

	/**
	 * Hands the memory to n8n, which saves it with the next execution that the trigger starts, or at the end of an activation.
	 *
	 * @param isPassingOn whether this poll starts an execution
	 */
	save(isPassingOn: boolean): void {
		// Where more faxes than fit are of the period that is watched, it gets shorter.
		this.since = Math.max(this.since, this.known.forget(this.since, MOST_IDS));
		const { account, owner, newest, since, lists, known, progress } = this;
		const remembered = JSON.stringify({ account, owner, newest, since, lists, known });
		left.set(keyOf(this.context), { given: isPassingOn ? remembered : this.given, remembered, progress });
		// n8n takes every assignment for a change.
		if (remembered === this.given) return;
		this.context.getWorkflowStaticData('global')[this.name] = JSON.parse(remembered) as IDataObject;
	}

	private get name(): string {
		return `faxPlus ${this.context.getNode().id}`;
	}
}

function revived(name: string, value: unknown): unknown {
	return name === 'known' ? new FaxIds(value as PackedIds) : value;
}
