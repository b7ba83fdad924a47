import axios from 'axios';

import { RecordsSystem, type DocumentReference } from '../../tools/harness/recordsSystem';

let records: RecordsSystem;

beforeEach(async () => {
	records = await RecordsSystem.start();
});

afterEach(async () => {
	await records.stop();
});

async function page(): Promise<string> {
	return (await axios.get<string>(records.url)).data;
}

function documentOf(id: string, patient: string): DocumentReference {
	return {
		id,
		date: '2026-11-20T10:00:00Z',
		identifier: [{ value: `fax-${id}` }],
		type: { text: 'Referral' },
		subject: { reference: patient },
		custodian: { display: 'Cardiology' },
		content: [{ attachment: { data: Buffer.from('%PDF-1.7').toString('base64') } }],
	};
}

describe('The page of the records system', () => {
	it('shows that nothing is filed, and what to do', async () => {
		expect(await page()).toContain('Nothing is filed yet. Press');
		expect(await page()).not.toContain('<table');
	});

	it('shows filed faxes with their pages, newest first, and never reads text as markup', async () => {
		records.documents.push(documentOf('1', 'Patient/1'), documentOf('2', '<b>Patient/2</b>'));
		const shown = await page();
		expect(shown).not.toContain('Nothing is filed yet');
		expect(shown).toContain('&#60;b&#62;Patient/2');
		expect(shown.indexOf('Patient/2')).toBeLessThan(shown.indexOf('Patient/1'));
		const { data } = await axios.get<string>(`${records.url}/DocumentReference/2/pdf`);
		expect(data).toBe('%PDF-1.7');
	});
});
