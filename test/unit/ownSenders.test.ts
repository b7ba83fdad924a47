import type { IExecuteFunctions } from 'n8n-workflow';

import type { ReadCall } from '../../nodes/FaxPlus/operation/itemCall';
import { requireOwnSender } from '../../nodes/FaxPlus/resources/fax/sending/check/account';

/** Returns the first numbers of an account. */
const numbersOf = (count: number): string[] =>
	Array.from({ length: count }, (_, at) => `+1555010${String(1000 + at)}`);

const [FIRST = ''] = numbersOf(1);

/** Checks a sender in an account with this many numbers. */
async function check(from: string, count: number): Promise<string[]> {
	const numbers = numbersOf(count).map((number) => ({ id: `ID of ${number}`, number }));
	const read = async () => await Promise.resolve({ numbers });
	return await requireOwnSender(
		{ context: {} as IExecuteFunctions, read } as unknown as ReadCall,
		'self',
		from,
	);
}

test('a number of the account may send', async () => {
	expect(await check(FIRST, 1)).toEqual([]);
	expect(await check(`${numbersOf(25).at(-1)},no_number`, 25)).toEqual([]);
});

test("an error about another number shows the account's numbers, but at most twenty of them", async () => {
	const twenty = numbersOf(20).join(', ');
	const before = '"From" is "+41225550122", which isn\'t among your numbers';
	await expect(check(`${FIRST},+41225550122`, 20)).rejects.toThrow(
		`${before} (${twenty}). Select one of them.`,
	);
	await expect(check('+41225550122', 25)).rejects.toThrow(
		`${before} (${twenty} and 5 more). Select one of them.`,
	);
});
