import { ApiError } from './apiError';
import type { Deliveries, Delivery } from './deliveries';
import { fax as newFax } from './faxing/newFax';
import { serviceTime } from './faxing/times';
import { seed } from './seed';
import type { Settings } from './settings';
import type { DeliveryOptions } from './signature';
import type { Account, Endpoint, Fax, State } from './state';
import { newId, ownerOf } from './state';
import type { Thumbnails } from './thumbnails';

export const EVENT_NAMES = ['fax_sent', 'fax_received', 'fax_page_received'] as const;

export type EventName = (typeof EVENT_NAMES)[number];

/** What a fax event is about; whatever is left out is made up. */
export interface FaxEvent extends DeliveryOptions {
	accountId?: string;
	faxId?: string;
	/** Differs from the fax's ID when the fax session is being retried. */
	hookId?: string;
	from?: string;
	to?: string;
	status?: string;
	pages?: number;
	/** More fields of `data`. */
	extra?: Record<string, unknown>;
}

/** Lets things happen to faxes, and tells the receivers that subscribed to them. */
export class FaxEvents {
	constructor(
		private readonly state: () => State,
		private readonly deliveries: Deliveries,
		private readonly thumbnails: Thumbnails,
		private readonly settings: Pick<Settings, 'numberSuffix'>,
	) {}

	/**
	 * Emits an event to every endpoint whose events and numbers match, and to legacy hooks.
	 *
	 * @returns the deliveries that it began; the signed ones carry the same id
	 * @throws ApiError when there is no such account
	 */
	emit(event: EventName, values: FaxEvent = {}): Delivery[] {
		const state = this.state();
		const account = state.accounts.get(values.accountId ?? seed.accountId);
		if (!account) throw new ApiError(404, 'not_found', `There is no account ${values.accountId ?? ''}`);
		if (event === 'fax_page_received' && !account.faxStreaming) return [];

		const fax = this.faxOf(account, event, values);
		const numbers = { from: values.from ?? fax.from, to: values.to ?? fax.to };
		const body = this.bodyOf(fax, event, values, numbers);
		const options: DeliveryOptions = { webhookId: newId('msg_'), ...values };
		const signed = [...account.endpoints.values()]
			.filter(({ filter_types }) => filter_types.includes(event))
			.filter(({ channels }) => matches(channels, numbers))
			.map((endpoint) =>
				this.deliveries.deliver(endpoint, event, body, options, () => this.has(account, endpoint)),
			);
		const unsigned = [...account.hooks.values()]
			.filter((hook) => hook.event === event && matches(hook.numbers ?? null, numbers))
			.map((hook) => {
				const { id, target } = hook;
				const addressed = { ...body, hook: { ...body.hook, target } };
				return this.deliveries.deliverUnsigned(
					target,
					event,
					addressed,
					() => this.state().accounts.get(account.id)?.hooks.get(id) === hook,
				);
			});
		return [...signed, ...unsigned];
	}

	/** Whether an endpoint is still there; retries to one that is gone end. */
	private has(account: Account, endpoint: Endpoint): boolean {
		return this.state().accounts.get(account.id)?.endpoints.get(endpoint.id) === endpoint;
	}

	/** The fax that an event is about; made up if it is not there. */
	private faxOf(account: Account, event: EventName, values: FaxEvent): Fax {
		const { faxId = newId('fax_'), from, to, status, pages } = values;
		const known = account.faxes.get(faxId);
		if (known) return known;
		const added = newFax(
			faxId,
			{
				userId: ownerOf(this.state(), account.id),
				...numbersOf(account, event, { from, to }),
				...(status === undefined ? {} : { status }),
				...(pages === undefined ? {} : { pages }),
				category: event === 'fax_sent' ? 'sent' : 'inbox',
				thumbnail: this.thumbnails.page,
			},
			{ pendingReads: 1 },
		);
		account.faxes.set(faxId, added);
		return added;
	}

	private bodyOf(fax: Fax, event: EventName, values: FaxEvent, { from, to }: Numbers) {
		const { numberSuffix } = this.settings;
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
				file: `${fax.id}.pdf`,
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

function numbersOf(
	account: Account,
	event: EventName,
	{ from, to }: Record<'from' | 'to', string | undefined>,
): Numbers {
	const [own, other] = [account.ownedNumbers[0] ?? '', '+15550100999'];
	const isSent = event === 'fax_sent';
	return { from: from ?? (isSent ? own : other), to: to ?? (isSent ? other : own) };
}

/** An endpoint fires when the sender's or the receiver's number is one of the list. */
function matches(channels: string[] | null, { from, to }: Numbers): boolean {
	return channels === null || [from, to].some((number) => channels.includes(number.replace(/\s/g, '')));
}
