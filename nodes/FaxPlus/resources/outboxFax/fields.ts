import { listField } from '../../fields/common';

/** Selects the fax in the outbox that an operation works on. */
export const outboxFaxIdField = listField('Outbox Fax', 'outboxFaxId', 'searchOutboxFaxes', {
	description: "The fax in the outbox, which isn't sent yet",
	placeholder: 'Select an outgoing fax…',
	byHand: { placeholder: 'e.g. 13a4afb0585345639733857e8f36df8d' },
});
