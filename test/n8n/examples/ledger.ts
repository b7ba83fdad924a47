import { createHash } from 'node:crypto';
import { seed } from '../../../tools/simulator';
import { eventually } from '../support/eventually';
import { useExamples } from './support/examples';
import { FormVisit } from './support/formVisit';

const FILE = '02-ledger-of-sent-faxes.json';
const FORM = 'Which Fax?';
const NIGHT = 'Every Night';
const SETTINGS = { firstLookSeconds: 0.5, lookEveryMinutes: 0.01, stuckAfterHours: 0 };

const examples = useExamples();

const TEXT = '%PDF-1.4 John Doe %%EOF';
const document = new File([TEXT], 'John Doe.pdf', { type: 'application/pdf' });

async function rowsOf(number: string) {
	return (await examples.tables.rows('Fax ledger')).filter(({ submission }) =>
		JSON.stringify(submission).includes(number),
	);
}

/** The columns that show what Fax.Plus has about a fax. */
async function proofOf(id: string) {
	const { simulator } = examples;
	const [pages, report] = [await simulator.fileOf(id, 'pdf'), await simulator.fileOf(id, 'report')];
	return { pagesSha256: sha256(pages), reportSha256: sha256(report), proofMissing: '' };
}

function sha256(content: string | Buffer): string {
	return createHash('sha256').update(content).digest('hex');
}

test('each fax has one row with its evidence, and at night an email reports problems, without any patient data', async () => {
	const { n8n, simulator } = examples;
	const [good, dead, lost, stuck] = ['+15550300001', '+15550300002', '+15550300003', '+15550300004'] as const;
	const send = async (number: string) => await FormVisit.again(n8n, visit.workflow, FORM, [number, document]);
	const visit = await FormVisit.first(examples, FILE, FORM, [good, document], SETTINGS);
	expect((await visit.end()).page).toContain(`Delivered ${good}: All pages were transmitted.`);
	const goodId = String(examples.faxesTo(good)[0]?.id);
	expect(await rowsOf(good)).toEqual([
		expect.objectContaining({
			...(await proofOf(goodId)),
			faxId: goodId,
			to: good,
			from: seed.ownedNumber,
			documents: 1,
			sha256: sha256(TEXT),
			bytes: String(TEXT.length),
			outcome: 'success',
		}),
	]);

	simulator.lines.set(dead, ['failed_unallocated_number']);
	expect((await (await send(dead)).end()).page).toContain(`Not delivered ${dead}: The number doesn't exist.`);
	examples.loseNextSend();
	expect((await (await send(lost)).end()).page).toContain("It's unknown whether the fax was sent");
	expect(await rowsOf(dead)).toMatchObject([
		{ outcome: 'failure', reportSha256: expect.any(String) as unknown },
	]);
	expect(await rowsOf(lost)).toMatchObject([{ to: lost, outcome: 'pending', status: 'answer lost' }]);
	simulator.recover();
	simulator.emit('fax_sent', { to: '+15550300006' });
	simulator.sending.sending = 600_000;
	await send(stuck);
	const inProgress = await eventually(n8n, 'It is not in the ledger', async () => (await rowsOf(stuck))[0]);
	const missing = { faxId: 'fax_gone', to: '+15550300005', outcome: 'pending', status: 'sending' };
	const { tables } = examples;
	await tables.insert('Fax ledger', [{ ...missing, submittedAt: '2026-01-01T00:00:00Z' }]);

	await n8n.api.runManually(visit.workflow.id, NIGHT);

	const [first] = examples.mailbox.mails;
	const id = (number: string) => String(examples.faxesTo(number)[0]?.id);
	expect(first?.text).toContain(`Stuck in the outbox:\n- ${inProgress['faxId'] as string}: sending`);
	expect(first?.text).toContain(`Not delivered:\n- ${id(dead)}: failed unallocated number`);
	expect(first?.text).toContain(`added now, without hashes):\n- ${id(lost)}: success\n`);
	expect(first?.text).toMatch(/Sent by other workflows or people \(added without hashes\): \d+\n/);
	expect(await rowsOf(lost)).toMatchObject([
		{ ...(await proofOf(id(lost))), faxId: id(lost), outcome: 'success' },
	]);
	expect(first?.text).toContain('among the sent faxes:\n- fax_gone: sending');
	expect(first?.text).toContain('/home/datatables');
	expect(JSON.stringify(first)).not.toMatch(/555\D*030|\b000[1-5]\b|555\D*010|John|Doe|\.pdf/);

	await n8n.api.runManually(visit.workflow.id, NIGHT);

	expect(examples.mailbox.mails[1]?.subject).toBe(
		'Faxes: 1 stuck, 0 not delivered, 0 lost, 1 without a result',
	);
	expect((await tables.rows('Fax ledger')).filter(({ faxId }) => faxId === id(lost))).toHaveLength(1);
});
