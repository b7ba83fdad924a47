import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import type { NodeRun } from '../support/execution';
import { useBench } from '../support/bench';
import { expectSuccess } from '../support/execution';
import { BUSY, file, NUMBER, sendingOf, withFiles } from '../support/sending';

const bench = useBench();
const { waiting: inOutbox, slowly, requestsOf, ...sending } = sendingOf(bench);

const PDF = Buffer.from('%PDF-1.4 contract %%EOF');
const PNG = Buffer.from('\x89PNG\r\n\x1a\n a picture', 'latin1');

const of = (bytes: Buffer | string) => ({
	sha256: createHash('sha256').update(bytes).digest('hex'),
	bytes: bytes.length,
});

const twoFiles = withFiles({ a: file('a.pdf', 'application/pdf', PDF), b: file('b.png', 'image/png', PNG) });

const waiting = { pollingInterval: 1, waitLimit: 30, retryCount: 0 };

async function send({ options, ...parameters }: INodeParameters = {}, more?: Partial<NodeRun>) {
	return await sending.send({ ...parameters, options: { evidence: true, ...(options as object) } }, more);
}

test('returns nothing without the option', async () => {
	const { items } = await sending.send({ waitUntilSent: true, options: waiting });
	expect(items[0]?.json).not.toHaveProperty('evidence');
});

test('a send lists what was uploaded, in order', async () => {
	slowly();
	const { items } = await send({ source: 'files', binaryPropertyNames: 'b, a' }, { items: [twoFiles] });
	expect(items[0]?.json['evidence']).toEqual([of(PNG), of(PDF)]);
	expect(inOutbox()?.documents.map(({ bytes }) => of(bytes))).toEqual([of(PNG), of(PDF)]);
});

test("each recipient has it, next to the fax's record", async () => {
	const { items } = expectSuccess(
		await send({
			to: `${NUMBER},${BUSY}`,
			waitUntilSent: true,
			options: { ...waiting, failIfNotDelivered: false },
		}),
	);
	expect(items.map(({ json }) => json)).toMatchObject([
		{ to: NUMBER, outcome: 'success', evidence: [of('Hello')] },
		{ to: BUSY, outcome: 'failure', evidence: [of('Hello')] },
	]);
	expect(requestsOf('getFaxReport')).toEqual([]);
});

test('an error about undelivered faxes has it', async () => {
	const { items } = await send(
		{ to: BUSY, waitUntilSent: true, options: waiting },
		{ onError: 'continueRegularOutput' },
	);
	expect(JSON.stringify(items[0]?.json)).toContain(`"sha256":"${of('Hello').sha256}"`);
});

test('a repeated upload counts once, as uploaded', async () => {
	bench().simulator.fail({ operationId: 'uploadFile', times: 1, with: 503, retryAfter: '0' });
	slowly();
	const { items } = await send({ source: 'files', binaryPropertyNames: 'a' }, { items: [twoFiles] });
	expect(items[0]?.json['evidence']).toEqual([of(PDF)]);
});

test('an existing fax that is sent again is described by the uploaded copy', async () => {
	slowly();
	const { items } = await send({ source: 'fax', faxId: seed.faxId });
	expect(items[0]?.json['evidence']).toEqual(inOutbox()?.documents.map(({ bytes }) => of(bytes)));
});

test('a retry that finds the fax sent has no evidence, because the documents may have been created again', async () => {
	slowly();
	const began = 1_710_000_000_000;
	await send({}, { beganAt: began });
	const { items } = expectSuccess(await send({}, { retryOf: began }));
	expect(items[0]?.json).toMatchObject({ id: expect.any(String) as string, evidence: null });
	expect(requestsOf('uploadFile')).toHaveLength(1);
});
