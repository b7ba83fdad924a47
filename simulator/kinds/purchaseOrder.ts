import type { Letter } from './letter';

export const purchaseOrder: Letter = {
	language: 'en',
	from: '+15550101020',
	company: 'Harbour Hotel Group',
	address: '3 Quay Street, Port Ellis, telephone +15550101021',
	recipient: 'Sales',
	type: 'Purchase Order',
	title: 'Purchase Order PO-7731',
	details: [
		{ label: 'Date', value: '2026-11-19', field: 'date' },
		{ label: 'Order number', value: 'PO-7731', field: 'reference_number' },
		{ label: 'Deliver by', value: '2026-12-04' },
	],
	pages: [
		[
			'Please deliver to the address above:',
			'',
			['Article', 'Quantity', 'Price'],
			['Bath towels', '240', 'USD 9.50'],
			['Bed linen', '120', 'USD 24.00'],
			['Table cloths', '60', 'USD 18.00'],
			'',
			['Total', '', 'USD 6,240.00'],
			'',
			'Please confirm by fax and name the order number on all papers.',
		],
	],
	greeting: 'Yours sincerely',
	signature: { name: 'Sam Example', role: 'Purchasing' },
};
