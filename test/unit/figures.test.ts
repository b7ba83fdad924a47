import { replaceBlocks } from '../../bench/figures/blocks';

const names = ['reads', 'sends'];

describe('tables in the documents', () => {
	it('are put between the markers of their name, and nothing else changes', () => {
		const text =
			'# Title\n<!-- figures: reads -->\nold\nlines\n<!-- /figures -->\nbetween\n<!-- figures: sends -->\n<!-- /figures -->\nend\n';

		expect(replaceBlocks(text, names, (name) => `the ${name}`)).toBe(
			'# Title\n<!-- figures: reads -->\n\nthe reads\n\n<!-- /figures -->\nbetween\n<!-- figures: sends -->\n\nthe sends\n\n<!-- /figures -->\nend\n',
		);
	});

	it('are the same when they are put in again', () => {
		const once = replaceBlocks('<!-- figures: reads -->\n<!-- /figures -->\n', names, () => 'a $& b');

		expect(once).toContain('a $& b');
		expect(replaceBlocks(once, names, () => 'a $& b')).toBe(once);
	});

	it('stay where nothing was measured', () => {
		const text = '<!-- figures: reads -->\nold\n<!-- /figures -->\n';

		expect(replaceBlocks(text, names, () => undefined)).toBe(text);
	});

	it('need a name that is known', () => {
		const text = '<!-- figures: writes -->\n<!-- /figures -->\n';

		expect(() => replaceBlocks(text, names, () => undefined)).toThrow(
			'There are no figures "writes". There are: reads, sends',
		);
	});

	it.each([
		['an end without a beginning', '<!-- /figures -->\n'],
		['a beginning without an end', '<!-- figures: reads -->\n'],
		[
			'a beginning within a block',
			'<!-- figures: reads -->\n<!-- figures: sends -->\n<!-- /figures -->\n<!-- /figures -->\n',
		],
	])('need both markers: %s is an error', (_what, text) => {
		expect(() => replaceBlocks(text, names, () => 'new')).toThrow('needs a "<!-- /figures -->"');
	});
});
