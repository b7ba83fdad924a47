import { ApiError, badRequest, notFound } from '../apiError';
import { ok } from '../handler';
import { ownNumber } from '../makers';
import { areasOf, callingCodeOf } from '../shopOffers';
import { get, operation, post } from '../openapi/sketch';
import * as record from '../openapi/records';
import { each, flag, listOf, matching, number, object, oneOf, success, text } from '../openapi/schema';

const AREAS = '/shop/numbers/countries/{country_code}/areas';

export const getBalance = operation(
	get('/shop/balance', success(object({ amount: number, currency: text })), { scopes: ['shop'] }),
	({ account }) => ok(account.balance),
);

export const listCountries = operation(
	get(
		'/shop/numbers/countries',
		success(object({ countries: listOf(object({ ...each('iso name', text), is_available: flag })) })),
		{ scopes: ['shop'] },
	),
	({ state }) => ok({ countries: state.countries }),
);

export const listAreas = operation(
	get(AREAS, success(object({ areas: listOf(object(each('calling_code city state', text))) })), {
		scopes: ['shop'],
	}),
	({ state, params, settings }) => ok({ areas: areasOf(state.offers, params.country_code, settings) }),
);

export const searchNumbers = operation(
	get(`${AREAS}/{calling_code}/numbers`, success(object({ numbers: listOf(record.numberOffer) })), {
		scopes: ['shop'],
		query: { channel: oneOf('random', 'custom'), contains: matching('^[0-9]*$') },
	}),
	({ state, params, query, settings }) => {
		const { channel = 'random', contains } = query;
		if (contains !== undefined && channel !== 'custom') {
			throw badRequest('contains is used only with channel=custom');
		}
		const numbers = state.offers.filter(
			({ item }) =>
				item.country === params.country_code &&
				callingCodeOf(item, settings) === params.calling_code &&
				(!settings.filtersByDigits || item.number.includes(contains ?? '')),
		);
		return ok({ numbers });
	},
);

export const purchaseNumber = operation(
	post('/shop/numbers/purchase', success(object({ number: text })), {
		scopes: ['shop'],
		body: object({ item_id: text }),
	}),
	({ state, account, caller, body }) => {
		const { item_id } = body as { item_id: string };
		const offer = state.offers.find(({ item }) => item.id === item_id);
		if (!offer) throw notFound();
		const isSold = state.countries.some(
			({ iso, is_available }) => iso === offer.item.country && is_available,
		);
		if (!isSold) throw badRequest('Numbers of this country cannot be bought through the API');
		if (offer.price > account.balance.amount) {
			throw new ApiError(400, 'insufficient_balance', 'The balance of the account does not cover the price');
		}
		account.balance.amount -= offer.price;
		account.numbers.set(offer.item.number, ownNumber(offer.item.number, caller.user.id));
		state.offers = state.offers.filter((other) => other !== offer);
		return ok({ number: offer.item.number });
	},
);
