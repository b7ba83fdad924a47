import type { Letter } from './letter';

export const referral: Letter = {
	language: 'en',
	from: '+15550100999',
	company: 'Lakeside Clinic',
	address: '12 Shore Road, Lakeside, telephone +15550100998',
	recipient: 'Hillside Practice',
	type: 'Referral',
	title: 'Referral R-2045',
	details: [
		{ label: 'Date', value: '2026-11-20', field: 'date' },
		{ label: 'Reference', value: 'R-2045', field: 'reference_number' },
		{ label: 'Patient', value: 'John Doe', field: 'patient_name' },
		{ label: 'Date of birth', value: '1980-02-29', field: 'patient_birth_date' },
	],
	pages: [
		[
			'Dear colleagues,',
			'',
			'please see Mr. Doe about his left knee. It has hurt for six weeks, mostly on',
			'stairs, and rest and ice have not helped. There was no accident.',
			'',
			'The findings are on the next page.',
		],
		[
			'Findings',
			'',
			['Swelling', 'slight, left knee'],
			['Movement', '0 to 110 degrees'],
			['Ligaments', 'firm'],
			['X-ray', 'no fracture'],
			'',
			'Please send your report to the number above.',
		],
	],
	greeting: 'Kind regards',
	signature: { name: 'Dr. Jane Roe', role: 'Orthopaedics' },
};
