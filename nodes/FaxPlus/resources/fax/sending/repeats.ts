import { Slots } from '../../../../shared/async/slots';
import { ServiceFault } from '../../../../shared/http/faults';
import { rethrow } from '../../../../shared/http/rethrow';
import { keyOf } from '../../../../shared/log';
import { fingerprintOf } from '../../../../shared/values/fingerprint';
import { InputError } from '../../../../shared/values/inputError';
import { LruMap } from '../../../../shared/values/lruMap';
import { digitsOf } from '../../../../shared/values/phoneNumbers';
import type { WriteCall } from '../../../itemCall';
import { Notes } from '../../../once/notes';
import { refuseSameFaxGuard } from './guards';

const MINUTE_MS = 60_000;

/** In minutes: so long the same documents are refused. */
const HOUR = 60;

/** The store is asked and then told; within a process nobody comes between. */
const turns = new LruMap<string, Slots>(1_000);

/**
 * Sends documents to numbers unless the same went to one of them within the last hour, from any execution of this node: noted
 * by the hour, which is asked first, and by the minute. A send that surely failed leaves no note, one in doubt does.
 */
export async function unlessRepeated<T>(
	call: WriteCall,
	to: string[],
	content: string,
	send: () => Promise<T>,
): Promise<T> {
	const notes = new Notes(call.context);
	const minute = Math.floor(Date.now() / MINUTE_MS);
	const names = to.map((number) => `repeat ${fingerprintOf(content)} ${digitsOf(number)}`);
	const own = names.flatMap((name) => [hourNote(name, minute), minuteNote({ name, minute })]);
	const turn = turns.getOrAdd(keyOf(call.context), () => new Slots(1));
	await turn.take(async () => {
		const earlier = await noted(async () => earlierOf(notes, names, minute));
		if (earlier) throw refusal(to[names.indexOf(earlier.name)] ?? '', earlier.minute);
		await noted(async () => notes.add(own));
	});
	return await send().catch(async (error: unknown) => {
		const isSure = error instanceof ServiceFault && ['refused', 'notSent'].includes(error.outcome);
		if (isSure) await notes.removeForGood(own).catch(() => undefined);
		return rethrow(error);
	});
}

interface Earlier {
	name: string;
	/** Since 1970. */
	minute: number;
}

async function earlierOf(notes: Notes, names: string[], minute: number): Promise<Earlier | undefined> {
	const hoursOf = (name: string): string[] => [minute - HOUR, minute].map((at) => hourNote(name, at));
	const hours = await notes.known(names.flatMap(hoursOf));
	const minutes = Array.from({ length: HOUR + 1 }, (_, ago) => minute - ago);
	const likely = names.filter((name) => hoursOf(name).some((hour) => hours.has(hour)));
	const candidates = likely.flatMap((name) => minutes.map((at) => ({ name, minute: at })));
	if (candidates.length === 0) return undefined;
	const known = await notes.known(candidates.map(minuteNote));
	return candidates.find((each) => known.has(minuteNote(each)));
}

function hourNote(name: string, minute: number): string {
	return `${name} in hour ${Math.floor(minute / HOUR)}`;
}

function minuteNote({ name, minute }: Earlier): string {
	return `${name} in minute ${minute}`;
}

function refusal(number: string, minute: number): InputError {
	const [first, next] = [minute, minute + HOUR + 1].map((at) =>
		new Date(at * MINUTE_MS)
			.toISOString()
			.replace(/:00\.000Z$/, 'Z')
			.replace('T', ' '),
	);
	return new InputError(
		`The same document went to ${number} at ${first}, or may have, and "${refuseSameFaxGuard.displayName}" is on. The fax was not sent. If it is meant, send it at ${next} or later, or ask a person, who can remove that guard of this node.`,
	);
}

async function noted<T>(asking: () => Promise<T>): Promise<T> {
	return await asking().catch((error: unknown) => {
		throw new ServiceFault(
			`n8n's own store failed, by which the node knows whether the same fax went out before: ${String(error)}`,
			'notSent',
		);
	});
}
