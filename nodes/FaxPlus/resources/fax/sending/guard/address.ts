import { perRun } from '../../../../../shared/async/perRun';
import { readAccount, type Authentication } from '../../../../../shared/http/account';

/**
 * Returns the address of Fax.Plus in the credential. What this process knows about sends is kept for each address, because
 * several credentials may belong to one account.
 */
export const addressOf = perRun(async (context): Promise<string> => {
	const { authentication } = context.getNode().parameters;
	return (await readAccount(context, authentication as Authentication)).baseUrl;
});
