import { InputError } from '../../../nodes/shared/values/inputError';
import { toE164In } from '../../../nodes/shared/values/nationalNumbers';
import { itemsOfCode, rowsOfList } from '../support/broadcastCode';
import { BROADCAST_LISTS } from '../support/broadcastLists';

const form = (country: string) => ({
	'Name of the Broadcast': 'News',
	'Country of Numbers Without +': country,
	submittedAt: '2026-11-27',
});
const settings = { stopAfterFailures: 5, pauseSeconds: 1, busyAgainMinutes: 5, waitMinutes: 10 };

/** The same number in international format, and as it's dialed within its country. */
const NUMBERS: Array<[country: string, abroad: string, within: string]> = [
	['GB', '+442079460000', '(020) 7946 0000'],
	['RU', '+74951234567', '8 (495) 123-45-67'],
	['ru', '+78005550100', '8 800 555-01-00'],
	['BY', '+375171234567', '8 017 123-45-67'],
	['HU', '+3612345678', '06 1 234 5678'],
	['US', '+14155550100', '1 415 555 0100'],
];

describe.each(NUMBERS)('a broadcast in %s: %s and %s are the same number', (country, abroad, within) => {
	test.each([
		[abroad, within],
		[within, abroad],
	])('which isn\'t faxed if "Do not fax" contains it, and never twice: %s, %s', (one, other) => {
		const rows = rowsOfList(form(country), `${one}\n${other}`);
		expect(rows).toMatchObject([{ skipped: '' }, { skipped: 'On the list above.' }]);
		const never = rowsOfList(form(country), one, [other]);
		expect(never).toMatchObject([{ skipped: 'In the table "Do not fax".' }]);
	});

	test.each([
		[abroad, within],
		[within, abroad],
	])('which gets the fax once under one name, even as a second number: %s, %s', (one, other) => {
		const nodes = { 'Broadcast Form': [form(country)], Settings: [settings] };
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
		expect(itemsOfCode('Next Number', nodes, [sent, again])).toMatchObject([
			{ sent: [], skipped: [`${other}: This name has it already: success.`] },
		]);
		const failed = { ...row, id: 2, number: '+390667921234', otherNumber: other, to: '+390667921234' };
		expect(
			itemsOfCode('Next Number', nodes, [sent, { ...failed, tries: 1, result: 'failure' }]),
		).toMatchObject([{ notSent: [expect.stringContaining('+390667921234')] }]);
	});
});

test("a broadcast in RU: an allowed number isn't confused with another that ends like it", () => {
	const list = '8 800 555-01-00\n+7 495 555-01-00';
	const rows = rowsOfList(form('RU'), list);
	expect(rows).toMatchObject([{ skipped: '' }, { skipped: '' }]);
});

/** Returns the number that "Send" uses for a text, as a list. The list is empty if "Send" refuses the text. */
function dialed(country: string, text: unknown): string[] {
	try {
		return text === '' ? [] : [toE164In(country, String(text))];
	} catch (error) {
		if (error instanceof InputError) return [];
		throw error;
	}
}

describe('lists from real offices', () => {
	const form = (country: string, column = '') => ({
		'Country of Numbers Without +': country,
		'Fax Column': column,
	});
	const known = BROADCAST_LISTS.filter(({ faxes }) => faxes !== undefined);
	const unknown = BROADCAST_LISTS.filter(({ faxes }) => faxes === undefined);

	test.each(known)(
		'$what: only fax numbers get a fax, and each has a row',
		({ country, list, column, written, faxes = [] }) => {
			const rows = rowsOfList(form(country, column), list);
			const tried = rows.filter(({ skipped }) => skipped === '');
			const numbers = tried.flatMap(({ number, otherNumber }) => [
				...dialed(country, number),
				...dialed(country, otherNumber),
			]);
			expect([...new Set(numbers)].sort()).toEqual([...faxes].sort());
			const shown = JSON.stringify(rows).replace(/[^\d"]/g, '');
			for (const text of written) expect(shown).toContain(text.replace(/\D/g, ''));
		},
	);

	test.each(unknown)('$what: the form asks for the column', ({ country, list }) => {
		expect(() => rowsOfList(form(country), list)).toThrow(/^The list has .*"Fax Column"/);
	});

	test.each([
		['+15550100200;"Roe', /^The list has a quotation mark without a second one, in line 1/],
		['\n \n;;\n', /^The list is empty/],
		['Phone\n+15550100200', /^The list has no column of fax numbers: its heading is "Phone"/],
	])('the list %j is refused', (list, words) => {
		expect(() => rowsOfList(form(''), list)).toThrow(words);
	});

	test("a column that isn't in the list is refused", () => {
		expect(() => rowsOfList(form('', 'Telefax'), 'Name;Fax\nRoe;+15550100200')).toThrow(
			/^The list has no column "Telefax"\. It begins: Name, Fax\./,
		);
	});

	test('everything in a line has a row: a third number, a date, a duplicate', () => {
		const list =
			'Name;Fax\nA;"+15550100201, +15550100202 / +15550100203"\nB;2026-11-27\nC;+1 555 010 0201\nD;';
		expect(
			rowsOfList(form(''), list).map(({ number, otherNumber, skipped }) => [number, otherNumber, skipped]),
		).toEqual([
			['line 2, +15550100203', '', 'Only two numbers of a line are tried.'],
			['+15550100201', '+15550100202', ''],
			['line 3, 2026-11-27', '', 'Looks like a date.'],
			['line 4, +15550100201', '', 'On the list above.'],
			['line 5', '', 'No fax number.'],
		]);
	});
});

test("the summary names each recipient's other number, and a skipped one blocks no other fax", () => {
	const nodes = { 'Broadcast Form': [form('')], Settings: [settings] };
	const row = {
		submission: '2026-11-27',
		otherNumber: '',
		skipped: '',
		to: '',
		tries: 0,
		result: '',
		reason: '',
	};
	const left = {
		...row,
		id: 1,
		number: 'line 2, +15550100203',
		skipped: 'Only two numbers of a line are tried.',
	};
	const listed = { ...row, id: 2, number: '+15550100203' };
	expect(itemsOfCode('Next Number', nodes, [left, listed])).toMatchObject([{ to: '+15550100203' }]);
	const one = { ...row, id: 2, number: '+15550100201', otherNumber: '+15550100202', triedAt: '2026-11-27' };
	const reached = { ...one, to: one.number, tries: 1, result: 'success' };
	expect(itemsOfCode('Next Number', nodes, [left, reached])).toMatchObject([
		{
			sent: ['+15550100201'],
			others: ['+15550100202: Second number of +15550100201, not tried.'],
			skipped: ['line 2, +15550100203: Only two numbers of a line are tried.'],
		},
	]);
	const moved = { ...one, to: one.otherNumber, tries: 1, result: 'success' };
	expect(itemsOfCode('Next Number', nodes, [moved])).toMatchObject([
		{ sent: ['+15550100202'], others: ['+15550100201: Not reached, so +15550100202 was tried.'] },
	]);
});
