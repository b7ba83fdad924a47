import { itemOfDelivery } from '../../../nodes/FaxPlusTrigger/delivery/item';

/** Returns whether Fax.Plus seems to have tried the fax again. */
function isRetry(hook: { id?: string | null }, data: { id?: string | null }): unknown {
	const body = { hook: { event: 'fax_sent', ...hook }, data };
	return itemOfDelivery(body, undefined).json['isRetry'];
}

test.each([
	[{ id: 'fax 1' }, { id: 'fax 1' }, false],
	[{ id: 'fax 1' }, { id: 'fax 2' }, true],
	[{}, { id: 'fax 1' }, false],
	[{ id: null }, { id: 'fax 1' }, false],
	[{ id: 'fax 1' }, {}, false],
	[{}, {}, false],
])("An event with %j about a fax with %j shows that it's a retry: %j", (hook, data, expected) => {
	expect(isRetry(hook, data)).toBe(expected);
});
