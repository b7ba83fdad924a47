import { contactsWith, includeContactOption, otherPartyOf } from '../../../shared/faxes/contacts';
import { eventOf, type ListedEvent } from '../../../shared/faxes/faxEvents';
import type { NormalizedFax } from '../../../shared/faxes/faxRecords';
import type { ReadCall } from '../../operation/itemCall';

/** Adds contacts to faxes. The event is what their list stands for. By default, their records show it. */
type AddContacts = (faxes: readonly NormalizedFax[], event?: ListedEvent) => Promise<readonly object[]>;

/**
 * Returns a function that adds to faxes the contact of the other party, if the option asks for it. The option is read at once,
 * so that an invalid value is refused before any request.
 */
export function contactsFor(call: ReadCall): AddContacts {
	const isWanted = call.hasOption(includeContactOption) && call.options.isOn(includeContactOption);
	return async (faxes, event) => {
		if (!isWanted) return faxes;
		const numbers = faxes.map((fax) => otherPartyOf(event ?? eventOf(fax), fax));
		const contacts = await contactsWith(call.context, numbers);
		return faxes.map((fax, at) => (contacts[at] ? { ...fax, contact: contacts[at] } : fax));
	};
}
