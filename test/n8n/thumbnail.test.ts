import { clinic } from '../contract/support/operationCases';
import { seed } from '../../simulator';
import { itemsOf } from '../../harness/n8n';
import { AUTHENTICATIONS, NODE, useN8nBench } from './support/bench';

const bench = useN8nBench();

describe.each([
	{ mode: 'filesystem', where: 'on disk' },
	{ mode: 'default', where: 'in memory' },
])('A thumbnail that n8n keeps $where', ({ mode, where }) => {
	beforeAll(async () => {
		await bench().n8n.restart({ N8N_DEFAULT_BINARY_DATA_MODE: mode });
	}, 120_000);

	test.each(
		AUTHENTICATIONS.flatMap((authentication) =>
			[seed.faxId, seed.largeFaxId].map((faxId) => ({ authentication, faxId })),
		),
	)(
		"of $faxId with $authentication is the service's JPEG byte for byte",
		async ({ authentication, faxId }) => {
			const execution = await bench().run({
				authentication,
				resource: 'fax',
				operation: 'getThumbnail',
				faxId,
			});

			const file = itemsOf(execution, NODE)[0]?.binary?.['data'];
			expect(file).toMatchObject({
				mimeType: 'image/jpeg',
				fileName: `fax-${faxId}.jpg`,
				fileExtension: 'jpg',
			});
			expect(file?.id === undefined).toBe(where === 'in memory');
			const stored =
				file?.id === undefined
					? Buffer.from(file?.data ?? '', 'base64')
					: await bench().n8n.api.getBinary(file.id);
			const original = clinic(bench().simulator).faxes.get(faxId)?.thumbnail ?? Buffer.alloc(0);
			expect(original.length).toBeGreaterThan(1000);
			expect(stored.equals(original)).toBe(true);
		},
	);
});
