import type { NodeParameterValueType } from 'n8n-workflow';

import { numbersIn } from '../../../nodes/shared/values/phoneNumbers';
import { useBench } from '../support/bench';
import { rowsOfList } from '../support/broadcastCode';
import { expectSuccess } from '../support/execution';
import { locator } from '../support/operationCases/case';
import { NUMBER, OTHER, sendingOf } from '../support/sending';

const bench = useBench();
const { send, sentTo } = sendingOf(bench);

/**
 * Ways to write a number, each with the number, or undefined if it isn't clear. Others are covered by the tests of the
 * function that reads numbers.
 */
const NUMBERS: Array<[text: string, number: string | undefined]> = [
	[' +1 (555) 010-0200 ', '+15550100200'],
	['Fax: +1 555 010 0200', '+15550100200'],
	['+39 06 1234567', '+39061234567'],
	['0015550100200', undefined],
	['030 123456', undefined],
	['+49 (0)30 123456', undefined],
	['+1 555 010 0200 ext. 12', undefined],
	['+49 30 123456/57', undefined],
];

/** Returns the numbers that a send goes to, or undefined if the node refuses the text. */
async function toOf(to: string, guard?: string): Promise<unknown> {
	bench().simulator.reset();
	const guards = guard === undefined ? {} : { allowedDestinations: guard };
	const { error } = await send({ to, guards });
	expect([error === undefined, sentTo().length]).toEqual(error === undefined ? [true, 1] : [false, 0]);
	return sentTo()[0];
}

test.each(NUMBERS)(
	'one rule for "%s" as a recipient, in a guard, in a trigger and in a list',
	async (text, number) => {
		const expected = number === undefined ? undefined : [number];
		expect(await toOf(text)).toEqual(expected);
		expect(await toOf(number ?? '+15550100200', text)).toEqual(expected);
		const [row = {}] = rowsOfList({}, `Name,Fax\nRoe,${text}`);
		if (row['skipped'] === '') expect(await toOf(row['number'] as string)).toEqual(expected);
		else expect([row['skipped'], number]).toEqual(['No fax number.', undefined]);
		const trigger = (): string[] => numbersIn(text);
		if (number === undefined) expect(trigger).toThrow(/^"Numbers": ".*" (?!.*E\.164).* Enter /);
		else expect(trigger()).toEqual([number]);
		expectSuccess(await send());
	},
);

test.each<[form: string, to: NodeParameterValueType, sent: string[]]>([
	['text, as in a workflow from before the field offered contacts', `${NUMBER}, ${OTHER}`, [NUMBER, OTHER]],
	['an expression in such a workflow', '={{ $json.numbers }}', [NUMBER, OTHER]],
	['a contact', { ...locator('list', NUMBER), cachedResultName: `Jane Roe (${NUMBER})` }, [NUMBER]],
	['numbers', locator('number', `${NUMBER}, ${OTHER}`), [NUMBER, OTHER]],
	['an expression', locator('number', '={{ $json.numbers }}'), [NUMBER, OTHER]],
	['an expression that was entered next to the list', locator('list', '={{ $json.numbers[0] }}'), [NUMBER]],
	[
		'an expression of such a workflow, as the editor saves it',
		locator('', '={{ $json.numbers }}'),
		[NUMBER, OTHER],
	],
])('To may be %s', async (_form, to, sent) => {
	const items = [{ json: { numbers: [NUMBER, OTHER] } }];
	expectSuccess(await send({ to }, { items }));
	expect(sentTo()).toEqual([sent]);
});
