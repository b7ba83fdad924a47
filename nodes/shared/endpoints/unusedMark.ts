import type { IHookFunctions } from 'n8n-workflow';

import { fingerprintOf } from '../values/fingerprint';

/** At the end of a URL: an unpublished workflow doesn't use the endpoint anymore. Another version may write it in another form. */
const MARK = /[?&]faxplus-unused=([^?&#]*)$/;

/** Since when, and which n8n instance says so. */
const FORM = /^(\d{1,15})-([0-9a-f]+)$/;

/** What the URL of an endpoint says that is to be deleted. */
interface UnusedMark {
	/** In milliseconds. */
	since: number;
	/** The n8n that says so, as `instanceOf` names it. */
	instance: string;
}

/** Names an n8n in what other programs may read. */
export function instanceOf(context: Pick<IHookFunctions, 'getInstanceId'>): string {
	return fingerprintOf(`n8n ${context.getInstanceId()}`);
}

/**
 * The URL of an endpoint that is to be deleted. n8n ignores what follows the question mark, so a publish that takes the endpoint up
 * again loses no delivery. The mark stands in Fax.Plus because what n8n keeps of an unpublished workflow is out of reach for all
 * others.
 */
export function markedUrl(url: string, { since, instance }: UnusedMark): string {
	return `${url}${url.includes('?') ? '&' : '?'}faxplus-unused=${since}-${instance}`;
}

/** What the mark of a URL says. Undefined for an endpoint in use, and for a mark that only another version of the package can read. */
export function markOf(url: string): UnusedMark | undefined {
	const [, since, instance = ''] = FORM.exec(MARK.exec(url)?.[1] ?? '') ?? [];
	return since === undefined ? undefined : { since: Number(since), instance };
}

/** Whether a URL has a mark, in whatever form. */
export function isMarked(url: string): boolean {
	return MARK.test(url);
}

/** The URL as it is while the endpoint is in use. */
export function withoutMark(url: string): string {
	return url.replace(MARK, '');
}
