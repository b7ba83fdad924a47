/** The mark that an unpublished workflow leaves at the end of its endpoint's URL until the endpoint is deleted. */
const MARK = /[?&]faxplus-unused=\d+-\w+$/;

/** Returns an endpoint's URL without the mark for deletion. */
export function urlInUse({ url }: { url: string }): string {
	return url.replace(MARK, '');
}

/** Returns whether an endpoint is marked for deletion. */
export function isMarked({ url }: { url: string }): boolean {
	return MARK.test(url);
}
