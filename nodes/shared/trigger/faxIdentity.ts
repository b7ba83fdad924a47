import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { outcomeOf } from '../service/faxStatus';
import { digitsOf } from '../values/phoneNumbers';
import type { Identity } from './deduplication';

/** Who says that an item is of a fax: the signature of its delivery, or the service when it was asked. */
export type ConfirmedBy = 'signature' | 'service' | 'list';

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

/** The most names that n8n's store holds for one fax, but for marks. */
export const NAMES_OF_A_FAX = 5;

/**
 * What tells the item of a fax from all others. Deliveries are told apart by their ids; records of the service by the fax's. A
 * delivery and a record are the same fax if one of the names agrees that `faxNamesOf` gives.
 *
 * @returns undefined for what neither has confirmed
 */
export function identityOf({ json }: INodeExecutionData): Identity | undefined {
	const { webhookId, confirmedBy } = json as FaxItem;
	const shared = faxNamesOf(json);
	const marks = marksOf(json);
	if (typeof webhookId === 'string') return { own: webhookId, way: 'delivery', shared, marks };
	const isRecord = confirmedBy === 'service' || confirmedBy === 'list';
	const [own] = shared;
	return isRecord && own !== undefined ? { own: `record: ${own}`, way: 'record', shared, marks } : undefined;
}

/** When something was recorded last; and of a signed delivery that one of its event came, and whose. */
function marksOf(item: FaxItem): string[] {
	const now = Date.now();
	const ages = [ageMark(now, HOUR), ageMark(now, DAY)];
	if (item.confirmedBy !== 'signature' || faxNamesOf(item).length === 0) return ages;
	const { event, data = {} } = item;
	const { uid } = data;
	return [...ages, deliveredMark(event, now), deliveredMark(event, now, isName(uid) ? uid : '')];
}

/** What the store holds if a signed delivery of an event came on the day of some time, by UTC. */
function deliveredMark(event: unknown, time: number, owner?: string): string {
	const mark = `delivered ${String(event)} ${new Date(time).toISOString().slice(0, 10)}`;
	return owner === undefined ? mark : `${mark} of ${owner}`;
}

/**
 * What the store holds if a fax may have been delivered with a signature: if any of its event came since, or within the day
 * before, as clocks differ. Those of other members do not count, where deliveries and records say whose they are.
 *
 * @param owner of the fax, as its record says
 * @param time of the fax, in milliseconds
 */
export function deliveredMarks(event: string, time: number, owner: string | undefined): string[] {
	const owners = owner === undefined ? [undefined] : [owner, ''];
	return periods(time - DAY, DAY).flatMap((day) => owners.map((one) => deliveredMark(event, day, one)));
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
export function faxNamesOf({ event, data = {} }: FaxItem): string[] {
	if (event !== 'fax_received' && event !== 'fax_sent') return [];
	const { id, file, status, to } = data;
	const ofEvent = `${event} ${outcomeOf(status)}`;
	return [
		...(isName(id) ? [`${ofEvent} id ${id}`] : []),
		// One file may have gone to several numbers, which not all sources write alike.
		...(isName(file) ? [`${ofEvent} file ${file} to ${isName(to) ? digitsOf(to) : ''}`] : []),
	];
}

function isName(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}
