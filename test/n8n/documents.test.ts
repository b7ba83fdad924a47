import { clinic } from '../contract/support/operationCases';
import { seed } from '../../simulator';
import { itemsOf } from '../../harness/n8n';
import { AUTHENTICATIONS, NODE, useN8nBench } from './support/bench';

const bench = useN8nBench();

const files = [
	{ operation: 'download', format: 'pdf', kind: 'pdf', fileName: `fax-${seed.sentFaxId}.pdf` },
	{ operation: 'download', format: 'tiff', kind: 'tiff', fileName: `fax-${seed.sentFaxId}.tiff` },
	{ operation: 'getReport', format: 'pdf', kind: 'report', fileName: `fax-${seed.sentFaxId}-report.pdf` },
	{ operation: 'getThumbnail', format: 'jpg', kind: 'thumbnail', fileName: `fax-${seed.sentFaxId}.jpg` },
] as const;

const TYPES = { pdf: 'application/pdf', tiff: 'image/tiff', jpg: 'image/jpeg' };

async function originalOf(kind: (typeof files)[number]['kind']): Promise<Buffer> {
	const { simulator } = bench();
	if (kind !== 'thumbnail') return await simulator.fileOf(seed.sentFaxId, kind);
	return clinic(simulator).faxes.get(seed.sentFaxId)?.thumbnail ?? Buffer.alloc(0);
}

describe.each([
	{ mode: 'filesystem', where: 'on disk' },
	{ mode: 'default', where: 'in memory' },
])('A document that n8n keeps $where', ({ mode, where }) => {
	beforeAll(async () => {
		await bench().n8n.restart({ N8N_DEFAULT_BINARY_DATA_MODE: mode });
	}, 120_000);

	test.each(AUTHENTICATIONS.flatMap((authentication) => files.map((file) => ({ ...file, authentication }))))(
		"of $operation as $format with $authentication is the service's byte for byte",
		async ({ authentication, operation, format, kind, fileName }) => {
			const execution = await bench().run({
				authentication,
				resource: 'fax',
				operation,
				faxId: { __rl: true, mode: 'list', value: seed.sentFaxId },
				...(operation === 'download' ? { format } : {}),
			});

			const [item] = itemsOf(execution, NODE);
			const told = operation === 'getThumbnail' ? {} : { format };
			expect(item?.json).toEqual({ faxId: seed.sentFaxId, ...told });
			const file = item?.binary?.['data'];
			expect(file).toMatchObject({
				mimeType: TYPES[format],
				fileName,
				fileExtension: format,
			});
			expect(file?.id === undefined).toBe(where === 'in memory');
			const stored =
				file?.id === undefined
					? Buffer.from(file?.data ?? '', 'base64')
					: await bench().n8n.api.getBinary(file.id);
			const original = await originalOf(kind);
			expect(original.length).toBeGreaterThan(500);
			expect(stored.equals(original)).toBe(true);
		},
	);
});
