import { ServiceFault } from '../../../../shared/http/faults';
import { rethrow } from '../../../../shared/http/rethrow';
import { fingerprintOf } from '../../../../shared/values/fingerprint';
import { InputError } from '../../../../shared/values/inputError';
import { digitsOf } from '../../../../shared/values/phoneNumbers';
import type { WriteCall } from '../../../itemCall';
import { Notes } from '../../../once/notes';
import { refuseSameFaxGuard } from './guards';

const HOUR_MS = 3_600_000;

/**
 * Sends documents to numbers unless the same went to one of them in this hour of the clock or the one before, from any execution
 * of this node. A send is noted for its hour and the next, so that one note tells the next send of it. A send that surely failed
 * leaves no note, one in doubt does.
 */
export async function unlessRepeated<T>(
	call: WriteCall,
	to: string[],
	content: string,
	send: () => Promise<T>,
): Promise<T> {
	const store = new Notes(call.context);
	const hour = Math.floor(Date.now() / HOUR_MS);
	const document = fingerprintOf(content);
	const notes = to.map((number) =>
		[hour, hour + 1].map((at) => `repeat ${document} ${digitsOf(number)} in hour ${at}`),
	);
	const missing = new Set(await store.add(notes.flat()).catch(notNoted));
	const takeBack = async (): Promise<void> => {
		await store.removeForGood([...missing]).catch(() => undefined);
	};
	const repeated = notes.findIndex(([now = '']) => !missing.has(now));
	if (repeated >= 0) {
		await takeBack();
		const wasThisHour = notes[repeated]?.every((note) => !missing.has(note)) ?? false;
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

function notNoted(error: unknown): never {
	throw new ServiceFault(
		`n8n's own store failed, by which the node knows whether the same fax went out before: ${String(error)}`,
		'notSent',
	);
}
