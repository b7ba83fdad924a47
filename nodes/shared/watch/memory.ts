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

/**
 * Length of an ID's hash in characters, each of which has 64 values. One fax in fifty billion looks like one of 5,000
 * finished faxes.
 */
const HASH_LENGTH = 8;

/** Number of characters for the minute when a fax began. */
const TIME_LENGTH = 5;

/** Maximum number of finished faxes. They take 58 KB, and n8n 2.8 stores the trigger's memory with every execution. */
const MOST_FINISHED = 4_500;

/** Maximum number of remembered changes of the fields. A change matters as long as faxes from before it are read. */
const MOST_CHANGES = 10;

/** A fax that was handed over, how often, and when last, in milliseconds. */
type OpenFax = ListedFax & { times: number; at: number };

/** What a trigger's polls leave behind in this process. */
class Left {
	memory: Memory | undefined;

	/**
	 * The memory that was handed out last. If an activation gets a newer one during a poll, the poll's memory is no longer
	 * saved.
	 */
	taken: Memory | undefined;
}

/** Fields that n8n doesn't save, so they're lost with the process. */
const LOST = new Set(['open', 'found', 'unfinishedReads', 'wholeAt', 'unreported', 'hasRead', 'isElsewhere']);

/**
 * What a trigger remembers between polls. Nothing in it names a fax or an account. It's in the static data of the whole
 * workflow, under the node's ID. n8n keeps a node's static data under its name, and people rename nodes. Times are in
 * milliseconds.
 */
export class Memory {
	/**
	 * Number of polls that have handed faxes over. If the saved number differs, n8n has lost what the last poll saved, or
	 * has a newer state.
	 */
	private revision = 0;

	/** Fingerprint of the credential and of the user whose faxes are listed. */
	account?: string;

	/** When the account changed. It's undefined once a read has shown who owns the listed faxes now. */
	changedAt?: number | undefined;

	/** Fingerprints of the users who own the faxes, most recent first. */
	owners: string[] = [];

	/** Fingerprint of the user whose lists are read. */
	user?: string;

	/** The owners of the faxes that were listed before the last change of account or user, and the time of the change. */
	former?: { owners: string[]; until: number };

	/** When all lists were last read successfully. */
	readAt?: number | undefined;

	/** Time of the last fax that was handed over when there were too many at once. Next time, newer faxes go first. */
	passedUntil = 0;

	/** Which faxes the fields asked for, and since when, most recent first. */
	asked: Array<{ from: number; fields: AskedFields }> = [];

	/** Latest time of any fax, by Fax.Plus's clock, or 0 before there was one. */
	newest = 0;

	/** Faxes that began before this time are finished. */
	periodBegins = 0;

	/**
	 * When each list started to be watched, by n8n's clock, and whether it was read since. Faxes from before that aren't
	 * new.
	 */
	lists: Partial<Record<Category, { begun: number; isRead: boolean }>> = {};

	/** Faxes that don't have to start the workflow anymore: the hash of each ID, with the minute when the fax began. */
	private readonly finished = new Map<string, number>();

	/**
	 * Faxes that were handed over, keyed by ID. n8n may not have begun to process them yet. If they're lost with the
	 * process, they count as new again.
	 */
	readonly open = new Map<string, OpenFax>();

	/**
	 * Faxes that wait to be handed over, keyed by ID, and when the read that found them began. If they're lost with the
	 * process, they're found again.
	 */
	readonly found = new Map<string, ListedFax & { begun: number; times?: number }>();

	/**
	 * Reads that a failure or the time limit has interrupted, with their start time and the position where the next poll
	 * continues.
	 */
	unfinishedReads: Partial<Record<Category, { begun: number; position: number | undefined }>> = {};

	/** A failure that the next poll must report, because an activation must not fail because of it. */
	unreported: InputError | undefined;

	/** Whether this process has read everything since it loaded what n8n had saved. */
	hasRead = false;

	/** When the last complete read of each list began. */
	wholeAt: Partial<Record<Category, number>> = {};

	/** Fingerprint of the workflow and the n8n instance, as `homeOf` returns it. Anywhere else, the memory is ignored. */
	readonly home?: string;

	/**
	 * Whether n8n has saved the memory of another workflow or n8n instance. Then this is a copy or an import, and nothing from
	 * before is new.
	 */
	readonly isElsewhere: boolean = false;

	/** When a poll noticed that n8n had lost this memory, or undefined if it hasn't. */
	lostAt: number | undefined;

	/** @param saved memory in the format that n8n saves */
	private constructor({ finished = '', ...facts }: { finished?: string; revision: number; home: string }) {
		Object.assign(this, facts);
		for (let at = 0; at < finished.length; at += HASH_LENGTH + TIME_LENGTH) {
			const [middle, end] = [at + HASH_LENGTH, at + HASH_LENGTH + TIME_LENGTH];
			this.finished.set(finished.slice(at, middle), parseInt(finished.slice(middle, end), 36));
		}
	}

	/** Returns what this process remembers, or what n8n has saved. */
	static of(context: IPollFunctions): Memory {
		const left = rememberedOf(keyOf(context), Left);
		const home = homeOf(context);
		const mine = context.getWorkflowStaticData('global')[savedName(context, 'faxes')];
		const saved = (mine ?? {}) as { home?: string };
		const isElsewhere = !countsAt(home, saved);
		const own: object = isElsewhere ? {} : saved;
		const facts = { revision: 0, ...(JSON.parse(JSON.stringify(own)) as object), home, isElsewhere };
		// Another node may have overwritten the memory with its own static data. Then this process has the only copy.
		const isLost = mine === undefined;
		left.taken =
			left.memory && (isLost || left.memory.revision === facts.revision) ? left.memory : new Memory(facts);
		// A poll that ends without saving must not leave anything behind.
		left.memory = undefined;
		return left.taken;
	}

	/** Whether no list was read before, so there's nothing to compare with. */
	get isNew(): boolean {
		return !Object.values(this.lists).some(({ isRead }) => isRead);
	}

	/**
	 * Looks back if n8n has lost what an active trigger remembered, because that isn't a first publish. n8n's store filters
	 * out faxes that have already started the workflow.
	 *
	 * @returns whether the trigger must look back
	 */
	lookBack(categories: readonly Category[], now = Date.now()): boolean {
		if (this.isElsewhere || Object.keys(this.lists).length > 0) return false;
		this.lostAt = now;
		this.noteLists(categories, now, now - LOOK_BACK);
		return true;
	}

	/** Whether a fax is known, and so isn't new. */
	has(id: string): boolean {
		return this.found.has(id) || this.open.has(id) || this.finished.has(hashOf(id));
	}

	/**
	 * Records, in an activation or a poll, what the fields ask for. A fax from before a change must match the old fields,
	 * too.
	 */
	noteAsked(fields: AskedFields, now = Date.now()): void {
		const [last] = this.asked;
		if (JSON.stringify(last?.fields) === JSON.stringify(fields)) return;
		this.asked = [{ from: now, fields }, ...this.asked].slice(0, MOST_CHANGES);
	}

	/** Whether the fields ask for a fax, both now and when the fax began. */
	isWanted(found: FoundFax): boolean {
		const start = startOf(found.fax);
		const [now] = this.asked;
		const then = this.asked.find(({ from }) => from <= start) ?? this.asked.at(-1);
		const isAsked = ({ outcome, numbers, isOff }: AskedFields): boolean =>
			isOff !== true && isWantedFax(found, outcome, numbers);
		return [now, then].every((one) => !one || isAsked(one.fields));
	}

	/**
	 * Records, in an activation, whose faxes the next polls read. If that's another account, the faxes that are already in
	 * its lists aren't new.
	 */
	noteAccount(account: string, now: number): void {
		this.account ??= account;
		this.changedAt = this.account === account ? undefined : (this.changedAt ?? now);
	}

	/**
	 * Records which lists are watched. Faxes that were in a list before that aren't new. A list that's left out is no
	 * longer remembered.
	 *
	 * @param first since when lists are watched if nothing is remembered about any of them, for example because static data
	 * was lost. It's 0 for a trigger with deliveries, because `Delivered.floor` decides there
	 * @returns whether a list was left out
	 */
	noteLists(categories: readonly Category[], begun: number, first = begun): boolean {
		const firstBegun = Object.keys(this.lists).length === 0 ? first : begun;
		const removed = (Object.keys(this.lists) as Category[]).filter((one) => !categories.includes(one));
		for (const category of removed) Reflect.deleteProperty(this.lists, category);
		for (const category of categories) this.lists[category] ??= { begun: firstBegun, isRead: false };
		return removed.length > 0;
	}

	/**
	 * Whether a fax began before the last change of account or user, and belongs to somebody whose faxes weren't listed
	 * then.
	 */
	wasUnlisted(fax: FoundFax['fax']): boolean {
		const { owner_id: owner } = fax;
		if (!this.former || !owner || startOf(fax) >= this.former.until) return false;
		return !this.former.owners.includes(fingerprintOf(owner));
	}

	/** Records that a fax doesn't have to start the workflow anymore. */
	finish({ event, fax }: Pick<ListedFax, 'event' | 'fax'>): void {
		const minute = Math.max(0, Math.floor(startOf(fax) / MINUTE));
		this.finished.set(hashOf(idOf({ event, fax })), minute);
	}

	/**
	 * Hands the memory to n8n. n8n saves it with the next execution that the trigger starts, or at the end of an activation.
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

	/**
	 * Drops finished faxes from before the period. If there are too many, the period gets shorter, but the newest minute
	 * always stays.
	 */
	private forget(): void {
		const newestFirst = [...this.finished.values()].sort((a, b) => b - a);
		const tooOld = newestFirst.slice(MOST_FINISHED).find((minute) => minute !== newestFirst[0]);
		this.periodBegins = Math.max(this.periodBegins, tooOld === undefined ? 0 : (tooOld + 1) * MINUTE);
		for (const [hash, minute] of this.finished)
			if ((minute + 1) * MINUTE <= this.periodBegins) this.finished.delete(hash);
	}
}

/** Identifies a fax among all others in the lists. A success after a failure is another fax. */
export function idOf(found: FoundFax): string {
	return listedNamesOf(found).join();
}

function hashOf(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, HASH_LENGTH);
}
