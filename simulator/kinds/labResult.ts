import type { Letter } from './letter';

export const labResult: Letter = {
	language: 'en',
	from: '+15550101030',
	company: 'Northgate Laboratory',
	address: '80 Mill Lane, Northgate, telephone +15550101031',
	recipient: 'Hillside Practice',
	type: 'Laboratory Result',
	title: 'Laboratory Result L-90412',
	details: [
		{ label: 'Date', value: '2026-11-20', field: 'date' },
		{ label: 'Sample', value: 'L-90412', field: 'reference_number' },
		{ label: 'Patient', value: 'Mary Major', field: 'patient_name' },
		{ label: 'Taken on', value: '2026-11-18' },
	],
	pages: [
		[
			['Blood count', 'Result', 'Usual'],
			['Haemoglobin', '13.9 g/dl', '12.0 to 15.5'],
			['White cells', '6.1 /nl', '4.0 to 10.0'],
			['Platelets', '251 /nl', '150 to 400'],
			'',
			'The other results are on the next page.',
		],
		[
			['Chemistry', 'Result', 'Usual'],
			['Glucose', '92 mg/dl', '70 to 99'],
			['Creatinine', '0.8 mg/dl', '0.5 to 1.1'],
			['C-reactive protein', '14 mg/l', 'below 5'],
			'',
			'Raised: C-reactive protein. Please check again in two weeks.',
		],
		[
			'Methods',
			'',
			'Blood count: flow cytometry. Chemistry: photometry.',
			'The sample arrived in good condition on the day it was taken.',
		],
	],
	greeting: 'Released by',
	signature: { name: 'Dr. Alex Sample', role: 'Laboratory medicine' },
};
