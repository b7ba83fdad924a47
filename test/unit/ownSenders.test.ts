import type { IExecuteFunctions } from 'n8n-workflow';

import type { ReadCall } from '../../nodes/FaxPlus/operation/itemCall';
import { requireOwnSender } from '../../nodes/FaxPlus/resources/fax/sending/check/account';

const numberAt = (at: number): string => `+1555010${String(1000 + at)}`;

/** Checks a sender in an account with this many numbers. */
async function check(from: string, count: number): Promise<string[]> {
	const numbers = Array.from({ length: count }, (_, at) => ({ id: `number ${at}`, number: numberAt(at) }));
	const read = async () => await Promise.resolve({ numbers });
	return await requireOwnSender(
		{ context: {} as IExecuteFunctions, read } as unknown as ReadCall,
		'self',
		from,
	);
}

test('a number of the account may send', async () => {
	expect(await check(numberAt(0), 1)).toEqual([]);
	expect(await check(`${numberAt(24)},no_number`, 25)).toEqual([]);
});

test("an error about another number shows the account's numbers, but at most twenty of them", async () => {
	const all = (count: number): string => Array.from({ length: count }, (_, at) => numberAt(at)).join(', ');
	const before = '"From" is "+41225550122", which isn\'t among your numbers';
	await expect(check(`${numberAt(0)},+41225550122`, 20)).rejects.toThrow(
		`${before} (${all(20)}). Select one of them.`,
	);
	await expect(check('+41225550122', 25)).rejects.toThrow(
		`${before} (${all(20)} and 5 more). Select one of them.`,
	);
});
