import { ApiError } from './apiError';
import type { Deliveries, Delivery } from './deliveries';
import type { Settings } from './handler';
import { fax as newFax, seed } from './seed';
import type { DeliveryOptions } from './signature';
import type { Account, Endpoint, State } from './state';
import { newId } from './state';
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

		const numbers = numbersOf(account, event, values);
		const body = this.bodyOf(account, event, values, numbers);
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

	private bodyOf(account: Account, event: EventName, values: FaxEvent, { from, to }: Numbers) {
		const { numberSuffix } = this.settings;
		const faxId = values.faxId ?? newId('fax_');
		const pages = values.pages ?? 2;
		if (!account.faxes.has(faxId)) {
			const thumbnail = this.thumbnails.page;
			account.faxes.set(faxId, newFax(faxId, { from, to, pages, thumbnail }, { pendingReads: 1 }));
		}
		const now = new Date().toISOString().replace('T', ' ').slice(0, 19);
		return {
			hook: { id: values.hookId ?? faxId, event, event_time: now, target: '' },
			data: {
				id: faxId,
				uid: ownerOf(this.state(), account),
				pages,
				[`from${numberSuffix}`]: from,
				[`to${numberSuffix}`]: to,
				start_time: now,
				file: `${faxId}.pdf`,
				file_name: `fax-${faxId}`,
				status: values.status ?? 'success',
				cost: event === 'fax_sent' ? pages : 0,
				...values.extra,
			},
		};
	}
}

interface Numbers {
	from: string;
	to: string;
}

function numbersOf(account: Account, event: EventName, { from, to }: FaxEvent): Numbers {
	const [own, other] = [account.ownedNumbers[0] ?? '', '+15550100999'];
	const isSent = event === 'fax_sent';
	return { from: from ?? (isSent ? own : other), to: to ?? (isSent ? other : own) };
}

/** An endpoint fires when the sender's or the receiver's number is one of the list. */
function matches(channels: string[] | null, { from, to }: Numbers): boolean {
	return channels === null || [from, to].some((number) => channels.includes(number.replace(/\s/g, '')));
}

function ownerOf(state: State, account: Account): string {
	return [...state.users.values()].find((user) => user.accountId === account.id && user.isOwner)?.id ?? '';
}
