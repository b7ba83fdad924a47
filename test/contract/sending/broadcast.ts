import { itemsOfCode } from '../support/broadcastCode';

const form = (country: string) => ({
	'Name of the Broadcast': 'News',
	'Country of Numbers Without +': country,
	submittedAt: '2026-11-27',
});
const settings = { stopAfterFailures: 5, pauseSeconds: 1, busyAgainMinutes: 5, waitMinutes: 10 };

/** One number, with its country code and as it is dialled within its country. */
const NUMBERS: Array<[country: string, abroad: string, within: string]> = [
	['GB', '+442079460000', '(020) 7946 0000'],
	['RU', '+74951234567', '8 (495) 123-45-67'],
	['ru', '+78005550100', '8 800 555-01-00'],
	['BY', '+375171234567', '8 017 123-45-67'],
	['HU', '+3612345678', '06 1 234 5678'],
	['US', '+14155550100', '1 415 555 0100'],
];

describe.each(NUMBERS)('a broadcast in %s: %s and %s are one number', (country, abroad, within) => {
	test.each([
		[abroad, within],
		[within, abroad],
	])('which is not faxed where "Do not fax" has it, nor twice: %s, %s', (one, other) => {
		const nodes = { 'What to Whom?': [form(country)], 'Read the List': [{ list: `${one}\n${other}` }] };
		const rows = itemsOfCode('One Row for Each', nodes);
		expect(rows).toMatchObject([{ skipped: '' }]);
		const never = { ...nodes, 'Numbers Not to Fax': [{ number: other }], 'Read the List': [{ list: one }] };
		expect(itemsOfCode('One Row for Each', never)).toMatchObject([{ skipped: 'In the table "Do not fax".' }]);
	});

	test.each([
		[abroad, within],
		[within, abroad],
	])('which gets it once under one name, also as a second number: %s, %s', (one, other) => {
		const nodes = { 'What to Whom?': [form(country)], Settings: [settings] };
		const row = {
			submission: '2026-11-27',
			otherNumber: '',
			skipped: '',
			to: '',
			tries: 0,
			result: '',
			reason: '',
		};
		const sent = { ...row, id: 1, number: one, to: one, tries: 1, result: 'success', submission: 'before' };
		const again = { ...row, id: 2, number: other };
		expect(itemsOfCode('Who Is Next?', nodes, [sent, again])).toMatchObject([
			{ sent: [], skipped: [`${other}: This name has it already: success.`] },
		]);
		const failed = { ...row, id: 2, number: '+390667921234', otherNumber: other, to: '+390667921234' };
		expect(
			itemsOfCode('Who Is Next?', nodes, [sent, { ...failed, tries: 1, result: 'failure' }]),
		).toMatchObject([{ notSent: [expect.stringContaining('+390667921234')] }]);
	});
});

test('a broadcast in RU: a free number is no other one that ends like it', () => {
	const list = '8 800 555-01-00\n+7 495 555-01-00';
	const rows = itemsOfCode('One Row for Each', {
		'What to Whom?': [form('RU')],
		'Read the List': [{ list }],
	});
	expect(rows).toHaveLength(2);
});
