import type { IExecuteFunctions } from 'n8n-workflow';

import type { Authentication } from '../http/account';
import { Api, LISTS } from '../http/api';
import type { Contact } from '../records';
import { LruMap } from '../values/lruMap';
import { certainNumber } from '../values/phoneNumbers';
import { labelTextOf } from '../values/text';
import { listContacts } from './contacts';

/** How long contacts are kept for other executions, in milliseconds. */
const KEPT_MS = 5 * 60_000;

/** A contact as a fax shows it. */
export interface FaxContact {
	name: string;
	id: string;
}

/** The contacts of an account by their fax numbers. */
export class ContactBook {
	private readonly byNumber = new Map<string, FaxContact[]>();

	constructor(readonly contacts: readonly Contact[]) {
		for (const { id, name, fax_number: written } of contacts) {
			const number = certainNumber(labelTextOf(written));
			const contact = { name: labelTextOf(name).trim(), id: labelTextOf(id) };
			if (number === undefined || contact.name === '') continue;
			this.byNumber.set(number, [...this.having(number), contact]);
		}
	}

	/** Whether no contact can be found, because each lacks a name or a number with its country. */
	get isUseless(): boolean {
		return this.byNumber.size === 0;
	}

	/** Returns the contacts with a number, however it's written. There may be several. */
	having(number: string): FaxContact[] {
		return this.byNumber.get(certainNumber(number) ?? '') ?? [];
	}
}

interface Reading {
	startedAt: number;
	isUnderWay: boolean;
	book: Promise<ContactBook>;
}

/** What this process knows about the contacts of each account, including that they can't be read. */
const readings = new LruMap<string, Reading>(100);

/**
 * Reads the contacts of the credential's account (docs/contributing/api.md, "Contacts"). Executions share them for some minutes,
 * and a test run reads them again, because a person may have changed them.
 *
 * @throws ServiceFault or InputError if the contacts can't be read, also for some minutes after that
 */
export async function contactBookOf(context: IExecuteFunctions): Promise<ContactBook> {
	// An execution that a person stops must not end a read that others share.
	const lasting = Object.create(context, {
		getExecutionCancelSignal: { value: () => undefined },
	}) as IExecuteFunctions;
	const authentication = context.getNodeParameter('authentication', 0) as Authentication;
	const api = await Api.connect(lasting, authentication);
	const known = readings.get(api.accountKey);
	const isKept = known !== undefined && performance.now() - known.startedAt < KEPT_MS;
	if (known?.isUnderWay || (isKept && context.getMode() !== 'manual')) return await known.book;
	const reading: Reading = {
		startedAt: performance.now(),
		isUnderWay: true,
		book: listContacts(api.at(LISTS))
			.then((contacts) => new ContactBook(contacts))
			.finally(() => (reading.isUnderWay = false)),
	};
	readings.set(api.accountKey, reading);
	return await reading.book;
}
