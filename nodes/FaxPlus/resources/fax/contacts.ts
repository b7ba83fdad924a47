import { contactsWith, includeContactOption, otherPartyOf } from '../../../shared/faxes/contacts';
import { eventOf, type ListedEvent } from '../../../shared/faxes/faxEvents';
import type { NormalizedFax } from '../../../shared/faxes/faxRecords';
import type { ReadCall } from '../../operation/itemCall';

/**
 * Adds to faxes the contact of the other party, if the option asks for it.
 *
 * @param event what the list of the faxes stands for. By default, their records show it
 */
export async function withContacts(
	call: ReadCall,
	faxes: readonly NormalizedFax[],
	event?: ListedEvent,
): Promise<readonly object[]> {
	if (!call.hasOption(includeContactOption) || !call.options.isOn(includeContactOption)) return faxes;
	const numbers = faxes.map((fax) => otherPartyOf(event ?? eventOf(fax), fax));
	const contacts = await contactsWith(call.context, numbers);
	return faxes.map((fax, at) => (contacts[at] ? { ...fax, contact: contacts[at] } : fax));
}
