import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { Guidance } from '../editor/advice';
import { describeError, messageWithAdvice } from '../editor/errors';
import { field } from '../editor/field';
import type { FaxName } from '../files/documents';
import { recordAt } from '../http/answers';
import { beforeAnyChange, mapFaults, ServiceFault, unexpectedAnswer } from '../http/faults';
import type { Reader, Writes } from '../http/requests';
import type { Fax } from '../records';
import { pathPart } from '../values/paths';

/** Field of the operations and triggers that download a fax. */
export const markAsReadField = field('boolean', 'Mark as Read', 'markAsRead', {
	description:
		'Whether to mark the fax as read once its file is stored. The token needs fax:all:edit or fax:fax:edit.',
});

/** The requests that marking needs. */
export type Marks = Reader & Pick<Writes, 'write'>;

const MOST_NAMED = 10;

const guidance: Guidance = {
	scopes: ['fax:all:edit', 'fax:fax:edit'],
	itemField: { displayName: 'Fax' },
};

/**
 * Reads the values that an update of a fax has to include, because Fax.Plus would overwrite them otherwise
 * (docs/contributing/api.md, "Fax records").
 */
export async function changeableAt(
	reads: Reader,
	path: string,
): Promise<{ comment: string; is_read: boolean }> {
	const fax = await mapFaults(async () => recordAt<Fax>(reads, path), beforeAnyChange);
	const { comment, is_read: isRead } = fax;
	const text = typeof comment === 'object' ? comment?.text : comment;
	if (text !== undefined || isRead !== undefined) return { comment: text ?? '', is_read: isRead ?? false };
	throw unexpectedAnswer('Fax.Plus responded without the expected record', 'notSent');
}

/** Marks a fax as read once its file is stored. It never throws, because the file matters more. A failure becomes a hint. */
export async function markAsRead(
	context: IExecuteFunctions,
	marks: Marks,
	{ userId, faxId }: FaxName,
): Promise<void> {
	try {
		const path = `/accounts/${userId}/faxes/${pathPart(faxId, 'Fax')}`;
		const { comment, is_read: isRead } = await changeableAt(marks, path);
		if (!isRead) await marks.write({ method: 'PUT', path, body: { comment, is_read: true } });
	} catch (error) {
		report(context, faxId, error);
	}
}

/** The hint of a run, and the faxes that it names. */
interface ReportedFaxes {
	hint: NodeExecutionHint;
	faxIds: string[];
	reason: string;
}

const reported = new WeakMap<IExecuteFunctions, ReportedFaxes>();

/** Adds one hint for all faxes of a run, with the reason of the first one, because thirty hints would hide the output. */
function report(context: IExecuteFunctions, faxId: string, error: unknown): void {
	const earlier = reported.get(context);
	const { hint, faxIds, reason } = earlier ?? {
		hint: { message: '', location: 'outputPane', type: 'warning' },
		faxIds: [],
		reason: error instanceof ServiceFault ? messageWithAdvice(error, guidance) : describeError(error),
	};
	faxIds.push(faxId);
	const named = faxIds.slice(0, MOST_NAMED).join(', ');
	const others = faxIds.length > MOST_NAMED ? ` and ${faxIds.length - MOST_NAMED} others` : '';
	const what = faxIds.length > 1 ? "files, but these faxes weren't" : "file, but this fax wasn't";
	hint.message = `The output has the ${what} marked as read: ${named}${others}. ${reason}`;
	if (earlier) return;
	reported.set(context, { hint, faxIds, reason });
	context.addExecutionHints(hint);
}
