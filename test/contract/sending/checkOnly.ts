import { createHash } from 'node:crypto';
import fc from 'fast-check';
import sharp from 'sharp';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { resources } from '../../../nodes/FaxPlus/resources';
import { outputSchemas } from '../../../tools/build/generated';
import { seed } from '../../../tools/simulator';
import '../../support/properties';
import { useBench } from '../support/bench';
import { expectSuccess, jsonOf, type NodeRun } from '../support/execution';
import { answering } from '../support/rawServer';
import { declaredPaths, presentPaths, type OutputSchema } from '../support/schemas';
import { file, NUMBER, numberOf, OTHER, sendingOf, withFiles } from '../support/sending';

const bench = useBench();
const { send, requestsOf, sentTo } = sendingOf(bench);

/** Checks what would be sent, and expects that nothing was changed. */
async function check(parameters: INodeParameters = {}, more: Partial<NodeRun> = {}): Promise<IDataObject[]> {
	const before = storedNow();
	const { items } = expectSuccess(await send({ ...parameters, checkOnly: true }, more));
	expect(bench().simulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	expect(storedNow()).toEqual(before);
	return jsonOf(items);
}

function storedNow(): unknown {
	return [...bench().engine.store.idsByNode.values()]
		.map((ids) => [...ids])
		.filter(({ length }) => length > 0);
}

const PDF = '%PDF-1.4 a letter %%EOF';
const DAMAGED = '%PDF-1.4 a letter that breaks off';
const pdf = file('letter.pdf', 'application/pdf', PDF);

const schema = outputSchemas(resources)['fax/send check'] as OutputSchema;

const refusalsOf = ([row]: IDataObject[]): string => (row?.['refusals'] as string[]).join('\n');

describe('what a check shows', () => {
	test('for each recipient: the number, its country, the documents and when it would be sent', async () => {
		const rows = await check(
			{
				to: '020 7946 0000, +41 22 555 01 22',
				source: 'files',
				options: { country: 'GB', sendTime: '2099-12-01T08:30:00Z' },
			},
			{ items: [withFiles({ data: pdf })] },
		);
		expect(rows).toEqual(
			[
				['+442079460000', 'United Kingdom'],
				['+41225550122', 'Switzerland'],
			].map(([to, country]) => ({
				...{ id: null, to, country, from: seed.ownedNumber, status: 'check_passed' },
				statusMeaning: expect.stringMatching(/^Nothing was sent.* at 2099-12-01 08:30:00 UTC/) as string,
				sendTime: '2099-12-01 08:30:00 +0000',
				documents: [
					{
						...{ name: 'letter.pdf', kind: 'PDF', bytes: PDF.length },
						sha256: createHash('sha256').update(PDF).digest('hex'),
					},
				],
				refusals: [],
				notChecked: [expect.stringMatching(/pages.*price/) as string],
			})),
		);
	});

	test('every error of an item at once, with the same messages as a send', async () => {
		const parameters = {
			...{ from: '12', to: '+1900, 0044, +15550100200', source: 'files', binaryPropertyNames: 'a, b' },
			guards: { maxRecipients: 0 },
			options: { sendTime: '2020-01-01T00:00:00Z', retryCount: 9, timeout: 0, coverPage: { page: {} } },
		};
		const binary = { a: file('a.pdf', 'application/pdf', '<html>'), b: file('b.heic', 'image/heic', 'x') };
		const items = [withFiles(binary)];
		const rows = await check(parameters, { items });
		const said = refusalsOf(rows);
		for (const mistake of [/"From": "12"/, /"\+1900"/, /"0044"/, /"Send At" is/, /"Max Retries" is "9"/])
			expect(said).toMatch(mistake);
		for (const mistake of [/"Timeout/, /Recipient" is empty/, /Subject" is empty/, /a\.pdf/, /b\.heic/])
			expect(said).toMatch(mistake);
		expect(rows[0]).toMatchObject({ to: null, status: 'check_failed', documents: null });
		const { error } = await send(parameters, { items });
		expect(said.split('\n')[0]).toBe(error?.message);
	});

	test("an invalid guard, a forbidden number and a forbidden URL don't hide each other", async () => {
		const said = refusalsOf(
			await check({
				...{ source: 'url', documentUrl: 'https://files.example.com/a.pdf' },
				guards: { allowedDestinations: OTHER },
			}),
		);
		expect(said).toMatch(/"To" contains "\+15550100299"/);
		expect(bench().simulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('a setting that stops the node from sending', async () => {
		const rows = await check({ to: 'nobody' }, { retryOnFail: true });
		expect(refusalsOf(rows)).toMatch(/"Retry On Fail"[^]*"nobody"/);
		expect(refusalsOf(await check({ guards: { allowedNumbers: NUMBER } }))).toMatch(/allowedNumbers/);
	});

	test('which item of the run blocks the others', async () => {
		const items = [NUMBER, '12'].map((to) => ({ json: { to } }));
		const rows = await check({ to: '={{ $json.to }}' }, { items });
		expect(rows.map(({ status }) => status)).toEqual(['check_passed', 'check_failed']);
		expect(rows[0]?.['statusMeaning']).toMatch(/other items are refused \(item 1\)/);
		const going = await check({ to: '={{ $json.to }}' }, { items, onError: 'continueRegularOutput' });
		expect(going[0]?.['statusMeaning']).not.toMatch(/other items/);
	});

	test("that the sender isn't one of the account's numbers, once for all items", async () => {
		const items = [{ json: {} }, { json: {} }];
		const rows = await check({ from: `${seed.ownedNumber}, +15550109999` }, { items });
		expect(refusalsOf(rows)).toMatch(/"From" is "\+15550109999", which isn't among your numbers \(/);
		expect(requestsOf('listNumbers')).toHaveLength(1);
	});

	test.each([
		["can't be read", ['fax:all:edit'], /^Whether "From" is one of your numbers: /],
		['can be read', ['fax:all:edit', 'fax:numbers:read'], /^The pages/],
	])("that the account's numbers %s", async (_what, scopes, expected) => {
		const credentials = await bench().limitedAccessToken(scopes);
		const [row] = await check({}, { credentials });
		expect(row).toMatchObject({ status: 'check_passed' });
		expect((row?.['notChecked'] as string[])[0]).toMatch(expected);
	});

	test("that the token can't send, or is invalid", async () => {
		const reading = await bench().limitedAccessToken(['fax:all:read']);
		expect(refusalsOf(await check({}, { credentials: reading }))).toMatch(/can't send.*"fax:all:read"/);
		const invalid = await bench().accessToken('alohi_pat_of_nobody');
		expect(refusalsOf(await check({}, { credentials: invalid }))).toMatch(/401/);
	});

	test('that a photo is stored sideways, also next to its output, as a send does', async () => {
		const background = { r: 1, g: 2, b: 3 };
		const picture = sharp({ create: { width: 8, height: 4, channels: 3, background } }).jpeg();
		const photo = await picture.withMetadata({ orientation: 6 }).toBuffer();
		const binary = { a: file('IMG_1.jpg', 'image/jpeg', photo), b: pdf };
		const parameters = { source: 'files', binaryPropertyNames: 'a, b' };
		const items = [withFiles(binary), withFiles(binary)];
		const [row] = await check(parameters, { items });
		expect([...new Set(presentPaths(row, schema))].sort()).toEqual(declaredPaths(schema).sort());
		const hint = expect.stringMatching(/"IMG_1\.jpg" is stored sideways.*Edit Image/) as string;
		expect(row).toMatchObject({
			status: 'check_passed',
			documents: [{ kind: 'JPG', hint }, { kind: 'PDF' }],
		});
		for (const checkOnly of [true, false])
			expect((await send({ ...parameters, checkOnly }, { items })).hints).toEqual([hint]);
	});

	test('no result of a wait, because nothing is sent', async () => {
		const rows = await check({ waitUntilSent: true });
		expect(rows).toMatchObject([{ status: 'check_passed', id: null }]);
		expect(rows[0]).not.toHaveProperty('outcome');
		expect(requestsOf('listOutboxFaxes')).toEqual([]);
	});

	test("the same in an agent's tool", async () => {
		const guards = { allowedDestinations: NUMBER };
		expect(await check({ guards }, { isTool: true })).toMatchObject([{ status: 'check_passed' }]);
		const rows = await check({ to: OTHER, guards }, { isTool: true });
		expect(rows).toMatchObject([{ status: 'check_failed', to: OTHER }]);
		expect(refusalsOf(rows)).toMatch(/Ask a person/);
	});
});

describe('the same fax again', () => {
	const guards = { refuseSameFax: true };

	test("is shown by a check, which isn't itself remembered as a fax", async () => {
		expect(await check({ guards })).toMatchObject([{ status: 'check_passed' }]);
		expect(await check({ guards })).toMatchObject([{ status: 'check_passed' }]);
		expectSuccess(await send({ guards }));
		bench().simulator.requests.length = 0;
		expect(refusalsOf(await check({ guards }))).toMatch(/^The fax wasn't sent\. This node sent the same/);
		expect(await check({ guards, to: OTHER })).toMatchObject([{ status: 'check_passed' }]);
	});

	test('in one run is shown for the second item, because a send would refuse it', async () => {
		const items = [{ json: {} }, { json: {} }];
		const parameters = { guards, text: 'Hello twice' };
		const rows = await check(parameters, { items });
		const sent = await send(parameters, { items, onError: 'continueRegularOutput' });
		expect(rows.map(({ status }) => status === 'check_passed')).toEqual([true, false]);
		expect(jsonOf(sent.items).map(({ error }) => error === undefined)).toEqual([true, false]);
	});
});

test.each(['', 'no', '={{ $json.nothing }}'])('sends nothing while the switch is %j', async (checkOnly) => {
	const { error } = await send({ checkOnly });
	expect(error?.message).toMatch(/^"Check Only" is ".*", which isn't true or false/);
	expect(sentTo()).toEqual([]);
});

test('an expression decides for each item', async () => {
	const items = [true, false].map((isCheck) => ({ json: { isCheck } }));
	const { items: output } = expectSuccess(await send({ checkOnly: '={{ $json.isCheck }}' }, { items }));
	expect(jsonOf(output).map(({ status }) => status)).toEqual(['check_passed', 'submitted']);
	expect(sentTo()).toHaveLength(1);
});

describe('a check and a send agree', () => {
	type Facet = Partial<Omit<NodeRun, 'parameters'>> & { parameters?: INodeParameters; before?: boolean };

	const named = (parameters: INodeParameters): Facet => ({ parameters });
	const withItem = (item: INodeExecutionData, binaryPropertyNames = 'data'): Facet => ({
		...named({ source: 'files', binaryPropertyNames }),
		items: [item],
	});
	const optional = (options: INodeParameters): Facet => named({ options });
	const guarded = (guards: INodeParameters): Facet => named({ guards });
	const ofFile = (content: string | Buffer, name: string, type = ''): Facet =>
		withItem(withFiles({ data: file(name, type, content) }));

	const froms = [
		'={{ "" }}',
		'12',
		'+15550109999*12',
		'+15550100000*',
		'+15550109999',
		`${seed.ownedNumber},+15550109999`,
		'={{ $json.no }}',
	];
	const goodFroms = [seed.ownedNumber, '+1 (555) 010-0000', 'no_number', '+15550100000*12'];
	const tos = [
		'={{ "" }}',
		'nobody',
		'+1900',
		`${NUMBER},,${OTHER}`,
		'[]',
		'={{ $json.no }}',
		'0041225550122',
	];
	const goodTos = [NUMBER, `${NUMBER},${OTHER}`, '+41 22 555 01 22', `["${OTHER}"]`];
	const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`f${at}`, pdf]));

	const goodDocuments: Facet[] = [
		{},
		withItem(withFiles({ data: pdf })),
		withItem(withFiles({ a: pdf, b: file('b', '', '\x89PNG\r\n\x1a\n picture') }), 'a,b'),
		named({ source: 'fax', faxId: seed.faxId }),
		named({ source: 'base64', base64: Buffer.from(PDF).toString('base64') }),
		ofFile('plain text', 'a.txt', 'text/plain'),
	];
	const badDocuments: Facet[] = [
		named({ text: ' ' }),
		named({ source: 'fax', faxId: 'fax_nowhere' }),
		named({ source: 'fax', faxId: '={{ "" }}' }),
		named({ source: 'base64', base64: 'Dear Dr Roe!' }),
		named({ source: 'url', documentUrl: 'ftp://files.example.com/a.pdf' }),
		named({ source: 'url', documentUrl: 'http://files.example.com/a.pdf' }),
		named({ source: 'elsewhere' }),
		ofFile(DAMAGED, 'a.pdf'),
		ofFile(`${PDF.padEnd(100_000)} and no end`, 'long.pdf'),
		ofFile('<html><body>Login', 'a.pdf', 'application/pdf'),
		ofFile('GIF89a picture', 'a.gif'),
		ofFile('', 'empty.pdf'),
		withItem({ json: {} }),
		withItem(withFiles(many), Object.keys(many).join()),
		withItem(withFiles({ a: pdf, b: file('b.pdf', '', DAMAGED) }), 'a,b'),
	];
	const goodGuards: Facet[] = [
		...[{}, guarded({ allowedDestinations: 'any' }), guarded({ maxRecipients: 2 })],
		guarded({ refuseSameFax: true }),
		guarded({ maxPerDay: 9, refuseFailingNumbers: { limits: { failures: 1, days: 30 } } }),
		{ ...guarded({ refuseSameFax: false }), before: true },
		guarded({ allowedFrom: '+1*', allowedExistingFaxes: 'received', maxExistingFaxAge: 30 }),
		{ ...guarded({ allowedDestinations: 'any' }), isTool: true },
	];
	const badGuards: Facet[] = [
		guarded({ allowedDestinations: '+49*' }),
		guarded({ allowedDestinations: '={{ "any" }}' }),
		guarded({ allowedDestinations: '' }),
		guarded({ maxRecipients: 0 }),
		// The outbox has one fax from the last hour.
		guarded({ maxPerDay: 1 }),
		guarded({ refuseFailingNumbers: {} }),
		guarded({ allowedNumbers: NUMBER }),
		...[guarded({ allowedFrom: '+49*' }), guarded({ allowedExistingFaxes: 'inbox' })],
		guarded({ maxExistingFaxAge: 0 }),
		{ ...guarded({ refuseSameFax: true }), before: true },
		{ isByHand: true, before: true },
		{ isTool: true },
		named({ guards: 'any' }),
		named({ maxRecipients: 1 }),
	];
	const cover = { nameTo: 'Dr Roe', nameFrom: 'Clinic', subject: 'Case' };
	const goodOptions: Facet[] = [
		...[{}, optional({ sendTime: '2099-12-01T08:30:00Z' }), optional({ tags: 'a, b', comment: 'c' })],
		optional({ coverPage: { page: cover } }),
		optional({ resolution: 'fine' }),
		...[optional({ sendBetween: { hours: {} } }), optional({ minutesBetween: 1440 })],
		optional({ sendBetween: { hours: { days: 'sunday', to: '01:00' } }, minutesBetween: 30 }),
		optional({ retryCount: 3, retryDelay: 30, enhancement: false, evidence: true }),
	];
	const badOptions: Facet[] = [
		optional({ sendTime: '2020-01-01T08:30:00Z' }),
		optional({ sendTime: 'tomorrow' }),
		optional({ sendTime: '' }),
		optional({ retryCount: 4 }),
		optional({ retryDelay: -1 }),
		optional({ resolution: 'ultra' }),
		...[optional({ sendBetween: {} }), optional({ sendBetween: { hours: { days: [] } } })],
		optional({ sendBetween: { hours: { to: '08:00' } } }),
		...[optional({ minutesBetween: -1 }), optional({ minutesBetween: '={{ $json.no }}' })],
		{ ...named({ waitUntilSent: true, options: { minutesBetween: 60 } }), before: true },
		optional({ tags: '={{ [{}] }}' }),
		optional({ country: 'Atlantis' }),
		optional({ coverPage: {} }),
		optional({ coverPage: { page: { ...cover, subject: '' } } }),
		optional({ coverPage: { page: { ...cover, flags: ['secret'] } } }),
		optional({ timeout: 0 }),
		optional({ evidence: 'perhaps' }),
		optional({ userId: '' }),
		optional({ unknownOption: 1 }),
		{ retryOnFail: true },
		named({ waitUntilSent: true, options: { sendTime: '2099-12-01T08:30:00Z' } }),
	];

	const oneOf = <T>(good: T[], bad: T[]) =>
		fc.oneof(
			{ arbitrary: fc.constantFrom(...good), weight: 5 },
			{ arbitrary: fc.constantFrom(...bad), weight: 1 },
		);
	const facets = fc.tuple(
		oneOf(goodFroms, froms).map((from) => named({ from })),
		oneOf(goodTos, tos).map((to) => named({ to })),
		oneOf(goodDocuments, badDocuments),
		oneOf(goodGuards, badGuards),
		oneOf(goodOptions, badOptions),
	);

	/** Returns the fields of the node and how to run a case. */
	function caseOf(parts: Facet[]): Required<Pick<Facet, 'parameters' | 'before'>> & { run: Facet } {
		const { before = false, ...run } = Object.assign({}, ...parts) as Facet;
		const parameters = Object.assign({}, ...parts.map((part) => part.parameters)) as INodeParameters;
		delete run.parameters;
		return { parameters, run, before };
	}

	test('in 200 cases, and a check changes nothing', async () => {
		const verdicts = { passed: 0, refused: 0 };
		const sample = fc.sample(facets, Number(process.env['RUNS'] ?? 200));
		for (const [at, parts] of sample.entries()) {
			const { parameters, run, before } = caseOf(parts);
			// The store writes the latest entries again, so each case needs its own numbers.
			const ofCase = (parameters['to'] as string).replaceAll(NUMBER, numberOf(at));
			parameters['to'] = ofCase.replaceAll(OTHER, numberOf(at + 5000));
			bench().simulator.reset();
			bench().engine.store.empty();
			if (before) await send(parameters, run);
			bench().simulator.requests.length = 0;
			const rows = await check(parameters, run);
			expect(rows.length).toBeGreaterThan(0);
			const isPassed = rows.every(({ status }) => status === 'check_passed');
			const { error } = await send(parameters, run);
			const said = { parameters, run: { ...run, items: undefined }, refusals: rows[0]?.['refusals'] };
			expect({ ...said, isPassed, error: error?.message }).toEqual({
				...{ ...said, isPassed: error === undefined },
				error: error?.message,
			});
			verdicts[isPassed ? 'passed' : 'refused'] += 1;
		}
		expect(Math.min(verdicts.passed, verdicts.refused)).toBeGreaterThan(sample.length / 10);
	});

	test.each([badDocuments, badGuards, badOptions].flat().map((facet, at) => [at, facet] as const))(
		'with only facet %i invalid',
		async (at, facet) => {
			const { parameters, run, before } = caseOf([named({ to: numberOf(9000 + at) }), facet]);
			if (before) await send(parameters, run);
			bench().simulator.requests.length = 0;
			expect(await check(parameters, run)).toMatchObject([{ status: 'check_failed' }]);
			expect((await send(parameters, run)).error).toBeDefined();
		},
	);

	test("about a URL that can be read, and one that can't", async () => {
		const options = { allowHttp: true };
		const good = await answering(PDF, { type: 'application/pdf' });
		const [row] = await check({ source: 'url', documentUrl: `${good.baseUrl}/a.pdf`, options });
		expect(row).toMatchObject({ status: 'check_passed', documents: [{ kind: 'PDF', bytes: PDF.length }] });
		const bad = await answering('Not here', { type: 'text/plain', status: 404 });
		const rows = await check({ source: 'url', documentUrl: `${bad.baseUrl}/a.pdf`, options });
		expect(rows).toMatchObject([{ status: 'check_failed', documents: null }]);
		expect(refusalsOf(rows)).toMatch(/404.*Check "URL"/s);
	});
});
