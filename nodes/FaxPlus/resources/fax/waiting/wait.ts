import type { ServiceFault } from '../../../../shared/http/faults';
import type { Wait } from '../../../fields/waitOptions';
import type { ReadCall } from '../../../itemCall';
import type { AwaitedFax, Found, OutgoingFax } from './awaitedFax';
import { Watch } from './watch';

/** What a wait came to. */
export interface Waited {
	/** Where the fax was last seen. */
	found: Found | undefined;
	/** Whether it has left the outbox, and nothing tells what became of it. */
	isGone: boolean;
	/** Why the last look told nothing. */
	fault: ServiceFault | undefined;
}

/**
 * Waits until a fax has ended, with growing pauses, no longer than the limit. All items of a run look together.
 *
 * @returns what it came to; for each recipient where several share the id and it is not said which of them is meant
 */
export async function waitForFax(
	call: ReadCall,
	userId: string,
	outgoing: OutgoingFax,
	wait: Wait,
): Promise<Waited[]> {
	const watch = Watch.of(call, userId, wait);
	const faxes = watch.add(outgoing);
	do await watch.look();
	while (!watch.isOver && faxes.some(({ isOver }) => !isOver));
	return faxes.map(waited);
}

function waited({ found, isSeen, isLost, fault, missing }: AwaitedFax): Waited {
	if (fault && !fault.isTransient) throw fault;
	const isUnknown = !found && missing !== undefined;
	const isGone = isLost || (!isSeen && !fault && found !== undefined);
	return { found, isGone: isGone && !isUnknown, fault: fault ?? (isUnknown ? missing : undefined) };
}
