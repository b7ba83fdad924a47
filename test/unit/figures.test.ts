import { replaceBlocks } from '../../tools/bench/figures/blocks';

const names = ['reads', 'sends'];

describe('tables in the documents', () => {
	it('are put between the markers of their name, and nothing else changes', () => {
		const text =
			'# Title\n<!-- figures: reads -->\nold\nlines\n<!-- /figures -->\nbetween\n<!-- figures: sends -->\n<!-- /figures -->\nend\n';

		expect(replaceBlocks(text, names, (name) => `the ${name}`)).toBe(
			'# Title\n<!-- figures: reads -->\n\nthe reads\n\n<!-- /figures -->\nbetween\n<!-- figures: sends -->\n\nthe sends\n\n<!-- /figures -->\nend\n',
		);
	});

	it('stay where nothing was measured', () => {
		const text = '<!-- figures: reads -->\nold\n<!-- /figures -->\n';

		expect(replaceBlocks(text, names, () => undefined)).toBe(text);
	});
});
