import type { NodeParameterValueType } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { useBench } from '../support/bench';
import { expectSuccess, jsonOf } from '../support/execution';
import { clinic } from '../support/operationCases';
import { NUMBER as ALLOWED, OTHER, sendingOf } from '../support/sending';

const bench = useBench();
const { send, sentTo, requestsOf } = sendingOf(bench);

describe('allowed destinations', () => {
	test.each<[string, NodeParameterValueType, string]>([
		['the number itself', ALLOWED, ALLOWED],
		['another format of it', ALLOWED, '+1 (555) 010-0299'],
		['another format in the guard', ' +1 (555) 010-0299 ', ALLOWED],
		['a prefix of numbers', '+1555*', ALLOWED],
		['a prefix with spaces', '+1 555 *', ALLOWED],
		['one of several', `${OTHER}, +1555*`, ALLOWED],
		['one of an array', [OTHER, ALLOWED], ALLOWED],
		['several recipients', `${OTHER},${ALLOWED}`, `${ALLOWED},${OTHER}`],
	])('allow: %s', async (_what, allowedDestinations, to) => {
		expectSuccess(await send({ to, guards: { allowedDestinations } }));
		expect(sentTo()).toEqual([expect.arrayContaining([ALLOWED])]);
	});

	test.each<[string, string]>([
		['another number', OTHER],
		['one among allowed ones', `${ALLOWED},${OTHER}`],
		['an array', `={{ ["${ALLOWED}", "${OTHER}"] }}`],
		['an array as JSON', `["${ALLOWED}","${OTHER}"]`],
		['one after a line break', `${ALLOWED}\n${OTHER}`],
	])('refuse before any request: %s', async (_what, to) => {
		bench().expectRefused(
			await send({ to, guards: { allowedDestinations: ALLOWED } }),
			/^"To" contains "\+\d+", which isn't in "Allowed Destinations"\. .*The fax wasn't sent\. Don't try .*\. Ask a person/,
		);
	});

	test("see a number without a plus sign as it's dialed", async () => {
		const guards = { allowedDestinations: '+4420*' };
		expectSuccess(await send({ to: '020 7946 0000', guards, options: { country: 'GB' } }));
		expect(sentTo()).toEqual([['+442079460000']]);
		const other = await send({ to: '0161 496 0000', guards, options: { country: 'GB' } });
		expect(other.error?.message).toMatch(
			/^"To" contains "\+441614960000", which isn't in "Allowed Destinations"\./,
		);
		expect(sentTo()).toHaveLength(1);
	});

	test('refuse a longer number', async () => {
		bench().expectRefused(
			await send({ to: '+49301234567', guards: { allowedDestinations: '+4930123456' } }),
			/^"To" contains "\+49301234567", which isn't in "Allowed Destinations"\./,
		);
	});

	test.each([
		'',
		'1555',
		'+1900*,,+1901*',
		'+1*5',
		'*',
		'+*',
		'+0*',
		'anyone',
		'+1555**',
		'={{ "+1555*" }}',
		null,
		[],
	])('refuse everything if the value is %j', async (allowedDestinations) => {
		bench().expectRefused(await send({ guards: { allowedDestinations } }), /Allowed Destinations|fixed/);
	});
});

test("an empty guard suggests a value, not an expression, which it can't be", async () => {
	const { error } = await send({ guards: { allowedDestinations: ' ' } });
	expect(error?.message).toBe(
		'"Allowed Destinations" is empty. Enter a value, or remove the field from "Guards".',
	);
});

describe('max recipients', () => {
	test('count numbers, whatever their format', async () => {
		expectSuccess(await send({ to: `${ALLOWED}, +1 (555) 010-0299`, guards: { maxRecipients: 1 } }));
		expect(sentTo()).toEqual([[ALLOWED]]);
	});

	test('refuse before any request', async () => {
		bench().expectRefused(
			await send({ to: `${ALLOWED},${OTHER}`, guards: { maxRecipients: 1 } }),
			/^"To" has 2 numbers, but "Max Recipients" is "1"\. The fax wasn't sent\. .*Ask a person/,
		);
	});

	test.each(['', 0, -1, 1.5, 'many', null, '={{ 5 }}', '={{ $json.no }}', [3, 4]])(
		'refuse everything if the value is %j',
		async (maxRecipients) => {
			bench().expectRefused(await send({ guards: { maxRecipients } }), /Max Recipients|fixed/);
		},
	);
});

describe('several items', () => {
	const items = [ALLOWED, OTHER, ALLOWED].map((to) => ({ json: { to } }));
	const parameters = { to: '={{ $json.to }}', guards: { allowedDestinations: ALLOWED } };

	test('the guards are checked for all before the first is sent', async () => {
		const result = await send(parameters, { items });
		bench().expectRefused(result, /^"To" contains "\+41225550122", which isn't in(?!.*carried out)/);
		expect(result.error?.context['itemIndex']).toBe(1);
	});

	test('if the node continues, only those within the guards are sent', async () => {
		const { items: output } = await send(parameters, { items, onError: 'continueRegularOutput' });
		expect(jsonOf(output).map(({ to, error }) => to ?? error)).toEqual([
			ALLOWED,
			expect.objectContaining({
				message: expect.stringMatching(/isn't in "Allowed Destinations"\. The fax wasn't sent/) as string,
			}),
			ALLOWED,
		]);
		expect(sentTo()).toEqual([[ALLOWED], [ALLOWED]]);
	});

	test('the checked number is used, even if it has changed since', async () => {
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

test('a send to an existing fax from a node with guards downloads the fax once', async () => {
	expectSuccess(await send({ source: 'fax', faxId: seed.faxId, guards: { maxRecipients: 5 } }));
	expect(requestsOf('getFile')).toHaveLength(1);
	expect(clinic(bench().simulator).outbox.size).toBeGreaterThan(0);
});
