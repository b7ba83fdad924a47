import type { IWebhookFunctions } from 'n8n-workflow';

import { keyOf } from '../../shared/trigger/log';
import { LruMap } from '../../shared/values/lruMap';
import type { Rejection } from './rejection';
import type { Keys } from './secrets';
import { readKeys, SECRETS } from './secrets';

/** For so long keys count without another look at the credential, which takes n8n longer than all else of a delivery. */
const KEPT_FOR_MS = 5_000;

interface Reading {
	keys: Promise<Keys | Rejection>;
	/** In milliseconds of a clock that nobody sets. */
	begunAt: number;
}

const readings = new LruMap<string, Reading>(1_000);

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
	const cameAt = performance.now();
	const kept = readings.get(trigger);
	if (kept && cameAt - kept.begunAt < KEPT_FOR_MS && !rejectionBy(await kept.keys, judge)) return undefined;
	return rejectionBy(await readingSince(cameAt, trigger, context).keys, judge);
}

/** A reading that was begun after a moment. Of deliveries that come together, strangers' ones for instance, the first reads for all. */
function readingSince(moment: number, trigger: string, context: IWebhookFunctions): Reading {
	const last = readings.get(trigger);
	if (last && last.begunAt > moment) return last;
	const reading = { keys: readKeys(context), begunAt: performance.now() };
	readings.set(trigger, reading);
	return reading;
}

function rejectionBy(
	keys: Keys | Rejection,
	judge: (keys: Keys) => Rejection | undefined,
): Rejection | undefined {
	return 'cause' in keys ? keys : judge(keys);
}
