import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { inServiceForm } from '../../../../nodes/shared/values/times';
import { pageOf, USUAL as AS_LISTED, type Readings as ListReadings } from '../../support/lists';

/** A fax as the service has it. Times are in milliseconds. */
export interface ServiceFax {
	id: string;
	category: 'inbox' | 'sent' | 'spam';
	start: number;
	end: number;
	/** From when on lists show it. */
	listedFrom: number;
	/** Such as `success`; while it is under way, lists that show it say so. */
	status: string;
	owner: string;
	from: string;
	to: string;
	/** Whether somebody has marked it as read. */
	isRead: boolean;
	file: string;
}

/** What the service does where its documentation is silent. */
export interface Readings extends ListReadings {
	listsFaxesUnderWay: boolean;
}

const USUAL: Readings = { ...AS_LISTED, listsFaxesUnderWay: false };

/** Any of these: Fax.Plus returned all faxes, page by page. */
export const anyReadings: fc.Arbitrary<Readings> = fc.record({
	listDate: fc.constantFrom('start_time', 'submit_time', 'last_update'),
	usesOffset: fc.constant(true),
	beforeIsInclusive: fc.boolean(),
	afterIsInclusive: fc.boolean(),
	listsFaxesUnderWay: fc.boolean(),
});

/** What becomes of a request instead of an answer. */
export type Trouble = 'refused' | 'out of order' | 'not available' | 'broken' | undefined;

const FAILURES: Record<Exclude<Trouble, 'broken' | undefined>, [number, object]> = {
	refused: [401, { error: 'unauthorized', description: 'The token has expired' }],
	'out of order': [500, { error: 'internal_server_error', description: 'Something went wrong' }],
	'not available': [503, {}],
};

/** The faxing service's lists of faxes, by jest's clock. */
export class Service {
	readonly faxes: ServiceFax[] = [];

	/** The queries that it was asked. */
	readonly queries: IDataObject[] = [];

	readonly readings: Readings;

	/** Decides about each request. */
	trouble: () => Trouble = () => undefined;

	private count = 0;

	private readonly records = new Map<ServiceFax, FaxRecord>();

	constructor(readings: Partial<Readings> = {}) {
		this.readings = { ...USUAL, ...readings };
	}

	/** Lets all requests for one list fail. */
	failFor(category: ServiceFax['category'], kind: Trouble): void {
		this.trouble = () => (this.queries.at(-1)?.['category'] === category ? kind : undefined);
	}

	/** Lets one of so many requests fail; none where that is 0. */
	failEvery(every: number, kind: Trouble): void {
		let count = 0;
		this.trouble = () => (every > 0 && ++count % every === 0 ? kind : undefined);
	}

	/** Lets a fax come that ends now, unless said otherwise. */
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

	/** Lets a fax become another one, such as one that was sent again. */
	replace(fax: ServiceFax, values: Partial<ServiceFax>): void {
		Object.assign(fax, values);
		this.records.delete(fax);
	}

	/** Answers as n8n hands it on. */
	answer({ url, qs = {} }: IHttpRequestOptions): IN8nHttpFullResponse {
		this.queries.push(qs);
		const trouble = this.trouble();
		if (trouble === 'broken') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		if (trouble) return answered(...FAILURES[trouble]);
		const [, user] = /\/accounts\/([^/]+)\/faxes$/.exec(url) ?? [];
		if (user === undefined) return answered(404, { error: 'not_found', description: url });
		return answered(200, { data: { records: this.page(qs, decodeURIComponent(user)) } });
	}

	/** Whether a user's list has a fax: the credential's own is an administrator, whose list has those of all members. */
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

	/** Of a fax that has ended it stays the same. */
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
