import { ContactBook } from '../../nodes/shared/lists/contactBook';
import type { Contact } from '../../nodes/shared/records';

const LONDON = '+442079460000';
const WASHINGTON = '+12025550143';

function bookOf(...contacts: Contact[]): ContactBook {
	return new ContactBook(contacts);
}

/** Returns the names of the contacts with a number, if one contact has another number. */
function namesFor(number: string, written: unknown): string[] {
	return bookOf({ id: 'con_1', name: 'Jane Roe', fax_number: written as string })
		.having(number)
		.map(({ name }) => name);
}

test.each([
	[LONDON, LONDON],
	[LONDON, '+44 20 7946 0000'],
	[LONDON, '+44 (0)20 7946 0000'],
	[LONDON, '0044 20 7946-0000'],
	[LONDON, 'Fax: +44.20.7946.0000'],
	[WASHINGTON, '+1 (202) 555-0143'],
	[WASHINGTON, '011 1 202 555 0143'],
	['+1 (202) 555-0143', WASHINGTON],
])('the number %s belongs to the contact with the number "%s"', (number, written) => {
	expect(namesFor(number, written)).toEqual(['Jane Roe']);
});

test.each([
	['without a country', LONDON, '020 7946 0000'],
	['without a country, whose digits are those of a number in Egypt', '+20225550143', '20225550143'],
	['of somebody else', LONDON, '+442079460001'],
	['with the same last digits', '+12079460000', LONDON],
	['that is missing', '', ''],
	['that is unknown', '', null],
	['that is unknown on both sides', 'anonymous', 'anonymous'],
	['that is not text', LONDON, { number: LONDON }],
])('a number %s belongs to nobody', (_kind, number, written) => {
	expect(namesFor(number, written)).toEqual([]);
});

test('a number of several contacts belongs to all of them, and one without a name is nobody', () => {
	const fax_number = LONDON;
	const book = bookOf(
		{ id: 'con_1', name: 'Jane Roe', fax_number },
		{ id: 'con_2', name: ' ', fax_number },
		{ id: 'con_3', name: 'Tom Baker', fax_number: '0044 20 7946 0000' },
	);
	expect(book.having(LONDON)).toEqual([
		{ id: 'con_1', name: 'Jane Roe' },
		{ id: 'con_3', name: 'Tom Baker' },
	]);
});
