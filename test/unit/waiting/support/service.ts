import { fromAnswer } from '../../../../nodes/shared/http/faults';
import type { ReadRequest } from '../../../../nodes/shared/http/requests';
import { inServiceForm } from '../../../../nodes/shared/values/times';
import { pause } from '../../support/clock';
import { pageOf, USUAL, type Asked } from '../../support/lists';

/** A fax to one recipient, as the service has it. Times are in milliseconds by jest's clock. */
export interface ModelFax {
	/** In the outbox; recipients of one send may share it. */
	outboxId: string;
	/** Of its record among the faxes. */
	recordId: string;
	from: string;
	to: string;
	submitted: number;
	/** When it leaves the outbox. */
	leaves: number;
	/** How long after that it is listed, and found by its ID. */
	lag: number;
	/** What becomes of it; a fax that is canceled leaves no record. */
	end: 'success' | 'failed_user_busy' | 'canceled';
	/** By how many milliseconds the record's time of submission differs from that in the outbox. */
	shift: number;
}

/** Records of a page of the list of faxes. */
const PAGE = 50;

let count = 0;

/** An id that no other test has, because a process remembers what it has seen. */
export function newId(name = 'record'): string {
	return `${name}-${++count}`;
}

/** The faxing service's outbox and sent faxes, by jest's clock. */
export class Service {
	readonly faxes: ModelFax[] = [];

	/** The user. Its own, as the number is, because a process remembers what it has seen. */
	readonly userId = newId('user');
	private readonly number = `+1555${2_000_000 + ++count}`;

	/** Paths that were asked for, with the time. */
	readonly requests: Array<{ path: string; at: number }> = [];

	/** Milliseconds that an answer takes. */
	latency = 0;

	/** Whether the list of faxes heeds `offset`. */
	usesOffset = true;

	/** Whether a record of the outbox names its user. */
	namesUser = true;

	/** Whether a record of the outbox names all recipients until the last has gone. */
	namesAll = false;

	/** Status of the answer to a request; an answer as always where it gives none. */
	trouble: (path: string) => number | undefined = () => undefined;

	/** Takes a fax, now unless said otherwise. */
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

	/** Answers a read as the package's own Api does. */
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
