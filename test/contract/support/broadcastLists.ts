/**
 * What an office in some country has in its lists. Phone numbers, customer numbers, and dates have as many digits as fax
 * numbers.
 */
interface Office {
	country: string;
	headings: Record<'date' | 'name' | 'phone' | 'fax' | 'customer' | 'amount', string>;
	/** Fax numbers as they're written, each with its international format. */
	faxes: Array<[written: string, number: string]>;
	phone: string;
	customer: string;
	date: string;
	amount: string;
}

const OFFICES: Office[] = [
	{
		country: 'DK',
		headings: {
			date: 'Dato',
			name: 'Navn',
			phone: 'Telefon',
			fax: 'Fax',
			customer: 'Kundenr.',
			amount: 'Beløb',
		},
		faxes: [
			['33 12 34 56', '+4533123456'],
			['+45 33 12 34 57', '+4533123457'],
			['33.12.34.58', '+4533123458'],
		],
		phone: '40 12 34 56',
		customer: '40012345',
		date: '20261127',
		amount: '1.234,50',
	},
	{
		country: 'BE',
		headings: {
			date: 'Date',
			name: 'Nom',
			phone: 'Téléphone',
			fax: 'N° de fax',
			customer: 'Client',
			amount: 'Montant',
		},
		faxes: [
			['02 555 12 34', '+3225551234'],
			['02/555 12 35', '+3225551235'],
			['+32 2 555 12 36', '+3225551236'],
		],
		phone: '0470 12 34 56',
		customer: '27112026',
		date: '27.11.2026',
		amount: '€ 1250,00',
	},
	{
		country: 'DE',
		headings: {
			date: 'Datum',
			name: 'Praxis',
			phone: 'Tel.',
			fax: 'Telefax-Nr.',
			customer: 'Kundennummer',
			amount: 'Betrag',
		},
		faxes: [
			['030/1234567', '+49301234567'],
			['030 1234568', '+49301234568'],
			['+49 30 1234569', '+49301234569'],
		],
		phone: '0171 1234567',
		customer: '0301234560',
		date: '27.11.2026',
		amount: '1.234,50',
	},
	{
		country: 'GB',
		headings: {
			date: 'Date',
			name: 'Surgery',
			phone: 'Phone',
			fax: 'Fax number',
			customer: 'Customer ID',
			amount: 'Amount',
		},
		faxes: [
			['020 7946 0001', '+442079460001'],
			['(020) 7946 0002', '+442079460002'],
			['+44 20 7946 0003', '+442079460003'],
		],
		phone: '07700 900123',
		customer: '02079460009',
		date: '27/11/2026',
		amount: '1234.50',
	},
	{
		country: 'FR',
		headings: {
			date: 'Date',
			name: 'Cabinet',
			phone: 'Tél.',
			fax: 'Télécopie',
			customer: 'Client',
			amount: 'Montant',
		},
		faxes: [
			['01 23 45 67 89', '+33123456789'],
			['01.23.45.67.90', '+33123456790'],
			['+33 1 23 45 67 91', '+33123456791'],
		],
		phone: '06 12 34 56 78',
		customer: '0123456700',
		date: '2026-11-27',
		amount: '1250,00 €',
	},
	{
		country: 'NO',
		headings: { date: 'Dato', name: 'Navn', phone: 'Mobil', fax: 'Faks', customer: 'Kunde', amount: 'Kr' },
		faxes: [
			['22 12 34 56', '+4722123456'],
			['22123457', '+4722123457'],
			['+47 22 12 34 58', '+4722123458'],
		],
		phone: '90 12 34 56',
		customer: '40012345',
		date: '2026-11-27 08:30',
		amount: 'kr 12345678',
	},
	{
		country: 'US',
		headings: {
			date: 'Date',
			name: 'Practice',
			phone: 'Cell phone',
			fax: 'FAX #',
			customer: 'Account',
			amount: 'Total',
		},
		faxes: [
			['(415) 555-0101', '+14155550101'],
			['1-416-555-0102', '+14165550102'],
			['+1 415 555 0103', '+14155550103'],
		],
		phone: '415-555-0199',
		customer: '4155550188',
		date: '11/27/2026',
		amount: '$1234.50',
	},
];

/** A list that a form may receive, and the expected result. */
export interface BroadcastList {
	what: string;
	country: string;
	list: string;
	column?: string;
	/** The fax numbers in the list, as they're written. */
	written: string[];
	/** Numbers that faxes go to, or undefined if the form must ask for the column. */
	faxes: string[] | undefined;
}

function listsOf({ country, headings, faxes, phone, customer, date, amount }: Office): BroadcastList[] {
	const { date: on, name, phone: call, fax, customer: id, amount: due } = headings;
	const written = faxes.map(([text]) => text);
	const [one = '', two = '', three = ''] = written;
	const numbers = faxes.map(([, number]) => number);
	const quoted = (text: string) => `"${text}"`;
	const names = ['Clinic A', 'Dr "Bo" Roe, MD', 'Clinic C'];
	const lines = (head: string[], divider: string, ...columns: string[][]) =>
		[head, ...written.map((_, at) => columns.map((column) => column[at] ?? ''))]
			.filter((cells) => cells.length > 0)
			.map((cells) =>
				cells.map((cell) => (/[",;|]/.test(cell) ? quoted(cell.replaceAll('"', '""')) : cell)).join(divider),
			);
	const same = (text: string) => written.map(() => text);
	const list = (what: string, texts: string[], expected?: string[], column?: string): BroadcastList => ({
		what: `${country}: ${what}`,
		country,
		list: texts.join('\n'),
		written,
		faxes: expected,
		...(column !== undefined && { column }),
	});
	const dated = lines([on, name, fax], ';', same(date), names, written);
	const bare = lines([], ';', same(date), names, same(phone), written);
	return [
		list('dates before the fax column', dated, numbers),
		list('phones before it, with tabs', lines([name, call, fax], '\t', names, same(phone), written), numbers),
		list(
			'customers and amounts around it, with commas',
			lines([id, fax, due], ',', same(customer), written, same(amount)),
			numbers,
		),
		list(
			'in quotation marks',
			[`${quoted(fax)},${quoted(on)}`, ...written.map((text) => `${quoted(text)},${quoted(date)}`)],
			numbers,
		),
		list(
			'a byte order mark, and dividers at the ends',
			[`\uFEFF${fax};${call};;`, ...written.map((text) => `${text};${phone};;\r`)],
			numbers,
		),
		list('a title above', ['Clinics of November', '', ...dated], numbers),
		list(
			'several numbers in a cell',
			[
				`${name};${fax}`,
				`A;${quoted(`${one}, ${two}`)}`,
				`B;${quoted(`${three} | ${one} | ${two}`)}`,
				`C;${date}`,
			],
			numbers,
		),
		list('two fax columns', [`${fax};${name};Fax 2`, `${one};A;${two}`, `${three};B;`], numbers),
		list(
			'a date, an amount and a labeled phone in the fax column',
			[...dated, `;;${date}`, `;;${amount}`, `;;Tel. ${phone}`, `;;n/a`],
			numbers,
		),
		list('one column, no heading', written, numbers),
		list('columns without headings', bare),
		list('the same, and the form names the column', bare, numbers, '4'),
		list('phones only', lines([name, call], ';', names, same(phone))),
		list(
			'the form names the column by a heading of its own',
			lines([call, 'Nr. 2'], ';', same(phone), written),
			numbers,
			'nr. 2',
		),
	];
}

/** Lists as offices in seven countries keep them. */
export const BROADCAST_LISTS = OFFICES.flatMap(listsOf);
