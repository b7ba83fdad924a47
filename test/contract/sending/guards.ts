import type { IBinaryData, INodeExecutionData, INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { seed } from '../../../simulator';
import { Upload } from '../../../simulator/faxing/upload';
import { useBench } from '../support/bench';
import { expectSuccess, jsonOf } from '../support/execution';
import { clinic } from '../support/operationCases';
import { file, NUMBER as ALLOWED, OTHER, sendingOf, withFiles } from '../support/sending';

const bench = useBench();
const { send, sentTo, requestsOf } = sendingOf(bench);

const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const JPEG = Buffer.from('\xff\xd8\xff\xe0', 'latin1');

/** What has reached the service, apart from reading. */
function changes(): unknown[] {
	return bench()
		.simulator.requests.map(({ operationId }) => operationId)
		.filter((operationId) => operationId !== 'getFile' && operationId !== 'getFax');
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
		expectSuccess(await send({ to, guards: { allowedDestinations } }));
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
		bench().expectRefused(
			await send({ to, guards: { allowedDestinations: ALLOWED } }),
			/^To: \+\d+ is not among the allowed destinations of this node\. .*The fax was not sent\. Do not try .*: ask a person/,
		);
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
		bench().expectRefused(await send({ guards: { allowedDestinations } }), /Allowed Destinations|plain/);
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
		expectSuccess(await send({ to: `${ALLOWED}, +1 (555) 010-0299`, guards: { mostRecipients: 1 } }));
		expect(sentTo()).toEqual([[ALLOWED]]);
	});

	test('refuse before any request', async () => {
		bench().expectRefused(
			await send({ to: `${ALLOWED},${OTHER}`, guards: { mostRecipients: 1 } }),
			/^To holds 2 numbers; this node may send one fax to 1 at most\. The fax was not sent\. .*ask a person/,
		);
	});

	test.each(['', 0, -1, 1.5, 'many', null, '={{ 5 }}', '={{ $json.no }}', [3, 4]])(
		'refuse everything where the guard is %j',
		async (mostRecipients) => {
			bench().expectRefused(await send({ guards: { mostRecipients } }), /Most Recipients|plain/);
		},
	);
});

describe('most pages', () => {
	const coverPage = { page: { nameTo: 'Dr Roe', nameFrom: 'Clinic', subject: 'Case' } };

	test.each<[string, INodeParameters, INodeExecutionData['binary'], number]>([
		[
			'several pictures, whose names may tell the other kind',
			{ source: 'files', binaryPropertyNames: 'data,scan,more' },
			{
				data: file('scan.png', 'image/png', PNG),
				scan: file('photo.JPG', '', JPEG),
				more: file('photo.jpeg', 'image/jpeg', PNG),
			},
			3,
		],
		['a cover page', { options: { coverPage } }, {}, 2],
		['a long text', { text: `${'line\n'.repeat(80)}end` }, {}, 3],
	])('%s: as many as are allowed, and not one more', async (_what, parameters, binary, pages) => {
		const items = [withFiles(binary ?? {})];
		bench().expectRefused(
			await send({ ...parameters, guards: { mostPages: pages - 1 } }, { items }),
			new RegExp(
				`^The fax has ${pages} pages \\((the cover page|the text|"[\\w.]+"): \\d+.*\\); this node may send ${pages - 1} at most\\. The fax was not`,
			),
		);
		expectSuccess(await send({ ...parameters, guards: { mostPages: pages } }, { items }));
		expect(sentTo()).toEqual([[ALLOWED]]);
	});

	describe('an existing fax', () => {
		const fax = { source: 'fax', faxId: 'sent' };

		test('has the pages of its record', async () => {
			bench().simulator.addFax({ id: 'sent', pages: 4, status: 'success' });
			const { error } = await send({ ...fax, guards: { mostPages: 3 } });
			expect(error?.message).toMatch(/^The fax has 4 pages/);
			expect(bench().simulator.requests.map(({ operationId }) => operationId)).toEqual(['getFax']);
			expect((await send({ ...fax, guards: { mostPages: 4 } })).error).toBeUndefined();
			expect(sentTo()).toEqual([[ALLOWED]]);
		});

		test.each(['partially_sent', 'failed_user_busy', 'sending', 'never_heard_of'])(
			'that is %s is refused: its document may hold more than its record tells',
			async (status) => {
				const documents = [new Upload('long.pdf', 'application/pdf', Buffer.from('%PDF-1.4'))];
				bench().simulator.addFax({ id: 'sent', pages: 1, status, documents });
				const { error } = await send({ ...fax, guards: { mostPages: 3 } });
				expect(error?.message).toMatch(/^How many pages fax "sent" makes is not certain .*not sent\./);
				expect(changes()).toEqual([]);
			},
		);

		test.each([0, -1, 1.5, '1', null, undefined])(
			'whose record has %j for pages is refused',
			async (pages) => {
				bench().simulator.addFax({ id: 'sent', status: 'success' });
				const text = JSON.stringify({ id: 'sent', status: 'success', pages });
				bench().simulator.fail({
					times: 1,
					operationId: 'getFax',
					with: 200,
					text,
					contentType: 'application/json',
				});
				const { error } = await send({ ...fax, guards: { mostPages: 3 } });
				expect(error?.message).toMatch(/^How many pages fax "sent" makes is not certain/);
				expect(changes()).toEqual([]);
			},
		);
	});

	test.each<[string, IBinaryData]>([
		['a PDF by the name of a picture', file('b.png', 'image/png', '%PDF-1.4 and more')],
		['a text file, which may be read as something else', file('b.txt', 'text/plain', 'Hello')],
	])('%s has no certain pages, so it is refused, and a picture beside it does not help', async (_what, b) => {
		const binary = { data: file('a.png', 'image/png', PNG), letter: b };
		bench().expectRefused(
			await send(
				{ source: 'files', binaryPropertyNames: 'data,letter', guards: { mostPages: 100 } },
				{ items: [withFiles(binary)] },
			),
			/^How many pages "b\.\w+" makes is not certain .*Certain are those of plain text, .*The fax was not sent\. .*ask a person/,
		);
	});
});

describe('several items', () => {
	const items = [ALLOWED, OTHER, ALLOWED].map((to) => ({ json: { to } }));
	const parameters = { to: '={{ $json.to }}', guards: { allowedDestinations: ALLOWED } };

	test('the guards are checked for all before the first is sent', async () => {
		const result = await send(parameters, { items });
		bench().expectRefused(result, /^To: \+41225550122 is not among(?!.*carried out)/);
		expect(result.error?.context['itemIndex']).toBe(1);
	});

	test('where the node continues, only those within the guards are sent', async () => {
		const { items: output } = await send(parameters, { items, onError: 'continueRegularOutput' });
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
		expectSuccess(await send(parameters, { items: [{ json: fickle }] }));
		expect(sentTo()).toEqual([[ALLOWED]]);
		await send({ ...parameters, guards: {} }, { items: [{ json: fickle }] });
		expect(sentTo()).toEqual([[ALLOWED], [OTHER]]);
	});
});

test('a send to an existing fax of a guarded node downloads it once', async () => {
	expectSuccess(await send({ source: 'fax', faxId: seed.faxId, guards: { mostPages: 5 } }));
	expect(requestsOf('getFile')).toHaveLength(1);
	expect(clinic(bench().simulator).outbox.size).toBeGreaterThan(0);
});
