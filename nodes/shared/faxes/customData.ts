import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { labelTextOf } from '../values/text';

/** Key in an execution's custom data that people use to find the execution of a fax. */
const KEY = 'faxId';

/** Maximum length of a value. n8n logs an error about longer ones. */
const MOST_CHARACTERS = 255;

const DIVIDER = ', ';

/**
 * Saves IDs of faxes in the custom data of the execution, so that people find the execution of a fax. IDs that don't fit are
 * left out. n8n versions without custom data save nothing, and no execution fails because of it.
 */
export function saveFaxIds(context: IExecuteFunctions, ids: readonly unknown[]): void {
	try {
		const { customData } = context;
		const earlier = customData.get(KEY);
		const saved = earlier ? earlier.split(DIVIDER) : [];
		const all = new Set([...saved, ...ids.map(labelTextOf).filter((id) => id !== '')]);
		const value = fitting([...all]);
		if (value !== '') customData.set(KEY, value);
	} catch {
		// The custom data only helps people find executions, so this failure is ignored.
	}
}

/** Saves the IDs in the items of a trigger. A fax may have two, one for its delivery and one for its record. */
export function saveFaxIdsOf(context: IExecuteFunctions, items: ReadonlyArray<{ json: IDataObject }>): void {
	saveFaxIds(
		context,
		items.flatMap(({ json: { data, hook } }) =>
			[data, hook].map((part) => (part as IDataObject | undefined)?.['id']),
		),
	);
}

function fitting(ids: readonly string[]): string {
	return ids.reduce((text, id) => {
		const longer = text === '' ? id : `${text}${DIVIDER}${id}`;
		return longer.length > MOST_CHARACTERS ? text : longer;
	}, '');
}
