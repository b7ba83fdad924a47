import { FileLocation } from 'n8n-core';
import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { useBench } from '../support/bench';
import { useBinaryMode } from '../support/binaryData';
import { expectSuccess, jsonOf } from '../support/execution';
import { clinic } from '../support/operationCases';
import { letTimePass } from '../support/time';
import { file, NUMBER, numberOf, OTHER, sendingOf, withFiles } from '../support/sending';

const bench = useBench();
const { submissions, waiting, slowly, ...sending } = sendingOf(bench);

const pdf = file('contract.pdf', 'application/pdf', '%PDF-1.4 contract %%EOF');

const item = withFiles({ data: pdf });

/** Sends the items' files by default. */
const send: typeof sending.send = async (parameters, more) =>
	await sending.send({ source: 'files', ...parameters }, { items: [item], ...more });

describe('what is sent', () => {
	test('one item for each recipient, with its own ID from the outbox, and no other', async () => {
		slowly();
		const { items } = expectSuccess(await send({ to: `${NUMBER}, ${OTHER}` }));
		const ids = new Map([...clinic(bench().simulator).outbox.values()].map(({ to, id }) => [to, id]));
		expect(jsonOf(items)).toEqual(
			[NUMBER, OTHER].map((to) => ({
				id: ids.get(to),
				to,
				from: seed.ownedNumber,
				status: 'submitted',
			})),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
		expect(submissions()).toHaveLength(1);
	});

	test('files of several fields, in their order, byte for byte', async () => {
		slowly();
		const docx = Buffer.from(`PK\x03\x04${'\0'.repeat(22)}\x05\0\0\0word/ \0\xFF\r\n--`, 'latin1');
		const png = Buffer.from('\x89PNG\r\n\x1a\n a picture', 'latin1');
		const binary = {
			second: file('b.docx', 'application/octet-stream', docx),
			first: file('a', 'image/jpeg', png),
			third: file('c.TXT', '', 'text'),
		};
		expectSuccess(await send({ binaryPropertyNames: 'first,second, third' }, { items: [withFiles(binary)] }));
		const fax = waiting();
		expect(fax?.documents.map(({ fileName, contentType, bytes }) => [fileName, contentType, bytes])).toEqual([
			['a.png', 'image/png', png],
			['b.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', docx],
			['c.TXT', 'text/plain', Buffer.from('text')],
		]);
	});

	test('the only file of an item, whatever its name, with the default setting', async () => {
		slowly();
		expectSuccess(await send({}, { items: [withFiles({ 'Signed contract': pdf })] }));
		expect(waiting()?.documents.map(({ fileName }) => fileName)).toEqual(['contract.pdf']);
	});

	test('a text, as its own document, with its spaces and blank lines', async () => {
		slowly();
		const text = '  Schöne Grüße aus Zürich\n\tfrom n8n 📠\n\n ';
		await send({ source: 'text', text });
		const documents = waiting()?.documents.map(({ fileName, bytes }) => [fileName, bytes.toString()]);
		expect(documents).toEqual([['fax.txt', text]]);
	});

	test('an existing fax: its PDF, without Enhance a second time', async () => {
		slowly();
		expectSuccess(await send({ source: 'fax', faxId: seed.faxId }));
		const fax = waiting();
		expect(fax?.documents.map(({ fileName }) => fileName)).toEqual([`fax-${seed.faxId}.pdf`]);
		expect(fax?.documents[0]?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
		expect(submissions()[0]).toMatchObject({ options: { enhancement: false } });
	});

	test("all options, in the API's formats", async () => {
		expectSuccess(
			await send({
				options: {
					comment: 'Case 4711',
					tags: 'claims, urgent',
					sendTime: '2099-12-01T08:30:00+01:00',
					retryCount: 3,
					enhancement: false,
					coverPage: {
						page: {
							nameTo: 'Dr Roe',
							nameFrom: 'Lakeside Clinic',
							subject: 'Case 4711',
							message: 'See attached',
							flags: ['urgent', 'confidential'],
						},
					},
				},
			}),
		);
		expect(submissions()).toEqual([
			{
				from: seed.ownedNumber,
				to: [NUMBER],
				files: [expect.stringContaining('transient')],
				return_ids: true,
				comment: { text: 'Case 4711', tags: ['claims', 'urgent'] },
				send_time: '2099-12-01 07:30:00 +0000',
				options: { enhancement: false, retry: { count: 3, delay: 15 } },
				cover_page: {
					name_to: 'Dr Roe',
					name_from: 'Lakeside Clinic',
					subject: 'Case 4711',
					message: 'See attached',
					flags: ['urgent', 'confidential'],
				},
			},
		]);
	});

	test("nothing that wasn't requested", async () => {
		await send({});
		expect(submissions()).toEqual([
			{ from: seed.ownedNumber, to: [NUMBER], files: [expect.any(String)], return_ids: true },
		]);
	});

	test('numbers as people write them, each once', async () => {
		await send({ to: '={{ ["+1 (555) 010-0299", "+15550100299", "+41 22 555 01 22"] }}' });
		expect(submissions()[0]).toMatchObject({ to: [NUMBER, OTHER] });
	});

	test.each([
		['no_number', 'NO_NUMBER', 'no_number'],
		['a list of own numbers', ` ${seed.ownedNumber} ,${seed.ownedNumber}`, seed.ownedNumber],
		['an own number with an extension', '+1 (555) 010-0000 *12', `${seed.ownedNumber}*12`],
		['two extensions of a number', '+15550100000*1, +15550100000**23', '+15550100000*1,+15550100000**23'],
	])('from %s', async (_what, from, expected) => {
		expectSuccess(await send({ from: { __rl: true, mode: 'number', value: from } }));
		expect(submissions()[0]).toMatchObject({ from: expected });
	});

	test.each(['+15550100000*', '+15550100000*ab', '*12', '+15550100000*1*2', '+15550100000***********1'])(
		'no extension that Fax.Plus can not take, such as %s',
		async (from) => {
			bench().expectRefused(await send({ from }), /^"From": ".*" (has an asterisk|is|has)/);
		},
	);

	test.each(['+15550100200*12', '+15550100200 *1'])('no extension of a recipient, such as %s', async (to) => {
		bench().expectRefused(await send({ to }), /^"To": "/);
	});

	test('a resolution, if it is one that Fax.Plus has', async () => {
		expectSuccess(await send({ options: { resolution: 'superfine' } }));
		expect(submissions()[0]).toMatchObject({ resolution: 'superfine' });
		const { error } = await send({ options: { resolution: 'ultra' } });
		expect(error?.message).toMatch(
			/^"Resolution" is "ultra", which isn't one of fine, superfine\. Correct it/,
		);
	});
});

describe.each(['ids', 'none', 'emptyObject', 'emptyBody'] as const)('an answer with %s', (idsInAnswer) => {
	test.each(['perRecipient', 'together'] as const)('and %s in the outbox', async (outboxRecords) => {
		const { simulator } = bench();
		Object.assign(simulator.settings, { idsInAnswer, outboxRecords });
		slowly();
		const { items } = expectSuccess(await send({ to: `${NUMBER},${OTHER}` }));
		const inOutbox = [...clinic(simulator).outbox.values()].map(({ id }) => id);
		expect(items).toHaveLength(2);
		for (const { json } of items) expect(inOutbox).toContain(json['id']);
		expect(submissions()).toHaveLength(1);
	});
});

test('an answer with some of the IDs: these are used, and the outbox shows the other ones', async () => {
	const { simulator } = bench();
	// One record for both recipients has the ID of the first fax.
	Object.assign(simulator.settings, { idsInAnswer: 'lastId', outboxRecords: 'together' });
	slowly();
	const { items } = expectSuccess(await send({ to: `${NUMBER},${OTHER}` }));
	expect(jsonOf(items).map(({ id }) => id)).toEqual([waiting(NUMBER)?.id, waiting(OTHER)?.id]);
});

test('many items: uploads in parallel, sends in the order of the items', async () => {
	const { simulator } = bench();
	slowly();
	// The first uploads wait until others have started, so that a slow machine gives the same result.
	const uploading = (): number => (simulator.maxInFlight < 3 ? 2_000 : 5 + Math.random() * 30);
	simulator.latency = ({ operationId }) => (operationId === 'uploadFile' ? uploading() : 2);
	const items = Array.from({ length: 30 }, (_, i) => ({
		json: { to: numberOf(i) },
		binary: { data: file(`${i}.pdf`, 'application/pdf') },
	}));
	const { items: output } = expectSuccess(await send({ to: '={{ $json.to }}' }, { items }));
	expect(submissions().map(({ to }) => to)).toEqual(items.map(({ json }) => [json.to]));
	expect(jsonOf(output).map(({ to }) => to)).toEqual(items.map(({ json }) => json.to));
	for (const [i, { json }] of items.entries())
		expect(waiting(json.to)?.documents.map(({ fileName }) => fileName)).toEqual([`${i}.pdf`]);
	expect(simulator.maxInFlight).toBeGreaterThan(2);
	expect(simulator.maxInFlight).toBeLessThanOrEqual(10);
});

test('a time that passes during the upload means at once', async () => {
	const parameters = { options: { sendTime: new Date(Date.now() + 30_000).toISOString() } };
	bench().onRequest('uploadFile', 1, () => void letTimePass(60_000));
	const { items } = expectSuccess(await send(parameters));
	expect(submissions()[0]).not.toHaveProperty('send_time');
	expect(items[0]?.json).not.toHaveProperty('sendTime');
});

test('a time less than a minute ago means at once, because a workflow takes some time to get here', async () => {
	expectSuccess(await send({ options: { sendTime: new Date(Date.now() - 50_000).toISOString() } }));
	expect(submissions()).toEqual([expect.not.objectContaining({ send_time: expect.anything() as unknown })]);
});

describe('a send that fails among the items', () => {
	const items = Array.from({ length: 6 }, (_, i) => ({
		json: { to: numberOf(i), field: i === 3 ? 'missing' : 'data' },
		binary: { data: file(`${i}.pdf`, 'application/pdf') },
	}));
	const parameters = { to: '={{ $json.to }}', binaryPropertyNames: '={{ $json.field }}' };

	test('stops the later ones, and says which were sent before', async () => {
		bench().onRequest('sendFax', 4, () => {
			const refusal = { with: 400, error: 'bad_request', description: 'No' };
			bench().simulator.fail({ operationId: 'sendFax', times: 1, ...refusal });
		});
		const { error } = await send({ to: '={{ $json.to }}', binaryPropertyNames: 'data' }, { items });
		expect(error?.message).toMatch(/"No" .* 3 of 6 items were carried out before this\.$/);
		expect(submissions().map(({ to }) => to)).toEqual(items.slice(0, 4).map(({ json }) => [json.to]));
	});

	test('refuses all before the first if its fields are invalid', async () => {
		const result = await send(parameters, { items });
		bench().expectRefused(result, /^There is no file in the field "missing"\./);
		expect(result.error?.context['itemIndex']).toBe(3);
	});

	test('leaves the others alone if the node continues', async () => {
		const { items: output } = await send(parameters, { items, onError: 'continueRegularOutput' });
		expect(output.map(({ json }) => json['to'] ?? 'error')).toEqual(
			items.map(({ json }, i) => (i === 3 ? 'error' : json.to)),
		);
	});
});

test('never sends with Retry On Fail', async () => {
	const result = await send({}, { retryOnFail: true });
	bench().expectRefused(result, /"Send" doesn't run while "Retry On Fail" is on/);
});

describe('invalid input is refused before any request', () => {
	const coverPage = { nameTo: 'a', nameFrom: 'b', subject: 'c' };
	const eleven = Array.from({ length: 11 }, (_, i) => `f${i}`);
	const tooMany = Array.from({ length: 4001 }, (_, i) => `+1555${String(1_000_000 + i)}`).join(',');
	const movie = withFiles({ data: file('movie.mp4', 'video/mp4', '\0\0\0\x18ftypmp42') });
	const emptyFile = withFiles({ data: file('a.pdf', 'application/pdf', '') });
	const oneFile = withFiles({ contract: pdf });
	const noFile = (name: string, others: string): RegExp =>
		new RegExp(`^There is no file in the field "${name}"\\. The item has ${others}`);

	test.each<[INodeParameters, RegExp, INodeExecutionData?]>([
		[{}, noFile('data', 'no files'), { json: {} }],
		[{ binaryPropertyNames: '={{ "" }}' }, /^There is no document to send/],
		[{ binaryPropertyNames: '={{ $json.no }}' }, /^There is no document/],
		[{ binaryPropertyNames: 'data,scan' }, noFile('scan', 'files in: data\\.')],
		[{ binaryPropertyNames: 'scan' }, noFile('scan', 'files in: contract\\.'), oneFile],
		[{}, noFile('data', 'files in: one, two\\.'), withFiles({ one: pdf, two: pdf })],
		[{ binaryPropertyNames: 'data, contract' }, noFile('data', 'files in: contract\\.'), oneFile],
		[{}, /^The file "movie\.mp4" \(video\/mp4\) is a video or an audio file\. It has no pages\./, movie],
		[{}, /^The file in the field "data" is empty\./, emptyFile],
		[{ source: 'text', text: '={{ "" }}' }, /^"Text" is empty/],
		[{ source: 'fax', faxId: '={{ "" }}' }, /^"Fax" is empty/],
		[
			{ source: '={{ "letter" }}', text: 'x', faxId: 'x', documentUrl: 'x', base64: 'x' },
			/^"Document" is "letter", which isn't one of/,
		],
		[{ to: '={{ "" }}' }, /^"To" is empty/],
		[{ to: '={{ $json.no }}' }, /^"To" is empty/],
		[{ to: '={{ ["+15550100200", null] }}' }, /^Entry 2 of 2 in "To" is empty/],
		[{ to: '={{ [["+15550100299"]] }}' }, /^"To" must be text, but is \["\+15550100299"\]/],
		[{ to: '15550100200' }, /^"To": "15550100200" has no plus sign/],
		[{ to: tooMany }, /^"To" has 4001 numbers, but Fax\.Plus accepts 4000/],
		[{ from: '={{ "" }}' }, /^"From" is empty/],
		[{ from: 'Clinic' }, /^"From": "Clinic" has letters/],
		[{ options: { sendTime: '2020-01-01T00:00:00' } }, /^"Send At" is "2020-01-0.*", which is in the past/],
		[{ options: { sendTime: 'soon' } }, /^"Send At" is "soon", which isn't a time/],
		[{ options: { sendTime: '' } }, /^"Send At" is empty/],
		[{ options: { sendTime: '={{ $json.no }}' } }, /^"Send At" has no value/],
		[{ options: { coverPage: { page: { ...coverPage, nameFrom: '' } } } }, /^"Cover Page > Sender" is empty/],
		[
			{ options: { coverPage: { page: { ...coverPage, flags: '={{ ["loud"] }}' } } } },
			/^"Cover Page > Marks" is "loud", which isn't one of/,
		],
		[{ options: { coverPage: {} } }, /^"Cover Page" is empty\./],
		[{ options: { retryCount: 4 } }, /^"Max Retries" is "4", which isn't a whole number from 0 to 3/],
		[{ options: { userId: '={{ "" }}' } }, /^"User ID" is empty/],
		[
			{ binaryPropertyNames: eleven.join(',') },
			/has 11 files, but Fax\.Plus accepts 10 in one fax/,
			withFiles(Object.fromEntries(eleven.map((name) => [name, pdf]))),
		],
	])('%j: %s', async (parameters, message, bad = item) => {
		const result = await send(parameters, { items: [bad] });
		bench().expectRefused(result, message);
		expect(result.items).toEqual([]);
	});
});

describe('files from an expression', () => {
	const other = file('other.pdf', 'application/pdf');
	const items = [{ ...item, json: { one: pdf, two: other } }] as unknown as INodeExecutionData[];
	const names = () => waiting()?.documents.map(({ fileName }) => fileName);

	test.each([
		['a file', '={{ $json.two }}', ['other.pdf']],
		['two files', '={{ [$json.two, $json.one] }}', ['other.pdf', 'contract.pdf']],
		['a file of a field', '={{ $binary.data }}', ['contract.pdf']],
		['a file, and the name of a field', '={{ [$json.two, "data"] }}', ['other.pdf', 'contract.pdf']],
	])('%s', async (_what, binaryPropertyNames, sent) => {
		slowly();
		expectSuccess(await send({ binaryPropertyNames }, { items }));
		expect(names()).toEqual(sent);
	});

	test.each([
		['anything else', '={{ { a: 1 } }}', /^"Input Data Field Name\(s\)" must be text, but is \{"a":1\}/],
		[
			'a list with an empty entry',
			'={{ [$json.two, null] }}',
			/^Entry 2 of 2 in "Input Data Field Name\(s\)" is empty/,
		],
		['a file as JSON text', '={{ JSON.stringify([$json.two]) }}', /must be text, but is a file\. Check/],
	])('%s is refused', async (_what, binaryPropertyNames, message) => {
		bench().expectRefused(await send({ binaryPropertyNames }, { items }), message);
	});

	test("the second of two files that look the same isn't confused with the first", async () => {
		const twins = withFiles({
			front: file('image.jpg', 'image/jpeg', '\xFF\xD8\xFF\xE0 front'),
			back: file('image.jpg', 'image/jpeg', '\xFF\xD8\xFF\xE0 back.'),
		});
		bench().expectRefused(
			await send({ binaryPropertyNames: '={{ $binary.back }}' }, { items: [twins] }),
			/^The item has several files with the name, type and size of "image\.jpg"\..*: front, back\.$/,
		);
	});

	test("a file instead of text isn't written out", async () => {
		const result = await send({ to: '={{ $json.one }}' }, { items });
		bench().expectRefused(result, /^"To" must be text, but is a file\./);
		const base64 = `={{ "JVBE".repeat(100) }}`;
		const { error } = await send({ binaryPropertyNames: base64 }, { items });
		expect(error?.message).toMatch(
			/^There is no file in the field "(JVBE){20}…"\. The item has files in: data\./,
		);
	});

	test('files in the JSON are only recognized in the binary mode "combined"', async () => {
		const combined = [{ json: { _files: { data: pdf } } }] as unknown as INodeExecutionData[];
		bench().expectRefused(await send({}, { items: combined }), /^There is no file in the field "data"/);
		slowly();
		const settings = { binaryMode: 'combined' } as const;
		for (const binaryPropertyNames of ['data', '_files.data', '={{ $json._files.data }}'])
			expectSuccess(await send({ binaryPropertyNames }, { items: combined, settings }));
		expect(submissions()).toHaveLength(3);
	});
});

describe('a file in the item', () => {
	const withData = (data: string) => withFiles({ data: { ...pdf, data } });

	test.each([
		['in URL-safe base64', `data:application/pdf;base64,${pdf.data}`],
		['with line breaks', pdf.data.replace(/.{10}/g, '$&\r\n')],
		['without padding', pdf.data.replace(/=+$/, '')],
	])('%s is read', async (_what, data) => {
		slowly();
		expectSuccess(await send({}, { items: [withData(data)] }));
		expect(waiting()?.documents.map(({ bytes }) => bytes.toString())).toEqual(['%PDF-1.4 contract %%EOF']);
	});

	test.each<unknown>([
		...['%PDF-1.4 contract %%EOF', 'data:,hello', 'A', 'JVBE=RiAx'],
		...[undefined, Buffer.from('%PDF-1.4'), { type: 'Buffer', data: [37, 80, 68, 70] }],
	])("isn't base64: %s", async (data) => {
		bench().expectRefused(
			await send({}, { items: [withData(data as string)] }),
			/^The file in the field "data" isn't base64 text/,
		);
	});

	test('that is text instead of a file gets an error that says so', async () => {
		bench().expectRefused(
			await send({}, { items: [withFiles({ data: pdf.data as unknown as IBinaryData })] }),
			/^The file in the field "data" isn't base64 text/,
		);
	});

	test.each([
		['4711', 4711, '4711.pdf'],
		['nothing', null, 'data.pdf'],
	])('is named by its value from a Code node: %s', async (_what, fileName, name) => {
		slowly();
		const given = { ...pdf, fileName, mimeType: undefined } as unknown as IBinaryData;
		expectSuccess(await send({}, { items: [withFiles({ data: given })] }));
		expect(waiting()?.documents.map((document) => document.fileName)).toEqual([name]);
	});

	test("in n8n's storage is recognized by its first bytes, too", async () => {
		const store = await useBinaryMode('filesystem');
		const stored = async (content: string) => {
			const location = FileLocation.ofExecution('1', '1');
			const named = { fileName: 'scan.txt', mimeType: 'text/plain', data: '' };
			return await store.store(location, Buffer.from(content), named);
		};
		slowly();
		expectSuccess(await send({}, { items: [withFiles({ data: await stored('%PDF-1.4 stored %%EOF') })] }));
		const sent = waiting()?.documents.map(({ fileName, bytes }) => [fileName, bytes.toString()]);
		expect(sent).toEqual([['scan.pdf', '%PDF-1.4 stored %%EOF']]);
		const { error } = await send({}, { items: [withFiles({ data: await stored('GIF89a') })] });
		expect(error?.message).toMatch(/^The file "scan\.txt" \(text\/plain\) is a picture .*, not TXT/);
		expect(submissions()).toHaveLength(1);
		await useBinaryMode('default');
	});

	test("isn't sent if its last bytes show that it breaks off", async () => {
		const pages = `%PDF-1.4\n${'a page '.repeat(30_000)}`;
		const one = (content: string) => [withFiles({ data: file('a.pdf', 'application/pdf', content) })];
		const { error } = await send({}, { items: one(pages) });
		expect(error?.message).toMatch(/^The file "a\.pdf" \(application\/pdf\) is a PDF that ends too early/);
		expect(submissions()).toEqual([]);
		expectSuccess(await send({}, { items: one(`${pages}%%EOF`) }));
	});

	test('is refused for its type before anything is uploaded, even next to a correct one', async () => {
		const page = file('invoice.pdf', 'application/pdf', '<!DOCTYPE html><html>Log in</html>');
		const result = await send(
			{ binaryPropertyNames: 'data, page' },
			{ items: [withFiles({ data: pdf, page })] },
		);
		bench().expectRefused(
			result,
			/^The file "invoice\.pdf" \(application\/pdf\) is a web page \(HTML\), not PDF/,
		);
	});
});

test('a file that is named twice is sent twice', async () => {
	expectSuccess(await send({ source: 'files', binaryPropertyNames: 'data,data' }));
	expect(submissions()[0]?.['files']).toHaveLength(2);
});

test('a file that n8n has removed from its storage is reported by its field', async () => {
	const binary = {
		data: { ...pdf, data: 'filesystem-v2', id: 'filesystem-v2:workflows/1/executions/1/binary_data/gone' },
	};
	bench().expectRefused(
		await send({}, { items: [withFiles(binary)] }),
		/^n8n can't read the file in the field "data" from its storage: .*Run the node that creates it again\.$/,
	);
});

test("a proxy's page in place of an existing fax doesn't mean that the fax doesn't exist", async () => {
	const text = '<html>No such page</html>';
	bench().simulator.fail({ operationId: 'getFile', times: 4, with: 404, text, contentType: 'text/html' });
	const { error } = await send({ source: 'fax', faxId: seed.faxId });
	expect(error?.message).toBe('A web page responded instead of Fax.Plus, with status 404');
	expect(error?.description).toMatch(/check "Base URL" in the credential\. The fax wasn't sent\.$/);
});

test('a missing existing fax is reported as such, and nothing is sent', async () => {
	const { error } = await send({ source: 'fax', faxId: 'fax_none' });
	expect(error?.message).toMatch(
		/^Fax\.Plus can't find the fax "fax_none": .* \(fax_not_found, HTTP 4\d\d\)$/,
	);
	expect(error?.description).toMatch(/^Check "Fax"\. .* The fax wasn't sent\.$/);
	expect(submissions()).toEqual([]);
});
