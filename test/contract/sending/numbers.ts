import { numbersIn } from '../../../nodes/shared/values/phoneNumbers';
import { useBench } from '../support/bench';
import { rowsOfList } from '../support/broadcastCode';
import { expectSuccess } from '../support/execution';
import { sendingOf } from '../support/sending';

const bench = useBench();
const { send, sentTo } = sendingOf(bench);

/** As people write a number, and the number; undefined where nobody can be sure of it. */
const NUMBERS: Array<[text: string, number: string | undefined]> = [
	['+15550100200', '+15550100200'],
	[' +1 (555) 010-0200 ', '+15550100200'],
	['+1.555.010.0200', '+15550100200'],
	['+1\u2011555\u2011010\u20110200', '+15550100200'],
	['+1\u00A0555\u00A0010\u00A00200', '+15550100200'],
	['\u202A+1 555 010 0200\u202C', '+15550100200'],
	['\uFF0B15550100200', '+15550100200'],
	['tel:+1-555-010-0200', '+15550100200'],
	['Fax: +1 555 010 0200', '+15550100200'],
	['(+49) 30 123456', '+4930123456'],
	['+39 06 1234567', '+39061234567'],
	['+354 555 1234', '+3545551234'],
	['+86-10-12345678', '+861012345678'],
	['0015550100200', undefined],
	['011 44 20 7946 0000', undefined],
	['15550100200', undefined],
	['(555) 010-0200', undefined],
	['030 123456', undefined],
	['+49 (0)30 123456', undefined],
	['+49 ( 0 ) 30 123456', undefined],
	['+44 020 7946 0000', undefined],
	['+81 03-1234-5678', undefined],
	['+1 555 010 020', undefined],
	['+7 8 495 1234567', undefined],
	['+1 555 010 0200 ext. 12', undefined],
	['+1 555 010 0200 x12', undefined],
	['+49 30 123456/57', undefined],
	['+1555CALLFAX', undefined],
	['%2B15550100200', undefined],
	['+4930123456.0', undefined],
	['+0044 20 7946 0000', undefined],
];

/** The numbers that sends go to, and none where the node refuses the text. */
async function toOf(to: string, guard?: string): Promise<unknown> {
	bench().simulator.reset();
	const guards = guard === undefined ? {} : { allowedDestinations: guard };
	const { error } = await send({ to, guards });
	expect([error === undefined, sentTo().length]).toEqual(error === undefined ? [true, 1] : [false, 0]);
	return sentTo()[0];
}

test.each(NUMBERS)(
	'one rule for "%s" as a recipient, a guard, of a trigger and in a list',
	async (text, number) => {
		const expected = number === undefined ? undefined : [number];
		expect(await toOf(text)).toEqual(expected);
		expect(await toOf(number ?? '+15550100200', text)).toEqual(expected);
		const [row = {}] = rowsOfList({}, `Name,Fax\nRoe,${text}`);
		if (row['skipped'] === '') expect(await toOf(row['number'] as string)).toEqual(expected);
		else expect([row['skipped'], number]).toEqual(['No fax number.', undefined]);
		const trigger = (): string[] => numbersIn(text);
		if (number === undefined) expect(trigger).toThrow(/^Numbers: ".*" (?!.*E\.164).* Write /);
		else expect(trigger()).toEqual([number]);
		expectSuccess(await send());
	},
);
