import type { IHookFunctions } from 'n8n-workflow';

import { fingerprintOf } from '../values/fingerprint';

/**
 * Matches the mark at the end of a URL, which shows that an unpublished workflow doesn't use the endpoint anymore. Another
 * version of the package may write it in another format.
 */
const MARK = /[?&]faxplus-unused=([^?&#]*)$/;

/** Matches the content of a mark: its time, and the n8n instance that set it. */
const FORM = /^(\d{1,15})-([0-9a-f]+)$/;

/** What the URL of an endpoint shows if the endpoint should be deleted. */
interface UnusedMark {
	/** When the endpoint was marked, in milliseconds. */
	since: number;
	/** The n8n instance that has marked it, as `instanceOf` names it. */
	instance: string;
}

/** Identifies an n8n instance in a way that others may see. */
export function instanceOf(context: Pick<IHookFunctions, 'getInstanceId'>): string {
	return fingerprintOf(`n8n ${context.getInstanceId()}`);
}

/**
 * Returns the URL of an endpoint that should be deleted. n8n ignores what follows the question mark, so a publish that uses
 * the endpoint again loses no delivery. The mark is in Fax.Plus, because other workflows can't read what n8n keeps about an
 * unpublished one.
 */
export function markedUrl(url: string, { since, instance }: UnusedMark): string {
	return `${url}${url.includes('?') ? '&' : '?'}faxplus-unused=${since}-${instance}`;
}

/**
 * Reads the mark of a URL. It's undefined for an endpoint in use, and for a mark that only another version of the package can
 * read.
 */
export function markOf(url: string): UnusedMark | undefined {
	const [, since, instance = ''] = FORM.exec(MARK.exec(url)?.[1] ?? '') ?? [];
	return since === undefined ? undefined : { since: Number(since), instance };
}

/** Whether a URL has a mark, in any format. */
export function isMarked(url: string): boolean {
	return MARK.test(url);
}

/** The URL as it is while the endpoint is in use. */
export function withoutMark(url: string): string {
	return url.replace(MARK, '');
}
