import { ServiceFault } from '../../../../shared/http/faults';
import { rethrow } from '../../../../shared/http/rethrow';
import { fingerprintOf } from '../../../../shared/values/fingerprint';
import { InputError } from '../../../../shared/values/inputError';
import { digitsOf } from '../../../../shared/values/phoneNumbers';
import type { WriteCall } from '../../../itemCall';
import { EntryStore } from '../../../once/entryStore';
import { refuseSameFaxGuard } from './guards';

const HOUR_MS = 3_600_000;

/**
 * Carries out the guard "Refuse the Same Fax Within an Hour": sends documents to numbers unless this node has sent the same to one
 * of them in this hour of the clock or the one before, in any execution. Each send writes an entry for its hour and one for the
 * next, so that a later send asks for a single one. A send that surely failed leaves none, one in doubt does.
 */
export async function unlessSameFaxWent<T>(
	call: WriteCall,
	to: string[],
	content: string,
	send: () => Promise<T>,
): Promise<T> {
	const store = new EntryStore(call.context);
	const hour = Math.floor(Date.now() / HOUR_MS);
	const document = fingerprintOf(content);
	const entries = to.map((number) =>
		[hour, hour + 1].map((at) => `same ${document} ${digitsOf(number)} in hour ${at}`),
	);
	const missing = new Set(await store.add(entries.flat()).catch(notRecorded));
	const takeBack = async (): Promise<void> => {
		await store.removeForGood([...missing]).catch(() => undefined);
	};
	const repeated = entries.findIndex(([now = '']) => !missing.has(now));
	if (repeated >= 0) {
		await takeBack();
		const wasThisHour = entries[repeated]?.every((entry) => !missing.has(entry)) ?? false;
		throw refusal(to[repeated] ?? '', wasThisHour ? hour : hour - 1);
	}
	return await send().catch(async (error: unknown) => {
		const isSure = error instanceof ServiceFault && ['refused', 'notSent'].includes(error.outcome);
		if (isSure) await takeBack();
		return rethrow(error);
	});
}

function refusal(number: string, hour: number): InputError {
	const [first, end, next] = [hour, hour + 1, hour + 2].map((at) =>
		new Date(at * HOUR_MS).toISOString().slice(0, 16).replace('T', ' '),
	);
	return new InputError(
		`The same document went to ${number} between ${first} and ${end} UTC, or may have, and "${refuseSameFaxGuard.displayName}" is on. The fax was not sent. If it is meant, send it at ${next} UTC or later, or ask a person, who can remove that guard of this node.`,
	);
}

function notRecorded(error: unknown): never {
	throw new ServiceFault(
		`n8n's own store failed, by which the node knows whether the same fax went out before: ${String(error)}`,
		'notSent',
	);
}
