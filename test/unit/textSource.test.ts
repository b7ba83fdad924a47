import type { ItemFields } from '../../nodes/FaxPlus/fields/itemFields';
import type { PrepareCall } from '../../nodes/FaxPlus/operation/itemCall';
import { sourceOf } from '../../nodes/FaxPlus/resources/fax/sending/read/source';
import { bytesIn } from './support/chunks';

test.each(['Hello', '  Schöne Grüße aus Zürich\n', '日本語のファクス', '📠📠📠'])(
	'The text "%s" is uploaded as UTF-8, with its size in bytes, because a wrong one would break the upload',
	async (text) => {
		const fields = { choice: () => 'text', wholeText: () => text } as unknown as ItemFields;
		const [file, ...others] = await sourceOf(fields).files({} as PrepareCall, () => undefined);
		const bytes = await bytesIn((await file?.open()) ?? []);
		expect(others).toEqual([]);
		expect(file).toMatchObject({ name: 'fax.txt', type: 'text/plain', size: bytes.length });
		expect(bytes.toString('utf8')).toBe(text);
	},
);
