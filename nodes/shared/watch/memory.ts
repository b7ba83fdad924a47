import { createHash } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { keyOf } from '../log';
import type { InputError } from '../values/inputError';
import { fingerprintOf } from '../values/fingerprint';
import { LOOK_BACK } from '../trigger/activation';
import { homeOf, countsAt } from '../trigger/home';
import { rememberedOf } from '../trigger/processMemory';
import { savedName } from '../trigger/staticData';
import type { AskedFields, Category, FoundFax, ListedFax } from '../faxes/faxEvents';
import { isWantedFax, startOf } from '../faxes/faxEvents';
import { listedNamesOf } from '../faxes/faxNames';

const MINUTE = 60_000;

/** Characters of an id's hash, of 64 kinds: one fax in fifty thousand million looks like one of 5,000 that are finished. */
const HASH_LENGTH = 8;

/** Characters that tell in which minute a fax began. */
const TIME_LENGTH = 5;

/** How many faxes are finished at most: 58 KB, as n8n 2.8 stores what a trigger remembers with every execution. */
const MOST_FINISHED = 4_500;

/** How many changes of the fields are remembered: they count for as long as the faxes before them are looked through. */
const MOST_CHANGES = 10;

/** A fax that was passed on: how often, and when last, in milliseconds. */
type OpenFax = ListedFax & { times: number; at: number };

/** What polls of one trigger have left in this process. */
class Left {
	memory: Memory | undefined;

	/** The one that was taken last: an activation takes one while a poll is under way, whose own is not saved any more. */
	taken: Memory | undefined;
}

/** What n8n does not save, because it is lost with the process. */
const LOST = new Set(['open', 'found', 'begunReadings', 'wholeAt', 'untold', 'hasRead', 'isElsewhere']);

/**
 * What a trigger remembers from poll to poll; nothing in it names a fax or an account. It is in the static data of the whole
 * workflow, under the node's id: that of a node n8n keeps under its name, which people change. Times are in milliseconds.
 */
export class Memory {
	/** How many polls have passed something on: n8n has lost the last one's memory, or has a later one, if it has another number. */
	private revision = 0;

	/** Stands for the credential and the user whose faxes are listed. */
	account?: string;

	/** When that has changed, until a reading has told whose faxes the lists have now. */
	changedAt?: number | undefined;

	/** Stand for the users that the faxes say they belong to, the last one first. */
	owners: string[] = [];

	/** Stands for the user whose lists are read. */
	user?: string;

	/** Whose faxes were listed before the account or the user changed last, and until when. */
	former?: { owners: string[]; until: number };

	/** When all lists were read last without a failure. */
	readAt?: number | undefined;

	/** The time of the last fax that was passed on when there were more than pass at once: those that came later go first next time. */
	passedUntil = 0;

	/** What faxes were asked for, and from when on, the last one first. */
	asked: Array<{ from: number; fields: AskedFields }> = [];

	/** The latest time that a fax had, by the service's clock; 0 before there was one. */
	newest = 0;

	/** Faxes that began before are finished. */
	periodBegins = 0;

	/** When each list was to be read for the first time, by n8n's clock, and whether it was: what was there is not new. */
	lists: Partial<Record<Category, { begun: number; isRead: boolean }>> = {};

	/** Faxes that need not start the workflow any more: the minutes in which they began, by the hashes of their ids. */
	private readonly finished = new Map<string, number>();

	/** Faxes that were passed on, by their ids: n8n has perhaps not begun to work on them. Lost with the process, they are new. */
	readonly open = new Map<string, OpenFax>();

	/** Faxes that are to be passed on, by their ids, and when the reading began that has found them. Lost with the process, they are found again. */
	readonly found = new Map<string, ListedFax & { begun: number; times?: number }>();

	/** Readings that time or a failure has interrupted, where the next poll goes on, and when they began. */
	begunReadings: Partial<Record<Category, { begun: number; position: number | undefined }>> = {};

	/** What the next poll has to tell, as no activation may fail over it. */
	untold: InputError | undefined;

	/** Whether this process has read all since n8n has saved it, or has lost what polls had left. */
	hasRead = false;

	/** When the last reading of each list that went to the end of the period began. */
	wholeAt: Partial<Record<Category, number>> = {};

	/** Where it remembers, as by `homeOf`: elsewhere it counts for nothing. */
	readonly home?: string;

	/** Whether n8n has saved that of another place: a copy or an import, of which nothing from before is new. */
	readonly isElsewhere: boolean = false;

	/** When it was found that n8n had lost all that was remembered; undefined unless it had. */
	lostAt: number | undefined;

	/** @param saved as n8n has it */
	private constructor({ finished = '', ...facts }: { finished?: string; revision: number; home: string }) {
		Object.assign(this, facts);
		for (let at = 0; at < finished.length; at += HASH_LENGTH + TIME_LENGTH) {
			const [middle, end] = [at + HASH_LENGTH, at + HASH_LENGTH + TIME_LENGTH];
			this.finished.set(finished.slice(at, middle), parseInt(finished.slice(middle, end), 36));
		}
	}

	/** What this process remembers, or what n8n has saved. */
	static of(context: IPollFunctions): Memory {
		const left = rememberedOf(keyOf(context), Left);
		const home = homeOf(context);
		const mine = context.getWorkflowStaticData('global')[savedName(context, 'faxes')];
		const saved = (mine ?? {}) as { home?: string };
		const isElsewhere = !countsAt(home, saved);
		const own: object = isElsewhere ? {} : saved;
		const facts = { revision: 0, ...(JSON.parse(JSON.stringify(own)) as object), home, isElsewhere };
		// Another node may have saved its own static data over this: then what this process remembers is all there is.
		const isLost = mine === undefined;
		left.taken =
			left.memory && (isLost || left.memory.revision === facts.revision) ? left.memory : new Memory(facts);
		// Of a poll that ends without a save nothing is to stay.
		left.memory = undefined;
		return left.taken;
	}

	/** Whether there is nothing to go on from. */
	get isNew(): boolean {
		return !Object.values(this.lists).some(({ isRead }) => isRead);
	}

	/**
	 * Looks back where n8n has lost what a trigger that was active remembered: that is no beginning. n8n's store keeps out what has
	 * started the workflow.
	 *
	 * @returns whether it has to
	 */
	lookBack(categories: readonly Category[], now = Date.now()): boolean {
		if (this.isElsewhere || Object.keys(this.lists).length > 0) return false;
		this.lostAt = now;
		this.noteLists(categories, now, now - LOOK_BACK);
		return true;
	}

	/** Whether a fax is not new. */
	has(id: string): boolean {
		return this.found.has(id) || this.open.has(id) || this.finished.has(hashOf(id));
	}

	/** Notes in an activation, or a poll, what the fields ask for: what came before a change is judged as before it, too. */
	noteAsked(fields: AskedFields, now = Date.now()): void {
		const [last] = this.asked;
		if (JSON.stringify(last?.fields) === JSON.stringify(fields)) return;
		this.asked = [{ from: now, fields }, ...this.asked].slice(0, MOST_CHANGES);
	}

	/** Whether a fax is asked for, and was when it began. */
	isWanted(found: FoundFax): boolean {
		const start = startOf(found.fax);
		const [now] = this.asked;
		const then = this.asked.find(({ from }) => from <= start) ?? this.asked.at(-1);
		const isAsked = ({ outcome, numbers, isOff }: AskedFields): boolean =>
			isOff !== true && isWantedFax(found, outcome, numbers);
		return [now, then].every((one) => !one || isAsked(one.fields));
	}

	/** Notes in an activation whose faxes are to be read; those that are there by then, of another account, are not new. */
	noteAccount(account: string, now: number): void {
		this.account ??= account;
		this.changedAt = this.account === account ? undefined : (this.changedAt ?? now);
	}

	/**
	 * Notes which lists are watched: what is in one before that is not new. One that is left out is forgotten.
	 *
	 * @param first since when lists are watched where nothing is remembered of any, as after a loss of static data; 0 where the floor tells it
	 */
	noteLists(categories: readonly Category[], begun: number, first = begun): boolean {
		const firstBegun = Object.keys(this.lists).length === 0 ? first : begun;
		const gone = (Object.keys(this.lists) as Category[]).filter((one) => !categories.includes(one));
		for (const category of gone) Reflect.deleteProperty(this.lists, category);
		for (const category of categories) this.lists[category] ??= { begun: firstBegun, isRead: false };
		return gone.length > 0;
	}

	/** Whether a fax came before the account or the user changed last, and is of somebody whose faxes were not listed then. */
	wasUnlisted(fax: FoundFax['fax']): boolean {
		const { owner_id: owner } = fax;
		if (!this.former || !owner || startOf(fax) >= this.former.until) return false;
		return !this.former.owners.includes(fingerprintOf(owner));
	}

	/** Notes that a fax need not start the workflow any more. */
	finish({ event, fax }: Pick<ListedFax, 'event' | 'fax'>): void {
		const minute = Math.max(0, Math.floor(startOf(fax) / MINUTE));
		this.finished.set(hashOf(idOf({ event, fax })), minute);
	}

	/**
	 * Hands the memory to n8n, which saves it with the next execution that the trigger starts, or at the end of an activation.
	 *
	 * @param isPassingOn whether this poll starts an execution
	 */
	save(context: IPollFunctions, isPassingOn: boolean): void {
		const left = rememberedOf(keyOf(context), Left);
		if (left.taken !== this) return;
		this.forget();
		if (isPassingOn) this.revision += 1;
		left.memory = this;
		const finished = [...this.finished].map(
			([hash, minute]) => hash + minute.toString(36).padStart(TIME_LENGTH, '0'),
		);
		const kept = Object.entries(this).filter(([name]) => !LOST.has(name));
		context.getWorkflowStaticData('global')[savedName(context, 'faxes')] = JSON.parse(
			JSON.stringify({ ...Object.fromEntries(kept), finished: finished.join('') }),
		) as IDataObject;
	}

	/** Forgets finished faxes, and the oldest of too many: the period gets shorter then. The newest minute always stays. */
	private forget(): void {
		const newestFirst = [...this.finished.values()].sort((a, b) => b - a);
		const tooOld = newestFirst.slice(MOST_FINISHED).find((minute) => minute !== newestFirst[0]);
		this.periodBegins = Math.max(this.periodBegins, tooOld === undefined ? 0 : (tooOld + 1) * MINUTE);
		for (const [hash, minute] of this.finished)
			if ((minute + 1) * MINUTE <= this.periodBegins) this.finished.delete(hash);
	}
}

/** What tells a fax of a list from all others: a success after a failure is another one. */
export function idOf(found: FoundFax): string {
	return listedNamesOf(found).join();
}

function hashOf(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, HASH_LENGTH);
}

/** Whether other nodes of the workflow have saved something: n8n may have saved theirs over that of this node. */
export function isBesideOthers(context: Pick<IPollFunctions, 'getWorkflowStaticData' | 'getNode'>): boolean {
	return Object.keys(context.getWorkflowStaticData('global')).some(
		(name) => name !== savedName(context, 'faxes'),
	);
}
