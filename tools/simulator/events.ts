import type { Deliveries, Delivery } from './deliveries';
import { arrivedFax } from './faxing/arrivedFax';
import { serviceTime } from './faxing/times';
import { KIND_NAMES, checkKind, type KindName } from './kinds';
import { seed } from './seed';
import type { ServiceState } from './serviceState';
import type { DeliveryOptions } from './signature';
import { accountWith, newId, type Account, type Endpoint, type Fax, type LegacyHook } from './state';

export const EVENT_NAMES = ['fax_sent', 'fax_received', 'fax_page_received'] as const;

export type EventName = (typeof EVENT_NAMES)[number];

/** What a fax event is about; whatever is left out is made up. */
export interface FaxEvent extends DeliveryOptions {
	accountId?: string;
	faxId?: string;
	/** Whom the fax belongs to; the owner of the account if left out. */
	userId?: string;
	/** Differs from the fax's ID when the fax session is being retried. */
	hookId?: string;
	/** What it is about, if the fax is not there yet; a referral if left out. `inTurn` goes through all kinds. */
	kind?: KindName | 'inTurn';
	from?: string;
	to?: string;
	status?: string;
	pages?: number;
	/** When the fax began, in the service's form; now if left out. */
	startTime?: string;
	/** More fields of `data`. */
	extra?: Record<string, unknown>;
}

/** What a fax that an event is about takes from it. */
const FAX_VALUES = ['userId', 'from', 'to', 'status', 'pages', 'startTime'] as const;

/** Lets things happen to faxes, and tells the receivers that subscribed to them. */
export class FaxEvents {
	constructor(
		private readonly service: ServiceState,
		private readonly deliveries: Deliveries,
	) {}

	/**
	 * Emits an event to every endpoint whose events and numbers match, and to legacy hooks.
	 *
	 * @returns the deliveries that it began; the signed ones carry the same id
	 * @throws ApiError when there is no such account
	 */
	emit(event: EventName, values: FaxEvent = {}): Delivery[] {
		const account = accountWith(this.service.state, values.accountId ?? seed.accountId);
		if (event === 'fax_page_received' && !account.faxStreaming) return [];

		const fax = this.faxOf(account, event, values);
		if (event === 'fax_page_received' && fax.isInProgress) fax.pages = values.pages ?? fax.pages + 1;
		const numbers = { from: values.from ?? fax.from, to: values.to ?? fax.to };
		const body = this.bodyOf(fax, event, values, numbers);
		const options: DeliveryOptions = { webhookId: newId('msg_'), ...values };
		const deliver = (receiver: Endpoint | LegacyHook, content: object) =>
			this.deliveries.deliver(receiver, event, content, options, () => this.has(account.id, receiver));
		const signed = [...account.endpoints.values()]
			.filter(({ filter_types }) => filter_types.includes(event))
			.filter(({ channels }) => matches(channels, numbers))
			.map((endpoint) => deliver(endpoint, body));
		const unsigned = [...account.hooks.values()]
			.filter((hook) => hook.event === event && matches(hook.numbers ?? null, numbers))
			.map((hook) => deliver(hook, { ...body, hook: { ...body.hook, target: hook.target } }));
		return [...signed, ...unsigned];
	}

	/** Whether a receiver is still there; retries to one that is gone end. */
	private has(accountId: string, receiver: Endpoint | LegacyHook): boolean {
		const account = this.service.state.accounts.get(accountId);
		return [account?.endpoints, account?.hooks].some((those) => those?.get(receiver.id) === receiver);
	}

	/** The fax that an event is about; made up if it is not there. */
	private faxOf(account: Account, event: EventName, values: FaxEvent): Fax {
		const { faxId: id = newId('fax_') } = values;
		const listed = account.faxes.get(id);
		if (listed) return listed;
		const given = FAX_VALUES.filter((name) => values[name] !== undefined);
		const added = arrivedFax(
			this.service,
			account,
			{
				id,
				category: event === 'fax_sent' ? 'sent' : 'inbox',
				lastUpdate: serviceTime(),
				...this.kindOf(values),
				...Object.fromEntries(given.map((name) => [name, values[name]])),
			},
			{ pendingReads: 1 },
		);
		account.faxes.set(id, added);
		return added;
	}

	private kindOf({ kind }: FaxEvent): Partial<Pick<Fax, 'kind'>> {
		const state = this.service.state;
		const name = kind === 'inTurn' ? KIND_NAMES[state.arrivalsInTurn++ % KIND_NAMES.length] : kind;
		checkKind(name);
		return name === undefined ? {} : { kind: name };
	}

	private bodyOf(fax: Fax, event: EventName, values: FaxEvent, { from, to }: Numbers) {
		const { numberSuffix, eventFiles } = this.service.settings;
		const { sessionId, userId } = fax;
		const pages = values.pages ?? fax.pages;
		const now = serviceTime();
		return {
			hook: { id: values.hookId ?? sessionId, event, event_time: now, target: '' },
			data: {
				id: sessionId,
				uid: userId,
				pages,
				[`from${numberSuffix}`]: from,
				[`to${numberSuffix}`]: to,
				start_time: fax.startTime,
				file: `${eventFiles === 'record' ? '' : 'event-'}${fax.id}.pdf`,
				file_name: `fax-${fax.id}`,
				status: values.status ?? fax.status,
				cost: event === 'fax_sent' ? fax.cost : 0,
				...values.extra,
			},
		};
	}
}

interface Numbers {
	from: string;
	to: string;
}

/** An endpoint fires when the sender's or the receiver's number is one of the list. */
function matches(channels: string[] | null, { from, to }: Numbers): boolean {
	return channels === null || [from, to].some((number) => channels.includes(number.replace(/\s/g, '')));
}
