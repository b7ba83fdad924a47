import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { inServiceForm } from '../../../../nodes/shared/values/times';
import { pageOf, USUAL as AS_LISTED, type ListBehavior as ListReadings } from '../../support/lists';

/** A fax as Fax.Plus has it. Times are in milliseconds. */
export interface ServiceFax {
	id: string;
	category: 'inbox' | 'sent' | 'spam';
	start: number;
	end: number;
	/** Time from which lists show the fax. */
	listedFrom: number;
	/** Final status, such as `success`. Before the end of the fax, lists show it as in progress. */
	status: string;
	owner: string;
	from: string;
	to: string;
	/** Whether someone has marked the fax as read. */
	isRead: boolean;
	file: string;
}

/** How Fax.Plus behaves where its documentation says nothing. */
export interface Behavior extends ListReadings {
	listsFaxesUnderWay: boolean;
}

const USUAL: Behavior = { ...AS_LISTED, listsFaxesUnderWay: false };

/** Kinds of behavior with which all faxes can be read, page by page. */
export const anyBehavior: fc.Arbitrary<Behavior> = fc.record({
	listDate: fc.constantFrom('start_time', 'submit_time', 'last_update'),
	usesOffset: fc.constant(true),
	beforeIsInclusive: fc.boolean(),
	afterIsInclusive: fc.boolean(),
	listsFaxesUnderWay: fc.boolean(),
});

/** How a request fails. */
export type Trouble = 'refused' | 'out of order' | 'not available' | 'broken' | undefined;

const FAILURES: Record<Exclude<Trouble, 'broken' | undefined>, [number, object]> = {
	refused: [401, { error: 'unauthorized', description: 'The token has expired' }],
	'out of order': [500, { error: 'internal_server_error', description: 'Something went wrong' }],
	'not available': [503, {}],
};

/** Fax.Plus's lists of faxes, by Jest's clock. */
export class Service {
	readonly faxes: ServiceFax[] = [];

	/** Queries of all requests. */
	readonly queries: IDataObject[] = [];

	readonly readings: Behavior;

	/** Returns how the next request fails, if it does. */
	trouble: () => Trouble = () => undefined;

	private count = 0;

	private readonly records = new Map<ServiceFax, FaxRecord>();

	constructor(readings: Partial<Behavior> = {}) {
		this.readings = { ...USUAL, ...readings };
	}

	/** Makes all requests for one list fail. */
	failFor(category: ServiceFax['category'], kind: Trouble): void {
		this.trouble = () => (this.queries.at(-1)?.['category'] === category ? kind : undefined);
	}

	/** Makes every n-th request fail, or none if `every` is 0. */
	failEvery(every: number, kind: Trouble): void {
		let count = 0;
		this.trouble = () => (every > 0 && ++count % every === 0 ? kind : undefined);
	}

	/** Adds a fax that by default ends now. */
	add(values: Partial<ServiceFax> = {}): ServiceFax {
		const now = Date.now();
		this.count += 1;
		const fax: ServiceFax = {
			id: `fax ${this.count}`,
			file: `${this.count}.pdf`,
			category: 'inbox',
			start: values.end ?? now,
			end: now,
			listedFrom: values.end ?? now,
			status: 'success',
			owner: 'the clinic',
			from: '+15550100999',
			to: '+15550100000',
			isRead: false,
			...values,
		};
		this.faxes.push(fax);
		return fax;
	}

	/** Replaces a fax, as when it's sent again. */
	replace(fax: ServiceFax, values: Partial<ServiceFax>): void {
		Object.assign(fax, values);
		this.records.delete(fax);
	}

	/** Responds to a request, in the format in which n8n returns responses. */
	answer({ url, qs = {} }: IHttpRequestOptions): IN8nHttpFullResponse {
		this.queries.push(qs);
		const trouble = this.trouble();
		if (trouble === 'broken') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		if (trouble) return answered(...FAILURES[trouble]);
		const [, user] = /\/accounts\/([^/]+)\/faxes$/.exec(url) ?? [];
		if (user === undefined) return answered(404, { error: 'not_found', description: url });
		return answered(200, { data: { records: this.page(qs, decodeURIComponent(user)) } });
	}

	/**
	 * Returns whether a user's list contains a fax. The credential's user is an administrator, whose list has the faxes of
	 * all members.
	 */
	isListedFor(user: string, { owner }: Pick<ServiceFax, 'owner'>): boolean {
		return user === 'self' || owner === user;
	}

	private page(qs: IDataObject, user: string): object[] {
		const now = Date.now();
		const records = this.faxes
			.filter((fax) => fax.category === qs['category'] && this.isListed(fax, now))
			.filter((fax) => this.isListedFor(user, fax))
			.map((fax) => ({ fax, ...this.recordOf(fax, now) }));
		return pageOf(records, qs, this.readings).map(({ fax, ...record }) => ({
			...record,
			is_read: fax.isRead,
		}));
	}

	/** Returns the record of a fax. A final record never changes again. */
	private recordOf(fax: ServiceFax, now: number): FaxRecord {
		const record = this.records.get(fax) ?? recordOf(fax, now);
		if (fax.end <= now) this.records.set(fax, record);
		return record;
	}

	private isListed({ start, end, listedFrom }: ServiceFax, now: number): boolean {
		const isUnderWay = start <= now && now < end;
		return isUnderWay ? this.readings.listsFaxesUnderWay : listedFrom <= now;
	}
}

type FaxRecord = ReturnType<typeof recordOf>;

function recordOf({ start, end, status, ...fax }: ServiceFax, now: number) {
	const at = (time: number): string => inServiceForm(new Date(time));
	return {
		id: fax.id,
		file: fax.file,
		owner_id: fax.owner,
		from: fax.from,
		to: fax.to,
		status: now < end ? 'in_progress' : status,
		start_time: at(start),
		submit_time: at(start),
		last_update: at(Math.min(end, now)),
	};
}

function answered(statusCode: number, body: object): IN8nHttpFullResponse {
	return { statusCode, headers: {}, body };
}
