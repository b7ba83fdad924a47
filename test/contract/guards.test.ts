import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { IBinaryData, INodeExecutionData, INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { PDFDocument } from 'pdf-lib';

import { seed } from '../../simulator';
import { Upload } from '../../simulator/faxing/upload';
import { useBench } from './support/bench';
import { jsonOf } from './support/execution';
import { clinic } from './support/operationCases';
import { packageRoot } from './support/package';

const bench = useBench();

const ALLOWED = '+15550100299';
const OTHER = '+41225550122';

const base: INodeParameters = {
	resource: 'fax',
	operation: 'send',
	from: seed.ownedNumber,
	to: ALLOWED,
	source: 'text',
	text: 'Hello',
};

async function send(parameters: INodeParameters, items: INodeExecutionData[] = [{ json: {} }]) {
	return await bench().engine.run({
		parameters: { ...base, ...parameters },
		credentials: await bench().accessToken(),
		items,
	});
}

function file(fileName: string, mimeType: string, content: string | Uint8Array): IBinaryData {
	return { fileName, mimeType, data: Buffer.from(content).toString('base64') };
}

async function pdf(pages: number): Promise<IBinaryData> {
	const document = await PDFDocument.create();
	for (let page = 0; page < pages; page++) document.addPage();
	return file('letter.pdf', 'application/pdf', await document.save());
}

/** What has reached the service, apart from reading. */
function changes(): unknown[] {
	return bench()
		.simulator.requests.map(({ operationId }) => operationId)
		.filter((operationId) => operationId !== 'getFile');
}

/** The recipients of what was sent. */
function sentTo(): unknown[] {
	return bench()
		.simulator.requests.filter(({ operationId }) => operationId === 'sendFax')
		.map(({ body }) => (body as { to: unknown }).to);
}

describe('allowed destinations', () => {
	test.each<[string, NodeParameterValueType, string]>([
		['the number itself', ALLOWED, ALLOWED],
		['another notation of it', ALLOWED, '+1 (555) 010-0299'],
		['another notation in the guard', ' +1 (555) 010-0299 ', ALLOWED],
		['the beginning of numbers', '+1555*', ALLOWED],
		['the beginning, with blanks', '+1 555 *', ALLOWED],
		['one of several', `${OTHER}, +1555*`, ALLOWED],
		['one of an array', [OTHER, ALLOWED], ALLOWED],
		['several recipients', `${OTHER},${ALLOWED}`, `${ALLOWED},${OTHER}`],
	])('let pass: %s', async (_what, allowedDestinations, to) => {
		const { error } = await send({ to, guards: { allowedDestinations } });
		expect(error).toBeUndefined();
		expect(sentTo()).toEqual([expect.arrayContaining([ALLOWED])]);
	});

	test.each<[string, string]>([
		['another number', OTHER],
		['one among allowed ones', `${ALLOWED},${OTHER}`],
		['an array', `={{ ["${ALLOWED}", "${OTHER}"] }}`],
		['an array as JSON', `["${ALLOWED}","${OTHER}"]`],
		['a number that is longer', `${ALLOWED}0`],
		['one after a line break', `${ALLOWED}\n${OTHER}`],
	])('refuse before any request: %s', async (_what, to) => {
		const { error } = await send({ to, guards: { allowedDestinations: ALLOWED } });
		expect(error?.message).toMatch(/^To: \+\d+ is not among the allowed destinations of this node\./);
		expect(error?.message).toMatch(/The fax was not sent\. Do not try .*: ask a person/);
		expect(bench().simulator.requests).toEqual([]);
	});

	test.each([
		'',
		'1555',
		'+1900*,',
		'+1*5',
		'*',
		'+*',
		'+0*',
		'anyone',
		'+1555**',
		'={{ "+1555*" }}',
		null,
		[],
	])('refuse everything where the guard is %j', async (allowedDestinations) => {
		const { error } = await send({ guards: { allowedDestinations } });
		expect(error?.message).toMatch(/Allowed Destinations|plain/);
		expect(bench().simulator.requests).toEqual([]);
	});
});

test('an empty guard asks for a value, not for an expression, which it could not be', async () => {
	const { error } = await send({ guards: { allowedDestinations: ' ' } });
	expect(error?.message).toBe(
		'Allowed Destinations is empty. Enter a value or remove the field from "Guards".',
	);
});

describe('most recipients', () => {
	test('are counted as numbers, not as notations', async () => {
		const { error } = await send({
			to: `${ALLOWED}, +1 (555) 010-0299`,
			guards: { mostRecipients: 1 },
		});
		expect(error).toBeUndefined();
		expect(sentTo()).toEqual([[ALLOWED]]);
	});

	test('refuse before any request', async () => {
		const { error } = await send({ to: `${ALLOWED},${OTHER}`, guards: { mostRecipients: 1 } });
		expect(error?.message).toMatch(
			/^To holds 2 numbers; this node may send one fax to 1 at most\. The fax was not sent\. .*ask a person/,
		);
		expect(bench().simulator.requests).toEqual([]);
	});

	test.each(['', 0, -1, 1.5, 'many', null, '={{ 5 }}', '={{ $json.no }}', [3, 4]])(
		'refuse everything where the guard is %j',
		async (mostRecipients) => {
			const { error } = await send({ guards: { mostRecipients } });
			expect(error?.message).toMatch(/Most Recipients|plain/);
			expect(bench().simulator.requests).toEqual([]);
		},
	);
});

describe('most pages', () => {
	const coverPage = { page: { nameTo: 'Dr Roe', nameFrom: 'Clinic', subject: 'Case' } };

	test.each<[string, INodeParameters, () => Promise<INodeExecutionData['binary']>, number]>([
		['a PDF', { source: 'files' }, async () => ({ data: await pdf(3) }), 3],
		[
			'several files',
			{ source: 'files', binaryPropertyNames: 'data,scan' },
			async () => ({
				data: await pdf(2),
				scan: file('scan.png', 'image/png', Buffer.from('\x89PNG\r\n', 'latin1')),
			}),
			3,
		],
		['a cover page', { options: { coverPage } }, async () => await Promise.resolve({}), 2],
		['a long text', { text: 'line\n'.repeat(81) }, async () => await Promise.resolve({}), 3],
	])('%s: as many as are allowed, and not one more', async (_what, parameters, binaryOf, pages) => {
		const items = [{ json: {}, binary: (await binaryOf()) ?? {} }];
		const refused = await send({ ...parameters, guards: { mostPages: pages - 1 } }, items);
		expect(refused.error?.message).toMatch(
			new RegExp(`^The fax has ${pages} pages, .*this node may send ${pages - 1} at most\\. The fax was not`),
		);
		expect(bench().simulator.requests).toEqual([]);
		const { error } = await send({ ...parameters, guards: { mostPages: pages } }, items);
		expect(error).toBeUndefined();
		expect(sentTo()).toEqual([[ALLOWED]]);
	});

	test('an existing fax: what is sent is counted, not what its record says', async () => {
		const bytes = Buffer.from((await pdf(4)).data, 'base64');
		const documents = [new Upload('long.pdf', 'application/pdf', bytes)];
		bench().simulator.addFax({ id: 'partly', pages: 1, status: 'partially_sent', documents });
		const { error } = await send({ source: 'fax', faxId: 'partly', guards: { mostPages: 3 } });
		expect(error?.message).toMatch(/^The fax has 4 pages/);
		expect(changes()).toEqual([]);
	});

	test.each<[string, IBinaryData]>([
		['a Word document', file('a.docx', '', 'PK')],
		['a PDF whose pages are not found', file('a.pdf', 'application/pdf', '%PDF-1.4 nothing')],
		['a PDF by another name', file('a.png', 'image/png', '%PDF-1.4 /Type /Page')],
	])('%s cannot be counted, so it is refused', async (_what, data) => {
		const { error } = await send({ source: 'files', guards: { mostPages: 100 } }, [
			{ json: {}, binary: { data } },
		]);
		expect(error?.message).toMatch(/^The pages of "a\.\w+" cannot be counted .*The fax was not sent\./);
		expect(bench().simulator.requests).toEqual([]);
	});

	test('a text that is a PDF is refused', async () => {
		const { error } = await send({ text: '%PDF-1.4 …', guards: { mostPages: 100 } });
		expect(error?.message).toMatch(/cannot be counted/);
		expect(bench().simulator.requests).toEqual([]);
	});
});

describe('several items', () => {
	const items = [ALLOWED, OTHER, ALLOWED].map((to) => ({ json: { to } }));
	const parameters = { to: '={{ $json.to }}', guards: { allowedDestinations: ALLOWED } };

	test('the guards are checked for all before the first is sent', async () => {
		const { error } = await send(parameters, items);
		expect(error?.message).toMatch(/^To: \+41225550122 is not among/);
		expect(error?.message).not.toMatch(/carried out/);
		expect(error?.context['itemIndex']).toBe(1);
		expect(bench().simulator.requests).toEqual([]);
	});

	test('where the node continues, only those within the guards are sent', async () => {
		const { items: output } = await bench().engine.run({
			parameters: { ...base, ...parameters },
			credentials: await bench().accessToken(),
			items,
			onError: 'continueRegularOutput',
		});
		expect(jsonOf(output).map(({ to, error }) => to ?? error)).toEqual([
			ALLOWED,
			expect.objectContaining({ message: expect.stringMatching(/not among the allowed/) as string }),
			ALLOWED,
		]);
		expect(sentTo()).toEqual([[ALLOWED], [ALLOWED]]);
	});

	test('what was checked is sent, though the number has changed since', async () => {
		let asked = 0;
		const fickle = {
			get to(): string {
				asked++;
				return asked > 1 ? OTHER : ALLOWED;
			},
		};
		const { error } = await send(parameters, [{ json: fickle }]);
		expect(error).toBeUndefined();
		expect(sentTo()).toEqual([[ALLOWED]]);
		await send({ ...parameters, guards: {} }, [{ json: fickle }]);
		expect(sentTo()).toEqual([[ALLOWED], [OTHER]]);
	});
});

test('a PDF with many blanks does not hold up n8n', () => {
	const count = join(packageRoot, 'dist/nodes/FaxPlus/resources/fax/sending/pages/count.js');
	const program = `
		const { countPages } = require(${JSON.stringify(count)});
		const text = '%PDF-1.7 1 0 obj <</Type /ObjStm /Length 5 /Filter' + ' '.repeat(1e6) + 'x>>';
		const bytes = Buffer.from(text);
		const file = { name: 'a.pdf', type: 'application/pdf', size: bytes.length, open: async () => [bytes] };
		countPages(file).then(console.log);`;
	// A process of its own can be ended; a search that tries each blank anew would take hours.
	const options = { encoding: 'utf8', timeout: 30_000 } as const;
	expect(execFileSync(process.execPath, ['-e', program], options)).toBe('undefined\n');
});

test('a send to an existing fax of a guarded node downloads it once', async () => {
	const { error } = await send({ source: 'fax', faxId: seed.faxId, guards: { mostPages: 5 } });
	expect(error).toBeUndefined();
	const downloads = bench().simulator.requests.filter(({ operationId }) => operationId === 'getFile');
	expect(downloads).toHaveLength(1);
	expect(clinic(bench().simulator).outbox.size).toBeGreaterThan(0);
});

test('without guards nothing is limited', async () => {
	const { error } = await send({ to: `${ALLOWED},${OTHER}`, text: 'line\n'.repeat(1000), guards: {} });
	expect(error).toBeUndefined();
	expect(sentTo()).toEqual([[ALLOWED, OTHER]]);
});
