import type { IDataObject, IHookFunctions, IPollFunctions } from 'n8n-workflow';

import { describeError } from '../editor/errors';
import { readNumbers } from '../lists/numbers';
import type { Reads } from '../http/requests';
import { InputError } from '../values/inputError';
import { sameNumber } from '../values/phoneNumbers';
import { numbersOfOthersOption } from './fields';
import { log } from '../log';

/**
 * Refuses a user's publish if "Numbers" has a number that isn't the account's. It may be mistyped, and then no fax would
 * ever match. Fax.Plus accepts such numbers, because they may belong to the other side (docs/contributing/api.md, "Webhook
 * endpoints"). So an option can allow them. If the account's numbers can't be read, only n8n's log shows it.
 *
 * @param userId the user whose numbers they are, encoded as one part of a path
 * @param numbers with the plus sign and the country code
 * @throws InputError
 */
export async function checkOwnNumbers(
	context: IHookFunctions | IPollFunctions,
	reads: Pick<Reads, 'read'>,
	userId: string,
	numbers: readonly string[],
): Promise<void> {
	const isPersonThere = ['activate', 'update', 'manual'].includes(context.getActivationMode());
	const { numbersOfOthers = false } = context.getNodeParameter('options', {}) as IDataObject;
	if (numbers.length === 0 || numbersOfOthers === true || !isPersonThere) return;
	const own = await ownNumbers(context, reads, userId);
	const others = numbers.filter((number) => !own.some((one) => sameNumber(one, number)));
	if (own.length === 0 || others.length === 0) return;
	const [be, them, theyBelong] =
		others.length === 1 ? ["isn't", 'it', 'it belongs'] : ["aren't", 'them', 'they belong'];
	throw new InputError(
		`"Numbers" contains ${others.join(', ')}, which ${be} among your numbers (${own.join(', ')}). Correct ${them}. If ${theyBelong} to somebody else, add the option "${numbersOfOthersOption.displayName}".`,
	);
}

async function ownNumbers(
	context: IHookFunctions | IPollFunctions,
	reads: Pick<Reads, 'read'>,
	userId: string,
): Promise<string[]> {
	try {
		return (await readNumbers(reads, userId)).map(({ number }) => number);
	} catch (error) {
		const line = `n8n couldn't check whether its "Numbers" belong to the account (${describeError(error)}). If no fax starts the workflow, check them.`;
		log(context, 'warn', line);
		return [];
	}
}
