import type { IExecuteFunctions } from 'n8n-workflow';

import { perRun } from '../async/perRun';
import { inOneMessage, toNodeError } from '../editor/errors';
import type { FaxEvent } from '../editor/events';
import { field } from '../editor/field';
import { Deadline } from '../http/deadline';
import { contactBookOf, type ContactBook, type FaxContact } from '../lists/contactBook';
import { contactListGuidance } from '../lists/contacts';
import { labelTextOf } from '../values/text';

/** How long an execution waits for the contacts, in milliseconds. */
const LONGEST_WAIT_MS = 30_000;

/** Option of everything that outputs faxes. */
export const includeContactOption = field('boolean', 'Include Contact', 'includeContact', {
	noDataExpression: true,
	default: true,
	description:
		"Whether to add name and ID of the contact with the other party's number. The token needs fax:all:read.",
});

/** Returns the number that a fax came from or went to. */
export function otherPartyOf(event: unknown, { from, to }: { from?: unknown; to?: unknown }): string {
	return labelTextOf(event === ('fax_sent' satisfies FaxEvent) ? to : from);
}

/**
 * Finds the contact of each number. It's undefined for a number that isn't certainly that of one contact, and if the contacts
 * can't be read. Then a hint shows why, because no fax may be lost or late for the sake of a name.
 */
export async function contactsWith(
	context: IExecuteFunctions,
	numbers: readonly string[],
): Promise<Array<FaxContact | undefined>> {
	const run = runs(context);
	const book = await run.book;
	return numbers.map((number) => {
		const [contact, ...others] = book?.having(number) ?? [];
		if (others.length === 0) return contact;
		run.hintAtSeveral(number, [contact, ...others]);
		return undefined;
	});
}

/** What the items of a run share: one wait for the contacts, and one hint of each kind. */
class ContactsOfRun {
	readonly book: Promise<ContactBook | undefined>;
	private hasHint = false;

	constructor(private readonly context: IExecuteFunctions) {
		this.book = this.read();
	}

	hintAtSeveral(number: string, contacts: Array<FaxContact | undefined>): void {
		if (this.hasHint) return;
		this.hasHint = true;
		const names = contacts.map((contact) => `"${contact?.name}"`).join(', ');
		this.hint(
			`A fax has no "contact" if several contacts have its number. For example, ${number} belongs to ${names}. Correct the contacts in Fax.Plus.`,
		);
	}

	/** Waits for the contacts. If they come later, other executions still get them. */
	private async read(): Promise<ContactBook | undefined> {
		const stop = this.context.getExecutionCancelSignal();
		const deadline = new Deadline(LONGEST_WAIT_MS, stop);
		try {
			const book = await deadline.limit(contactBookOf(this.context));
			if (book.isUseless) this.hint(`The faxes have no "contact". ${whyUseless(book)}`);
			return book;
		} catch (error) {
			if (!stop?.aborted) this.hint(`The faxes have no "contact". ${this.reason(error, deadline)}`);
			return undefined;
		} finally {
			deadline.release();
		}
	}

	private reason(error: unknown, { signal }: Deadline): string {
		if (signal.aborted)
			return `n8n didn't get all contacts from Fax.Plus within ${LONGEST_WAIT_MS / 1000} seconds. If it gets them later, executions of the next minutes use them.`;
		const { message } = inOneMessage(toNodeError(this.context.getNode(), error, contactListGuidance));
		return `n8n couldn't read the contacts: ${message}`;
	}

	private hint(message: string): void {
		this.context.addExecutionHints({ message, location: 'outputPane' });
	}
}

const runs = perRun((context) => new ContactsOfRun(context));

function whyUseless({ contacts: { length } }: ContactBook): string {
	return length === 0
		? "The credential's account has no contacts."
		: `None of its ${length} contacts has a name and a fax number with plus sign and country code.`;
}
