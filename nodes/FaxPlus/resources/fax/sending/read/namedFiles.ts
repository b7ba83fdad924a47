import {
	BINARY_IN_JSON_PROPERTY,
	BINARY_MODE_COMBINED,
	isBinaryValue,
	type IBinaryData,
	type IBinaryKeyData,
} from 'n8n-workflow';

import { toEntries, toText } from '../../../../../shared/values/fieldValues';
import { InputError } from '../../../../../shared/values/inputError';
import type { ItemFields } from '../../../../fields/itemFields';
import { binaryPropertyNamesField } from './sendFields';

/** A file that a field names. */
export interface NamedFile {
	/** Name of the file in messages. */
	label: string;
	file: IBinaryData;
}

/**
 * Returns the files that an item names, in the order of the pages. The field contains names of binary fields, or an
 * expression returns the files themselves. The default name stands for an item's only file, whatever its field is called.
 * For example, the file of a form is in a field with the name of its label.
 *
 * @throws InputError if there is no such file
 */
export function namedFiles(fields: ItemFields): NamedFile[] {
	const { displayName, default: preset } = binaryPropertyNamesField;
	const present = filesIn(fields);
	const value = fields.value(binaryPropertyNamesField);
	const given: unknown[] = [value].flat();
	if (given.some(isFile)) {
		const labels = given.map((one) => (isFile(one) ? toText(one.fileName) || 'document' : one));
		return toEntries(displayName, labels).map((label, at) => {
			const one = given[at];
			return { label, file: isFile(one) ? wholeFile(one, label, present) : fileNamed(label, present) };
		});
	}
	const names = toEntries(displayName, value);
	const [only, ...others] = Object.keys(present);
	const isOnly = only !== undefined && others.length === 0 && names.join() === preset;
	return (isOnly ? [only] : names).map((label) => ({ label, file: fileNamed(label, present) }));
}

/** Returns the files of an item, by the names of their fields. n8n's binary mode "combined" keeps them in the JSON. */
function filesIn({ context, itemIndex }: ItemFields): IBinaryKeyData {
	const { json = {}, binary } = context.getInputData()[itemIndex] ?? {};
	// In other modes, this part of the JSON may be data that somebody sent.
	const isCombined = context.getWorkflowSettings().binaryMode === BINARY_MODE_COMBINED;
	const inJson = Object.entries((isCombined && json[BINARY_IN_JSON_PROPERTY]) || {});
	const files = inJson.filter((entry): entry is [string, IBinaryData] => isBinaryValue(entry[1]));
	return { ...Object.fromEntries(files), ...binary };
}

function isFile(value: unknown): value is Partial<IBinaryData> {
	return typeof value === 'object' && value !== null && 'mimeType' in value;
}

/** Returns a file with its bytes. n8n leaves the bytes out of the files in `$binary`, so they come from the item's files. */
function wholeFile(given: Partial<IBinaryData>, label: string, present: IBinaryKeyData): IBinaryData {
	if (isBinaryValue(given)) return given;
	const isSame = (file: IBinaryData): boolean =>
		Object.entries(given).every(([name, value]) => file[name] === value);
	const [file, ...others] = Object.values(present).filter(isSame);
	if (!file) return missing(label, present);
	if (others.every(({ data }) => data === file.data)) return file;
	const names = Object.keys(present).join(', ');
	throw new InputError(
		`The item has several files with the name, type and size of "${label}". Enter the name of the field instead: ${names}.`,
	);
}

function fileNamed(label: string, present: IBinaryKeyData): IBinaryData {
	const inJson = label.replace(`${BINARY_IN_JSON_PROPERTY}.`, '');
	return present[label] ?? present[inJson] ?? missing(label, present);
}

function missing(name: string, files: IBinaryKeyData): never {
	const present = Object.keys(files).join(', ');
	const hint = present
		? `The item has files in: ${present}. Enter one of these names.`
		: 'The item has no files. Add a node before this one that outputs a file.';
	throw new InputError(`There is no file in the field "${name}". ${hint}`);
}
