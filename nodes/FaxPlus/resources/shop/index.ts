import type { Resource } from '../../operation';
import { getAreas } from './getAreas';
import { getBalance } from './getBalance';
import { getCountries } from './getCountries';
import { purchaseNumber } from './purchaseNumber';
import { searchNumbers } from './searchNumbers';

export const shop: Resource = {
	value: 'shop',
	name: 'Shop',
	description: 'Fax numbers to buy, and the balance that pays for them',
	operations: [searchNumbers, getCountries, getAreas, getBalance, purchaseNumber],
};
