import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { field } from '../../shared/editor/field';
import { listField } from '../../shared/editor/listField';

export { userIdField } from '../../shared/editor/commonFields';
export { listField };

/** Shows a field only if another field has one of these values. */
export function inField({ name }: INodeProperties, ...values: string[]): IDisplayOptions {
	return { show: { [name]: values } };
}

/** Returns the field, with its list filled by another search method. */
export function offeredBy(searchListMethod: string, field: INodeProperties): INodeProperties {
	const modes = field.modes?.map((mode) =>
		mode.type === 'list' ? { ...mode, typeOptions: { ...mode.typeOptions, searchListMethod } } : mode,
	);
	return { ...field, ...(modes && { modes }) };
}

export const faxIdField = listField('Fax', 'faxId', 'searchFaxes', {
	description: 'The fax to use. Pick one of the newest from the list, or enter its ID.',
	placeholder: 'Select a fax…',
	byHand: { placeholder: 'e.g. 5e7de3ad54cfd54eb568cc76' },
});

/** Returns a field that selects a member of a corporate account. Its value is a user ID. */
export function memberFieldOf(description: string): INodeProperties {
	return listField('Member', 'memberId', 'searchMembers', {
		description,
		placeholder: 'Select a member…',
		byHand: { placeholder: 'e.g. 13d8z73c' },
	});
}

/** Returns the only notice of an operation that can't be undone. */
export function undoNotice(consequence: string): INodeProperties {
	return field('notice', `You can't undo this. ${consequence}`, 'undoNotice');
}

export const returnAllField = field('boolean', 'Return All', 'returnAll', {
	description: 'Whether to return all results or only up to a given limit',
});

export const limitField = field('number', 'Limit', 'limit', {
	typeOptions: { minValue: 1 },
	displayOptions: { show: { returnAll: [false] } },
	default: 50,
	description: 'Max number of results to return',
});

export const returnAllFields = [returnAllField, limitField];

export const timeoutOption = field('number', 'Timeout (Seconds)', 'timeout', {
	typeOptions: { minValue: 1, maxValue: 3600 },
	default: 60,
	description: 'How long to wait for a response from Fax.Plus. A whole download can take ten times as long.',
});

export const itemsAtOnceOption = field('number', 'Items at Once', 'itemsAtOnce', {
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 10,
	description: 'How many items to process at the same time. The output keeps their order.',
});

export const includeInputFieldsOption = field('boolean', 'Include Input Fields', 'includeInputFields', {
	description:
		"Whether to add the input item's fields to the output. If a name occurs in both, the output has the operation's value.",
});

/** Name of the field with the guards of an operation. */
export const guardsFieldName = 'guards';

/** Name of the field with the options of every operation. */
export const optionsFieldName = 'options';
