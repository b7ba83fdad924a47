import type { IWebhookFunctions } from 'n8n-workflow';

import { keyOf } from '../../shared/trigger/log';
import { LruMap } from '../../shared/values/lruMap';
import type { Rejection } from './rejection';
import type { Keys } from './secrets';
import { readKeys, SECRETS } from './secrets';

/** For so long keys count without another look at the credential, which takes n8n longer than all else of a delivery. */
const KEPT_FOR_MS = 5_000;

/** Milliseconds are those of a clock that nobody sets. */
interface Reading<Result> {
	begunAt: number;
	keys: Result;
}

/** What this process knows of the keys of one trigger. */
interface Readings {
	/** The last one that could be done; one that fails, or does not end, takes nothing away. */
	done?: Reading<Keys | Rejection>;
	underWay?: Reading<Promise<Keys | Rejection>>;
}

const readingsByTrigger = new LruMap<string, Readings>(1_000);

/**
 * Judges a delivery by the keys of the trigger (docs/api.md, "Signatures"). Those read within the last seconds suffice to
 * accept it; before it is refused they are read again, so that a secret counts as soon as it is in the credential.
 *
 * @param judge why the delivery is refused with these keys; undefined when it is genuine
 * @returns the same, or why there are no keys
 */
export async function rejectionByKeys(
	context: IWebhookFunctions,
	judge: (keys: Keys) => Rejection | undefined,
): Promise<Rejection | undefined> {
	const trigger = JSON.stringify([keyOf(context), context.getNode().credentials?.[SECRETS]]);
	const readings = readingsByTrigger.getOrAdd(trigger, () => ({}));
	const cameAt = performance.now();
	const isKept = (reading: Reading<unknown>): boolean => cameAt - reading.begunAt < KEPT_FOR_MS;

	const { done, underWay } = readings;
	if (done && isKept(done) && !rejectionBy(done.keys, judge)) return undefined;
	if (underWay && isKept(underWay) && !rejectionBy(await underWay.keys, judge)) return undefined;
	return rejectionBy(await readingSince(cameAt, readings, context).keys, judge);
}

/** A reading that was begun after a moment. Of deliveries that come together, strangers' ones for instance, the first reads for all. */
function readingSince(
	moment: number,
	readings: Readings,
	context: IWebhookFunctions,
): Reading<Promise<Keys | Rejection>> {
	const { underWay } = readings;
	if (underWay && underWay.begunAt > moment) return underWay;
	const reading = { begunAt: performance.now(), keys: readKeys(context) };
	readings.underWay = reading;
	void reading.keys.then((keys) => {
		note(readings, { ...reading, keys });
		if (readings.underWay === reading) delete readings.underWay;
	});
	return reading;
}

function note(readings: Readings, reading: Reading<Keys | Rejection>): void {
	const isLatest = reading.begunAt >= (readings.done?.begunAt ?? 0);
	if (isLatest && !isUnreadable(reading.keys)) readings.done = reading;
}

function isUnreadable(keys: Keys | Rejection): boolean {
	return 'cause' in keys && keys.status === 503;
}

function rejectionBy(
	keys: Keys | Rejection,
	judge: (keys: Keys) => Rejection | undefined,
): Rejection | undefined {
	return 'cause' in keys ? keys : judge(keys);
}
