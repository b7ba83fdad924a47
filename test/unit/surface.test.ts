import { NodeHelpers, type INode } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { FaxPlusApi } from '../../credentials/FaxPlusApi.credentials';
import { FaxPlusOAuth2Api } from '../../credentials/FaxPlusOAuth2Api.credentials';
import { FaxPlusWebhookSecretApi } from '../../credentials/FaxPlusWebhookSecretApi.credentials';
import { FaxPlus } from '../../nodes/FaxPlus/FaxPlus.node';
import { resources } from '../../nodes/FaxPlus/resources';
import pollingTriggerOutput from '../../nodes/FaxPlusPollingTrigger/__schema__/v1.0.0.json';
import { FaxPlusPollingTrigger } from '../../nodes/FaxPlusPollingTrigger/FaxPlusPollingTrigger.node';
import triggerOutput from '../../nodes/FaxPlusTrigger/__schema__/v2.0.0.json';
import { FaxPlusTrigger } from '../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';
import { outputSchemas } from '../../tools/build/generated';
import type { SurfaceParts } from '../../tools/build/surface';
import { breakage, linesIn, SURFACE, surfaceLines, surfaceText } from '../../tools/build/surface';
import { projectRoot } from '../../tools/harness/folders';

/** Returns the public surface of this version of the package, as data. */
function parts(): SurfaceParts {
	return {
		nodes: [new FaxPlus(), new FaxPlusTrigger(), new FaxPlusPollingTrigger()].map(
			({ description }) => description,
		),
		credentials: [new FaxPlusApi(), new FaxPlusOAuth2Api(), new FaxPlusWebhookSecretApi()],
		outputs: { ...outputSchemas(resources), trigger: triggerOutput, pollingTrigger: pollingTriggerOutput },
	};
}

/** Returns the lines of the surface after replacing a string everywhere in its JSON. */
function changed(from: string, to: string): string[] {
	const text = JSON.stringify(parts());
	const edited = text.replaceAll(from, to);
	if (edited === text) throw new Error(`Nothing has ${from}`);
	return surfaceLines(JSON.parse(edited) as SurfaceParts);
}

const recorded = readFileSync(join(projectRoot, SURFACE), 'utf8');

test('The recorded surface matches the package', () => {
	expect(breakage(linesIn(recorded), surfaceLines(parts()))).toBeUndefined();
	// `npm run generate` records new parts of the surface.
	expect(recorded).toBe(surfaceText(recorded, surfaceLines(parts())));
});

describe('A change that breaks saved workflows is reported, with what to do instead', () => {
	test.each<[what: string, from: string, to: string]>([
		['a node is renamed', '"name":"faxPlus"', '"name":"fax"'],
		['a version of a node is removed', '"version":2', '"version":[2.1]'],
		['a node no longer supports OAuth2', '{"name":"faxPlusOAuth2Api",', '{"name":"other",'],
		['OAuth2 shows on another condition', '"authentication":["oAuth2"]', '"authentication":["oauth"]'],
		['a credential that may be missing is required', '"required":false', '"required":true'],
		['a node polls no more', '"polling":true', '"polling":false'],
		['a node is no tool', '"usableAsTool":true', '"usableAsTool":false'],
		["the webhook's path changes", '"path":"webhook"', '"path":"hook"'],
		["the webhook's method changes", '"httpMethod":"POST"', '"httpMethod":"PUT"'],
		['a node has no input', '"inputs":["main"]', '"inputs":[]'],
		['a node loses an output', '"outputs":["main"]', '"outputs":[]'],
		['a resource is renamed', '"value":"outboxFax"', '"value":"outbox"'],
		['the fields of a resource belong to another one', '"resource":["contact"]', '"resource":["person"]'],
		['an operation is renamed', '"value":"getReport"', '"value":"report"'],
		['the fields of an operation belong to another one', '"operation":["send"]', '"operation":["sendFax"]'],
		['a parameter is renamed', '"name":"from"', '"name":"sender"'],
		['a parameter of a trigger is renamed', '"name":"events"', '"name":"event"'],
		['an option is renamed', '"name":"keepEndpoint"', '"name":"keep"'],
		['an option of a nested collection is renamed', '"name":"comment"', '"name":"remark"'],
		['a guard is renamed', '"name":"allowedDestinations"', '"name":"destinations"'],
		['a collection is renamed', '"name":"guards"', '"name":"limits"'],
		['a mode of a locator is removed', '"name":"list","type":"list"', '"name":"choice","type":"list"'],
		['a value is renamed', '"value":"every15Minutes"', '"value":"quarterHour"'],
		['a value of an event is renamed', '"value":"fax_page_received"', '"value":"page"'],
		['a value of a format is renamed', '"value":"tiff"', '"value":"tif"'],
		['a default changes', '"default":"every15Minutes"', '"default":"everyHour"'],
		['a default number changes', '"default":3000', '"default":5000'],
		[
			'a switch is on by default',
			'"name":"downloadFax","type":"boolean","default":false',
			'"name":"downloadFax","type":"boolean","default":true',
		],
		["a field's type changes", '"name":"outcome","type":"options"', '"name":"outcome","type":"string"'],
		[
			'a field that may be empty is required',
			'"name":"instructions","type":"string"',
			'"name":"instructions","type":"string","required":true',
		],
		['a field holds one value', '"multipleValues":true', '"multipleValues":false'],
		["a field's display condition changes", '"downloadFax":[true]', '"downloadFax":[false]'],
		['a credential is renamed', '"name":"faxPlusWebhookSecretApi"', '"name":"faxPlusSecretApi"'],
		['a credential is of no kind that n8n knows', '"extends":["oAuth2Api"]', '"extends":[]'],
		['a field of a credential is renamed', '"name":"accessToken"', '"name":"token"'],
		['a row of secrets is renamed', '"name":"secret"', '"name":"key"'],
		['the Base URL changes', 'https://restapi.fax.plus/v3"', 'https://restapi.fax.plus/v4"'],
		['an output key is renamed', '"statusMeaning":{', '"meaning":{'],
		['a nested output key is renamed', '"event_time":{', '"time":{'],
		['an output key of the polling trigger is removed', '"confirmedBy":{', '"by":{'],
		['an output key of one operation is removed', '"whatToDo":{', '"advice":{'],
	])('%s', (_what, from, to) => {
		const problem = breakage(linesIn(recorded), changed(from, to));
		expect(problem).toMatch(/\n- (node|credential|output) .*[^]*add a version of the node.*versions\.md/);
		expect(() => surfaceText(recorded, changed(from, to))).toThrow(problem);
	});
});

test('An addition is recorded, and breaks nothing', () => {
	const lines = surfaceLines(parts());
	const [first = '', ...others] = lines;
	expect(breakage(others, lines)).toBeUndefined();
	expect(linesIn(surfaceText(`${others.join('\n')}\n`, lines))).toContain(first);
});

test.each([2, 2.1, 3])('Version %d of the trigger shows the signing secret', (typeVersion) => {
	const { description } = new FaxPlusTrigger();
	const secret = description.credentials?.find(({ name }) => name === 'faxPlusWebhookSecretApi');
	if (!secret) throw new Error('There is no signing secret');
	const node = { typeVersion, parameters: {} } as INode;
	expect(NodeHelpers.displayParameter({}, secret, node, description)).toBe(true);
});
