/** The mark that an unpublished workflow leaves at the end of its endpoint's URL until the endpoint is deleted. */
const MARK = /[?&]faxplus-unused=\d+-\w+$/;

/** Returns the URL of an endpoint without the mark that says that it should be deleted. */
export function urlInUse({ url }: { url: string }): string {
	return url.replace(MARK, '');
}

/** Returns whether an endpoint is marked to be deleted. */
export function isMarked({ url }: { url: string }): boolean {
	return MARK.test(url);
}
