import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { outcomeOf } from './faxStatus';
import { digitsOf } from '../values/phoneNumbers';
import type { Identity } from '../store/deduplication';
import { ofWay } from '../store/deduplication';

/** Who says that an item is of a fax: the signature of its delivery, the service when it was asked about it, or a list of it. */
export type ConfirmedBy = 'signature' | 'service' | 'list';

/** The ways on which webhooks bring faxes. */
export const BY_WEBHOOK: ReadonlyArray<Exclude<ConfirmedBy, 'list'>> = ['signature', 'service'];

/** What an item of a trigger holds, as far as it tells one fax from another. */
interface FaxItem {
	event?: unknown;
	data?: IDataObject;
	webhookId?: unknown;
	confirmedBy?: ConfirmedBy | null;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Marks of the store's age go back so far, in milliseconds: a holiday may be quiet. */
const LONGEST_QUIET = 14 * DAY;

/** The most names that n8n's store holds for one fax whose outcome is known, but for marks: three where ids are common. */
export const NAMES_OF_A_FAX = 5;

/**
 * What tells the item of a fax from all others. Signed deliveries are told apart by their ids; records of the service by the
 * fax's. Those that came different ways are the same fax if one of the names agrees that `faxNamesOf` gives.
 *
 * @param capacity of n8n's store, in names; is recorded with the item
 * @param areIdsCommon see `tellingNamesOf`
 * @returns undefined for what neither has confirmed
 */
export function identityOf(
	{ json }: INodeExecutionData,
	capacity: number,
	areIdsCommon = false,
): Identity | undefined {
	const { webhookId, confirmedBy } = json as FaxItem;
	const shared = tellingNamesOf(json, areIdsCommon);
	const names = { shared, marks: [roomMark(powerFor(capacity)), ...marksOf(json)] };
	if (typeof webhookId === 'string') return { own: webhookId, way: 'signature', ...names };
	const [own] = shared;
	if (!confirmedBy || own === undefined) return undefined;
	return { own: ofWay(own, { way: confirmedBy }), way: confirmedBy, ...names };
}

/**
 * What n8n's store may hold if something was recorded while it had no more room than now.
 *
 * @returns marks, and for how many names at most each says that there was room
 */
export function roomMarks(capacity: number): Map<string, number> {
	const powers = Array.from({ length: powerFor(capacity) + 1 }, (_one, power) => power);
	return new Map(powers.map((power) => [roomMark(power), 2 ** power]));
}

/** What is recorded where there was room for no more names than two to this power. */
function roomMark(power: number): string {
	return `room for ${2 ** power}`;
}

function powerFor(capacity: number): number {
	return Math.ceil(Math.log2(capacity));
}

/** When something was recorded last; and of what a webhook brought that one of its event came, and whose. */
function marksOf(item: FaxItem): string[] {
	const now = Date.now();
	const ages = [ageMark(now, HOUR), ageMark(now, DAY)];
	const way = BY_WEBHOOK.find((one) => one === item.confirmedBy);
	if (!way || faxNamesOf(item).length === 0) return ages;
	const { event, data = {} } = item;
	const { uid } = data;
	return [...ages, deliveredMark(way, event, now), deliveredMark(way, event, now, isName(uid) ? uid : '')];
}

/** What the store holds if a webhook brought a fax of an event on the day of some time, by UTC. */
function deliveredMark(way: ConfirmedBy, event: unknown, time: number, owner?: string): string {
	const mark = ofWay(`delivered ${String(event)} ${new Date(time).toISOString().slice(0, 10)}`, { way });
	return owner === undefined ? mark : `${mark} of ${owner}`;
}

/**
 * What the store holds if a webhook may have brought a fax one way: if any of its event came so since, or within the day
 * before, as clocks differ. Those of other members do not count, where deliveries and records say whose they are.
 *
 * @param owner of the fax, as its record says
 * @param time of the fax, in milliseconds
 */
export function deliveredMarks(
	way: ConfirmedBy,
	event: string,
	time: number,
	owner: string | undefined,
): string[] {
	const owners = owner === undefined ? [undefined] : [owner, ''];
	return periods(time - DAY, DAY).flatMap((day) => owners.map((one) => deliveredMark(way, event, day, one)));
}

/**
 * What n8n's store holds if it has forgotten nothing that was recorded since some time.
 *
 * @param from the earliest time that is of interest, in milliseconds
 * @returns marks, and the time from which on each stands for all
 */
export function ageMarks(from: number): Map<string, number> {
	const hours = periods(from - DAY, HOUR).map((time) => [ageMark(time, HOUR), time + HOUR] as const);
	const days = periods(from - LONGEST_QUIET, DAY).map((time) => [ageMark(time, DAY), time + DAY] as const);
	return new Map([...days, ...hours]);
}

function ageMark(time: number, period: number): string {
	return `recorded ${new Date(time).toISOString().slice(0, period === HOUR ? 13 : 10)}`;
}

/** The beginnings of the hours, or days, from some time until now. */
function periods(from: number, period: number): number[] {
	const first = Math.floor(from / period) * period;
	const count = Math.max(1, Math.floor((Date.now() - first) / period) + 1);
	return Array.from({ length: count }, (_one, at) => first + at * period);
}

/**
 * What deliveries and records call a fax that has come or gone: by its id first, then by its file. Each is that of one event with
 * one outcome: a fax that failed and was tried again has the same.
 *
 * @returns nothing for an event about a page, which has the id of its fax
 */
export function faxNamesOf(item: FaxItem): string[] {
	const { file, to } = item.data ?? {};
	if (!isName(file)) return idNamesOf(item);
	// One file may have gone to several numbers, which not all sources write alike.
	const name = `file ${file} to ${isName(to) ? digitsOf(to) : ''}`;
	return [...idNamesOf(item), ...prefixesOf(item).map((prefix) => `${prefix} ${name}`)];
}

/**
 * Those of the names by which faxes that came different ways are told apart.
 *
 * @param areIdsCommon whether lists are known to have the ids of what comes one way, so that nothing else counts: one file may
 * go to one number twice
 */
export function tellingNamesOf(item: FaxItem, areIdsCommon: boolean): string[] {
	const ids = areIdsCommon ? idNamesOf(item) : [];
	return ids.length > 0 ? ids : faxNamesOf(item);
}

/** Those of the names that have the id of the fax. */
export function idNamesOf(item: FaxItem): string[] {
	const { id } = item.data ?? {};
	return isName(id) ? prefixesOf(item).map((prefix) => `${prefix} id ${id}`) : [];
}

/** What the names of a fax begin with. One that has ended in an unknown word may have ended either way. */
function prefixesOf({ event, data = {} }: FaxItem): string[] {
	if (event !== 'fax_received' && event !== 'fax_sent') return [];
	const outcome = outcomeOf(data['status']);
	const outcomes = outcome === 'pending' ? ['success', 'failure'] : [outcome];
	return outcomes.map((one) => `${event} ${one}`);
}

function isName(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}
