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

/** What a fax event is about. Missing values are generated. */
export interface FaxEvent extends DeliveryOptions {
	accountId?: string;
	faxId?: string;
	/** Id of the user who owns the fax. The default is the account's owner. */
	userId?: string;
	/** Id of the event, which differs from the fax's ID if the fax session is retried. */
	hookId?: string;
	/** Kind of a fax that doesn't exist yet. The default is a referral, and `inTurn` cycles through all kinds. */
	kind?: KindName | 'inTurn';
	from?: string;
	to?: string;
	status?: string;
	pages?: number;
	/** Start of the fax, in Fax.Plus's format. The default is now. */
	startTime?: string;
	/** Additional fields of `data`. */
	extra?: Record<string, unknown>;
}

/** Values of an event that are copied to a new fax. */
const FAX_VALUES = ['userId', 'from', 'to', 'status', 'pages', 'startTime'] as const;

/** Creates fax events, and delivers them to the receivers that subscribed to them. */
export class FaxEvents {
	constructor(
		private readonly service: ServiceState,
		private readonly deliveries: Deliveries,
	) {}

	/**
	 * Emits an event to legacy hooks and to every endpoint whose events and numbers match.
	 *
	 * @returns the deliveries that were started. The signed ones have the same id
	 * @throws ApiError if the account doesn't exist
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

	/** Whether a receiver still exists. If it doesn't, retries end. */
	private has(accountId: string, receiver: Endpoint | LegacyHook): boolean {
		const account = this.service.state.accounts.get(accountId);
		return [account?.endpoints, account?.hooks].some((those) => those?.get(receiver.id) === receiver);
	}

	/** The fax of an event. It's created if it doesn't exist. */
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

/** An endpoint gets an event if the sender's or the receiver's number is in its list. */
function matches(channels: string[] | null, { from, to }: Numbers): boolean {
	return channels === null || [from, to].some((number) => channels.includes(number.replace(/\s/g, '')));
}
