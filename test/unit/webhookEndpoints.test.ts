import fc from 'fast-check';

import { hasSettings } from '../../nodes/shared/webhookEndpoints';

const endpoint = { id: 'ep_1', url: 'https://example.com', filter_types: ['fax_sent', 'fax_received'] };
const events = ['fax_received', 'fax_sent'];

describe('hasSettings', () => {
	test('compares events as sets', () => {
		expect(hasSettings(endpoint, { filter_types: events, channels: null })).toBe(true);
		expect(hasSettings(endpoint, { filter_types: ['fax_sent'], channels: null })).toBe(false);
		expect(hasSettings(endpoint, { filter_types: [...events, 'fax_page_received'], channels: null })).toBe(
			false,
		);
	});

	test.each([
		[undefined, null],
		[null, null],
		[[], null],
		[null, []],
	])('takes no numbers for no numbers: %j and %j', (held, wanted) => {
		const held_ = held === undefined ? endpoint : { ...endpoint, channels: held };
		expect(hasSettings(held_, { filter_types: events, channels: wanted })).toBe(true);
	});

	test('compares numbers as sets, after E.164 normalisation', () => {
		const held = { ...endpoint, channels: ['+1 555 010-0000', '+41225550100'] };
		expect(hasSettings(held, { filter_types: events, channels: ['+41 22 555 01 00', '+15550100000'] })).toBe(
			true,
		);
		expect(hasSettings(held, { filter_types: events, channels: ['+15550100000'] })).toBe(false);
		expect(hasSettings(held, { filter_types: events, channels: null })).toBe(false);
	});

	test('does not stumble over a number that only the service would accept', () => {
		const held = { ...endpoint, channels: ['+1 555 FAX'] };
		expect(hasSettings(held, { filter_types: events, channels: ['+15550100000'] })).toBe(false);
		expect(hasSettings(held, { filter_types: events, channels: ['+1 555 FAX'] })).toBe(true);
	});

	test('the order of events and numbers never matters', () => {
		const numbers = fc.uniqueArray(fc.constantFrom('+15550100000', '+15550100001', '+41225550100'));
		const shuffled = numbers.chain((list) =>
			fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
		);
		fc.assert(
			fc.property(shuffled, ([channels, reordered]) => {
				const held = { ...endpoint, channels: reordered };
				expect(hasSettings(held, { filter_types: events, channels })).toBe(true);
			}),
		);
	});
});
