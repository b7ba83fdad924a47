/** The mark that an unpublished workflow leaves at the end of the URL of its endpoint until that is deleted. */
const MARK = /[?&]faxplus-unused=\d+-\w+$/;

/** The URL of an endpoint, whether or not it's marked as one to delete. */
export function urlInUse({ url }: { url: string }): string {
	return url.replace(MARK, '');
}

/** Whether an endpoint is marked as one to delete. */
export function isMarked({ url }: { url: string }): boolean {
	return MARK.test(url);
}
