import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { HOW_TO_REPORT } from '../../../shared/editor/advice';
import { field } from '../../../shared/editor/field';
import { listIn } from '../../../shared/http/answers';
import { InputError } from '../../../shared/values/inputError';
import { digitsOf } from '../../../shared/values/phoneNumbers';
import type { NumberOffer } from '../../../shared/records';
import { returnAllFields, listField } from '../../fields/common';
import type { ReadCall } from '../../operation/itemCall';
import { toItems, type ReadOperation } from '../../operation/operation';
import { countryField, toCountryCode } from './fields';

const channelField = field('options', 'Numbers to Offer', 'channel', {
	options: [
		{ name: 'Any', value: 'random', description: 'All numbers that Fax.Plus offers' },
		{ name: 'With Certain Digits', value: 'custom', description: 'Only numbers that contain certain digits' },
	],
	default: 'random',
	description: 'Which numbers to search for',
});

const areaField: INodeProperties = {
	...listField('Area Code', 'callingCode', 'searchAreas', {
		description: 'The area to look for numbers in',
		placeholder: 'Select an area…',
		byHand: { displayName: 'By Code', name: 'code', placeholder: 'e.g. 212' },
	}),
	// The editor empties this field when another country is selected.
	typeOptions: { loadOptionsDependsOn: ['countryCode.value'] },
};

const digitsField = field('string', 'Digits', 'contains', {
	displayOptions: { show: { channel: ['custom'] } },
	placeholder: 'e.g. 2580',
	description: 'The digits that the numbers must contain',
});

/** GET /shop/numbers/countries/{country_code}/areas/{calling_code}/numbers (docs/contributing/api.md, "Shop") */
export const searchNumbers: ReadOperation = {
	value: 'searchNumbers',
	name: 'Search Numbers',
	action: 'Search for available numbers',
	description: 'List fax numbers that you can buy in an area, with their prices. It buys nothing.',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:shop:read'],
	output: {
		item_id: 'string',
		number: 'string',
		country: 'string',
		area_code: 'string',
		city: 'string',
		type: 'string',
		availability: 'string',
		price: 'number',
		monthly_fee: 'number',
		number_of_months: 'integer',
		currency: 'string',
	},
	fields: [countryField, areaField, channelField, digitsField, ...returnAllFields],
	simplify: {
		names: ['item_id', ...Object.keys(simplify({})).filter((name) => name !== 'item_id')],
		of: simplify,
	},
	async execute(call) {
		const offers = await call.limited(async () => {
			const country = toCountryCode(call.requiredText(countryField));
			const path = `/shop/numbers/countries/${country}/areas/${call.pathId(areaField)}/numbers`;
			const qs = queryOf(call);
			const listed = listIn<NumberOffer>(await call.read({ path, qs }), 'numbers');
			return withDigits(call, listed, qs.contains ?? '', path);
		});
		return toItems(offers);
	},
};

/**
 * Returns the offers that contain the wanted digits. Fax.Plus may ignore the parameter, because its name isn't documented
 * (docs/contributing/api.md, "Shop"). Somebody would then buy a number without the digits.
 */
function withDigits(call: ReadCall, listed: NumberOffer[], digits: string, path: string): NumberOffer[] {
	const held = listed.filter(({ item }) => digitsOf(item?.number ?? '').includes(digits));
	const others = listed.length - held.length;
	if (others === 0) return held;
	if (held.length === 0)
		throw new InputError(
			`Fax.Plus returned ${listed.length} numbers, such as ${listed[0]?.item?.number ?? 'one without digits'}, but none contains "${digits}". It seems to ignore "${digitsField.displayName}". Select "Any" under "${channelField.displayName}", and filter the numbers in the next node. Report that Fax.Plus ignored "contains" in ${path}?channel=custom&contains=${digits}, ${HOW_TO_REPORT}`,
		);
	const message = `${others} of ${listed.length} numbers that Fax.Plus returned don't contain "${digits}", so the output doesn't have them.`;
	call.context.addExecutionHints({ message, location: 'outputPane' });
	return held;
}

function queryOf(call: ReadCall): { channel: string; contains?: string } {
	if (call.choice(channelField) === 'random') return { channel: 'random' };
	const contains = call.optionalText(digitsField);
	if (/^[0-9]*$/.test(contains)) return { channel: 'custom', ...(contains !== '' && { contains }) };
	throw new InputError(
		`"${digitsField.displayName}" is "${contains}", but can have only the digits 0 to 9. Correct it.`,
	);
}

function simplify(record: IDataObject): IDataObject {
	const { item, ...offer } = record as unknown as NumberOffer;
	return {
		item_id: item?.id,
		number: item?.number,
		country: item?.country,
		area_code: item?.geographic_area?.area_code,
		city: item?.geographic_area?.city,
		type: offer.type,
		availability: offer.availability,
		price: offer.price,
		monthly_fee: offer.monthly_fee,
		number_of_months: offer.number_of_months,
		currency: offer.currency,
	};
}
