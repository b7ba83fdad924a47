import type { INodeProperties } from 'n8n-workflow';

import { audit, logNumbersOption } from '../../../../../shared/audit';
import { rethrow } from '../../../../../shared/http/rethrow';
import { InputError } from '../../../../../shared/values/inputError';
import { partOf, valueOf } from '../../../../../shared/values/parts';
import type { ItemFields } from '../../../../fields/itemFields';
import { draftFor } from '../read/draft';

/** The end of a refusal, because an AI model that reads it must not look for another way. */
const REFUSED =
	"The fax wasn't sent. Don't try another way. Ask a person, who can change the guards of this node.";

/** Makes the refusal of a guard. */
export function refusedBy(guard: INodeProperties, why: string): InputError {
	return asRefusalOf(guard, new InputError(`${why} ${REFUSED}`));
}

/** Marks an error as the refusal of a guard, whose name the audit trail shows. */
export function asRefusalOf({ displayName }: { displayName: string }, error: InputError): InputError {
	error.guard ??= displayName;
	return error;
}

/** Does a part of a send. If a guard refuses the fax, the audit trail gets a line. */
export async function withRefusalsAudited<T>(fields: ItemFields, work: () => Promise<T>): Promise<T> {
	return await work().catch(async (error: unknown) => {
		const guard = guardIn(error);
		if (guard !== undefined) audit(fields.context, 'fax.refused', { guard, ...(await numbersOf(fields)) });
		return rethrow(error);
	});
}

/** Returns the guard that refused a fax, even if something else is wrong with the fax, too. */
function guardIn(error: unknown): string | undefined {
	if (!(error instanceof InputError)) return undefined;
	return error.guard ?? error.others.map(guardIn).find((guard) => guard !== undefined);
}

/** Returns the numbers of a fax, as far as they can be read, if the option asks for them. */
async function numbersOf(
	fields: ItemFields,
): Promise<{ from?: string | undefined; to?: string | undefined }> {
	if (!valueOf(partOf(() => fields.options.isOn(logNumbersOption)))) return {};
	const { draft } = await draftFor(fields);
	return { from: valueOf(draft.from), to: valueOf(draft.to)?.join(',') };
}
