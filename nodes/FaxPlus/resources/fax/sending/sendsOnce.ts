import type { IBinaryData } from 'n8n-workflow';

import { fingerprintOf } from '../../../../shared/values/fingerprint';
import type { ItemFields } from '../../../fields/itemFields';
import { once, type Deed } from '../../../once/once';
import { base64Field, documentUrlField, sentFaxIdField, sourceField, textField } from '../sendFields';
import { addressedOf } from './job';
import { namedFiles } from './namedFiles';

/** Each item's fax is sent once, also by an execution that n8n's Retry repeats. */
export const sendsOnce = once(deedOf);

/** What reaches people; a time or a comment may come of an expression that gives another one when n8n runs it again. */
function deedOf(fields: ItemFields): Deed {
	const addressed = addressedOf(fields);
	return { content: { user: fields.userId(), ...addressed, document: documentOf(fields) }, to: addressed.to };
}

function documentOf(fields: ItemFields): unknown {
	switch (fields.choice(sourceField)) {
		case 'text':
			return fields.text(textField);
		case 'fax':
			return fields.id(sentFaxIdField);
		case 'url':
			return fields.text(documentUrlField);
		case 'base64':
			return fingerprintOf(fields.text(base64Field));
		default:
			return namedFiles(fields).map(({ file }) => traitsOf(file));
	}
}

/** What a file has when it is made again, too: in n8n's storage its place is another then. */
function traitsOf({ id, data, fileName, fileSize, bytes, mimeType }: IBinaryData): unknown {
	return id === undefined ? fingerprintOf(data) : [fileName, fileSize, bytes, mimeType];
}
