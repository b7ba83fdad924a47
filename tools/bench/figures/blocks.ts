const BLOCK = /<!-- figures: (\S+) -->\n[\s\S]*?<!-- \/figures -->/g;
const MARKERS = /<!-- (?:figures: \S+|\/figures) -->/g;

/**
 * Puts new figures between the markers of a document, `<!-- figures: NAME -->` and `<!-- /figures -->`.
 *
 * @param contentOf what stands in the block of a name; undefined leaves it as it is
 * @throws Error for a name that is not known, and for a marker without its other half
 */
export function replaceBlocks(
	document: string,
	names: readonly string[],
	contentOf: (name: string) => string | undefined,
): string {
	const markers = document.match(MARKERS) ?? [];
	const isPaired = markers.every((marker, at) => (at % 2 === 0) === marker.startsWith('<!-- figures: '));
	if (!isPaired || markers.length % 2 !== 0) {
		throw new Error('Each "<!-- figures: NAME -->" needs a "<!-- /figures -->" before the next');
	}
	return document.replace(BLOCK, (block, name: string) => {
		if (!names.includes(name))
			throw new Error(`There are no figures "${name}". There are: ${names.join(', ')}`);
		const content = contentOf(name);
		return content === undefined ? block : `<!-- figures: ${name} -->\n\n${content}\n\n<!-- /figures -->`;
	});
}
