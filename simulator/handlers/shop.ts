import { ApiError, badRequest, notFound } from '../apiError';
import { ok, type Handler } from '../handler';
import { ownNumber } from '../makers';
import { areasOf, callingCodeOf } from '../shopOffers';

export const getBalance: Handler = ({ account }) => ok(account.balance);

export const listCountries: Handler = ({ state }) => ok({ countries: state.countries });

export const listAreas: Handler = ({ state, params, settings }) =>
	ok({ areas: areasOf(state.offers, params.country_code, settings) });

export const searchNumbers: Handler = ({ state, params, query, settings }) => {
	const { channel = 'random', contains } = query;
	if (contains !== undefined && channel !== 'custom') {
		throw badRequest('contains is used only with channel=custom');
	}
	const numbers = state.offers.filter(
		({ item }) =>
			item.country === params.country_code &&
			callingCodeOf(item, settings) === params.calling_code &&
			item.number.includes(contains ?? ''),
	);
	return ok({ numbers });
};

export const purchaseNumber: Handler = ({ state, account, caller, body }) => {
	const { item_id } = body as { item_id: string };
	const offer = state.offers.find(({ item }) => item.id === item_id);
	if (!offer) throw notFound();
	const isSold = state.countries.some(({ iso, is_available }) => iso === offer.item.country && is_available);
	if (!isSold) throw badRequest('Numbers of this country cannot be bought through the API');
	if (offer.price > account.balance.amount) {
		throw new ApiError(400, 'insufficient_balance', 'The balance of the account does not cover the price');
	}
	account.balance.amount -= offer.price;
	account.numbers.set(offer.item.number, ownNumber(offer.item.number, caller.user.id));
	state.offers = state.offers.filter((other) => other !== offer);
	return ok({ number: offer.item.number });
};
