import type { INode } from 'n8n-workflow';

import { itemsOf } from '../../../tools/harness/n8n';
import { bytesOf } from './filesOf';
import { TRIGGER, type useTriggerBench } from './triggerBench';

/** Returns a trigger that downloads its faxes. */
export function withPages(
	bench: ReturnType<typeof useTriggerBench>,
	webhookId: string,
	parameters = {},
): INode {
	return bench().trigger(webhookId, { downloadFax: true, ...parameters });
}

/** Tests that a fax's pages are the ones from Fax.Plus, wherever n8n keeps them. */
export function testPages(bench: ReturnType<typeof useTriggerBench>, where: 'in memory' | 'on disk'): void {
	describe(`The pages of a fax that n8n keeps ${where}`, () => {
		it.each(['pdf', 'tiff'] as const)("are Fax.Plus's own, byte for byte, as %s", async (format) => {
			const trigger = withPages(bench, `pages-${format}`, { format, binaryPropertyName: 'pages' });
			const { id, endpoint } = await bench().activate(trigger);
			await bench().faxReceived(endpoint, { faxId: `fax_${format}` }).settled;

			const [execution] = await bench().n8n.api.waitForExecutions(id, 1);
			const [item] = itemsOf(await bench().n8n.api.waitForExecution(execution?.id ?? ''), TRIGGER);

			expect(item?.json).not.toHaveProperty('fileError');
			const file = item?.binary?.['pages'];
			expect(file).toMatchObject({
				mimeType: format === 'pdf' ? 'application/pdf' : 'image/tiff',
				fileName: `fax-fax_${format}.${format}`,
			});
			expect(file?.id === undefined).toBe(where === 'in memory');
			const original = await bench().simulator.fileOf(`fax_${format}`, format);
			expect(original.length).toBeGreaterThan(500);
			expect((await bytesOf(bench().n8n, file)).equals(original)).toBe(true);
		});
	});
}
