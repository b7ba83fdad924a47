import { readNumbers } from '../../shared/faxes/ownNumbers';
import { getAll } from '../resources/number/getAll';
import { described, stateOf, searchOf, userIdOf } from './load';

/** Offers the account's own numbers. */
export const searchOwnNumbers = searchOf(getAll, async (api, context) => {
	const numbers = await readNumbers(api, userIdOf(context));
	return numbers.map(({ number, status }) => ({ name: described([number, stateOf(status)]), value: number }));
});
