import type { Letter } from './letter';

export const invoice: Letter = {
	language: 'de',
	from: '+15550101040',
	company: 'Bürobedarf Beispiel GmbH',
	address: 'Musterstraße 5, 12345 Musterstadt, Telefon +15550101041',
	recipient: 'Buchhaltung',
	type: 'Rechnung',
	title: 'Rechnung RE-2026-0815',
	details: [
		{ label: 'Datum', value: '2026-11-17', field: 'date' },
		{ label: 'Rechnungsnummer', value: 'RE-2026-0815', field: 'reference_number' },
		{ label: 'Zahlbar bis', value: '2026-12-01' },
	],
	pages: [
		[
			'Sehr geehrte Damen und Herren,',
			'',
			'für unsere Lieferung vom 10. November berechnen wir Ihnen:',
			'',
			['Artikel', 'Menge', 'Preis'],
			['Kopierpapier', '40 Pakete', '180,00 EUR'],
			['Aktenordner', '25 Stück', '62,50 EUR'],
			['Umsatzsteuer 19 %', '', '46,08 EUR'],
			'',
			['Gesamtbetrag', '', '288,58 EUR'],
			'',
			'Bitte überweisen Sie den Betrag unter Angabe der Rechnungsnummer.',
		],
	],
	greeting: 'Mit freundlichen Grüßen',
	signature: { name: 'Erika Muster', role: 'Buchhaltung' },
};
