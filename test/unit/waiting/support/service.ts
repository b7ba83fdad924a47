import { fromAnswer } from '../../../../nodes/shared/http/faults';
import type { ReadRequest } from '../../../../nodes/shared/http/requests';
import { inServiceForm } from '../../../../nodes/shared/values/times';
import { pause } from '../../support/clock';
import { pageOf, USUAL, type Asked } from '../../support/lists';

/** A fax to one recipient, as Fax.Plus has it. Times are in milliseconds, by Jest's clock. */
export interface ModelFax {
	/** ID in the outbox, which the recipients of one send may share. */
	outboxId: string;
	/** ID of the fax record. */
	recordId: string;
	from: string;
	to: string;
	submitted: number;
	/** The time when the fax leaves the outbox. */
	leaves: number;
	/** Milliseconds between leaving the outbox and being listed or found by ID. */
	lag: number;
	/** Final status of the fax. A canceled fax leaves no record. */
	end: 'success' | 'failed_user_busy' | 'canceled';
	/** Difference between the submission time in the record and in the outbox, in milliseconds. */
	shift: number;
}

/** Records on a page of the list of faxes. */
const PAGE = 50;

let count = 0;

/** Returns an ID that no other test uses, because a process remembers the IDs that it has seen. */
export function newId(name = 'record'): string {
	return `${name}-${++count}`;
}

/** Fax.Plus's outbox and sent faxes, by Jest's clock. */
export class Service {
	readonly faxes: ModelFax[] = [];

	/** This account's user. No other test uses the user or the number, because a process remembers those that it has seen. */
	readonly userId = newId('user');
	private readonly number = `+1555${2_000_000 + ++count}`;

	/** Path and time of each request so far. */
	readonly requests: Array<{ path: string; at: number }> = [];

	/** How long a response takes, in milliseconds. */
	latency = 0;

	/** Whether the list of faxes supports `offset`. */
	usesOffset = true;

	/** Whether a record of the outbox contains its user. */
	namesUser = true;

	/** Whether a record of the outbox contains all recipients until the last fax has left it. */
	namesAll = false;

	/** Returns the error status for a request, or undefined if the request succeeds. */
	trouble: (path: string) => number | undefined = () => undefined;

	/** Adds a fax that by default is submitted now. */
	add(values: Partial<ModelFax> = {}): ModelFax {
		const id = newId('outbox');
		const submitted = values.submitted ?? Date.now();
		const fax: ModelFax = {
			outboxId: id,
			recordId: values.outboxId ?? id,
			from: this.number,
			to: '+15550100200',
			submitted,
			leaves: submitted + 60_000,
			lag: 0,
			end: 'success',
			shift: 0,
			...values,
		};
		this.faxes.push(fax);
		return fax;
	}

	/** Returns the result of a read, as the package's own API client does. */
	async read(request: ReadRequest): Promise<object> {
		const { path, qs = {} } = request;
		this.requests.push({ path, at: Date.now() });
		await pause(this.latency / 2);
		const answer = this.answer(path, qs as Record<string, string | undefined>);
		await pause(this.latency / 2);
		return answer;
	}

	private answer(path: string, qs: Record<string, string | undefined>): object {
		const [, , , place, id] = path.split('/');
		const status = this.trouble(path);
		if (status !== undefined) throw refusal(status, 'trouble');
		if (place === 'outbox' && id === undefined) return { records: this.outbox() };
		if (id === undefined) return { data: { records: this.page(qs) } };
		const records = place === 'outbox' ? this.outbox() : this.listed().map(recordOf);
		const record = records.find((one) => one.id === id);
		if (!record) throw refusal(400, 'bad_request');
		return record;
	}

	private outbox(): Array<{ id: string }> {
		const now = Date.now();
		const submitted = this.faxes.filter((fax) => fax.submitted <= now);
		const ids = [...new Set(submitted.filter(({ leaves }) => now < leaves).map((fax) => fax.outboxId))];
		return ids.map((id) => {
			const all = submitted.filter(({ outboxId }) => outboxId === id);
			const left = all.filter(({ leaves }) => now < leaves);
			const { from = '', submitted: time = 0 } = all[0] ?? {};
			return {
				id,
				...(this.namesUser && { uid: this.userId }),
				status: 'sending',
				src: from,
				to: (this.namesAll ? all : left).map(({ to }) => to),
				submit_time: `${inServiceForm(new Date(time))} +0000`,
			};
		});
	}

	private listed(): ModelFax[] {
		return this.faxes.filter(({ end, leaves, lag }) => end !== 'canceled' && leaves + lag <= Date.now());
	}

	private page(asked: Asked): object[] {
		const limit = Math.min(Number(asked.limit ?? PAGE), PAGE);
		const readings = { ...USUAL, usesOffset: this.usesOffset };
		return pageOf(this.listed().map(recordOf), { ...asked, limit }, readings);
	}
}

function recordOf({ recordId, from, to, end, submitted, leaves, shift }: ModelFax) {
	const at = (time: number): string => inServiceForm(new Date(time));
	return {
		id: recordId,
		from,
		to,
		status: end,
		submit_time: at(submitted + shift),
		start_time: at(Math.max(submitted + shift, leaves - 1000)),
		last_update: at(leaves),
	};
}

function refusal(status: number, error: string): Error {
	return fromAnswer(status, { error, description: 'No' }, {});
}
