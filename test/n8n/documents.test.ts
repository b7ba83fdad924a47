import { clinic } from '../contract/support/operationCases';
import { seed } from '../../simulator';
import { itemsOf } from '../../harness/n8n';
import { AUTHENTICATIONS, NODE, useN8nBench } from './support/bench';

const bench = useN8nBench({ env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' } });

const MIME_TYPES = { pdf: 'application/pdf', tiff: 'image/tiff', jpg: 'image/jpeg' };

const files = [
	{ operation: 'download', format: 'pdf', kind: 'pdf', fileName: `fax-${seed.sentFaxId}.pdf` },
	{ operation: 'download', format: 'tiff', kind: 'tiff', fileName: `fax-${seed.sentFaxId}.tiff` },
	{ operation: 'getReport', format: 'pdf', kind: 'report', fileName: `fax-${seed.sentFaxId}-report.pdf` },
	{ operation: 'getThumbnail', format: 'jpg', kind: 'thumbnail', fileName: `fax-${seed.sentFaxId}.jpg` },
] as const;

describe.each([
	{ mode: 'filesystem', where: 'on disk' },
	{ mode: 'default', where: 'in memory' },
])('A document that n8n keeps $where', ({ mode, where }) => {
	beforeAll(async () => {
		const { n8n } = bench();
		const setting = { N8N_DEFAULT_BINARY_DATA_MODE: mode };
		if (n8n.env['N8N_DEFAULT_BINARY_DATA_MODE'] !== mode) await n8n.restart(setting);
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
			expect(item?.json).toEqual({ faxId: seed.sentFaxId, ...(format !== 'jpg' && { format }) });
			const file = item?.binary?.['data'];
			expect(file).toMatchObject({
				mimeType: MIME_TYPES[format],
				fileName,
				fileExtension: format,
			});
			expect(file?.id === undefined).toBe(where === 'in memory');
			const stored =
				file?.id === undefined
					? Buffer.from(file?.data ?? '', 'base64')
					: await bench().n8n.api.getBinary(file.id);
			const original =
				kind === 'thumbnail'
					? (clinic(bench().simulator).faxes.get(seed.sentFaxId)?.thumbnail ?? Buffer.alloc(0))
					: await bench().simulator.fileOf(seed.sentFaxId, kind);
			expect(original.length).toBeGreaterThan(500);
			expect(stored.equals(original)).toBe(true);
		},
	);
});
