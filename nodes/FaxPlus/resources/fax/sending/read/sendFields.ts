import type { INodeProperties } from 'n8n-workflow';

import { field } from '../../../../../shared/editor/field';
import { countries, COUNTRY } from '../../../../../shared/values/nationalNumbers';
import { faxIdField, listField, inField } from '../../../../fields/common';

export const costNotice = field(
	'notice',
	'Fax.Plus bills pages or started minutes, whichever is more, also of attempts that fail. It blocks accounts whose faxes too often do not get through.',
	'costNotice',
);

export const guardsNotice = field(
	'notice',
	'Add "Allowed Destinations" to Guards below. A tool sends nothing without it, because a model can be talked into sending to others. Add "Refuse the Same Fax Within an Hour" too, as a model that is unsure sends again.',
	'guardsNotice',
	{ displayOptions: { show: { '@tool': [true] } } },
);

export const fromField: INodeProperties = {
	...listField('From', 'from', 'searchOwnNumbers', {
		description: 'Your number that the fax is sent from',
		placeholder: 'Select a number…',
		byHand: {
			displayName: 'By Number',
			name: 'number',
			placeholder: 'e.g. +15550100000',
			hint: 'Of several numbers with commas, the service takes one at random for each recipient. A member without a number enters no_number.',
		},
	}),
	builderHint: {
		propertyHint:
			"A resource locator with a number of the person's own Fax.Plus account: `{ __rl: true, mode: 'number', value: '+15550100000' }`. Where that number is not known, do not make one up: leave `{ __rl: true, mode: 'list', value: '' }`, from which the person selects it. It is not the number that the fax goes to.",
	},
};

export const toField = field('string', 'To', 'to', {
	builderHint: {
		propertyHint:
			"The recipient's fax number with the plus sign and the country code, without blanks, such as `+15550100200`; several with commas. Each recipient becomes an output item of its own. Take the number from the input item where it is there, and do not make one up.",
	},
	required: true,
	placeholder: 'e.g. +15550100200, +41225550122',
	description:
		'Fax numbers to send to, with the plus sign and the country code, separated by commas, or an array from an expression; 4,000 at most. Each gets an output item of its own.',
});

export const sourceField = field('options', 'Document', 'source', {
	builderHint: {
		propertyHint:
			'What is sent has to be given: with `files`, a node before this one has to put out a file, and `binaryPropertyNames` names its field; with `text`, fill `text`, and no file is needed; with `fax`, `faxId` names a fax that has come or gone. Do not convert text to a PDF first: `text` sends it.',
	},
	options: [
		{ name: 'Base64', value: 'base64', description: 'A file that is written as base64 text' },
		{ name: 'Existing Fax', value: 'fax', description: 'The pages of a fax that has come or gone' },
		{ name: 'Files of the Item', value: 'files', description: 'Files in binary fields of the input item' },
		{ name: 'Text', value: 'text', description: 'A text, sent as a document' },
		{ name: 'URL', value: 'url', description: 'A file at an address that anybody may read' },
	],
	default: 'files',
	description: 'What to send',
});

export const binaryPropertyNamesField = field('string', 'Input Data Field Name(s)', 'binaryPropertyNames', {
	builderHint: {
		propertyHint:
			'Names of fields with files, such as `data` or `data, attachment_0`, not their content: no `$binary`, and no base64 text. A file of an earlier node is given by `expr(\'{{ $("Form").item.binary.data }}\')`, which yields the file itself.',
	},
	required: true,
	default: 'data',
	placeholder: 'e.g. data, attachment_0',
	hint: 'The names of the input binary fields with the files to send, in the order of the pages',
	description:
		'Separated by commas; "data" also stands for the only file of an item, whatever its name. Ten files at most, 150 MB in all. PDF, DOC, DOCX, TXT, RTF, JPG, PNG, TIFF, XLS or XLSX.',
	displayOptions: inField(sourceField, 'files'),
});

export const textField = field('string', 'Text', 'text', {
	typeOptions: { rows: 5 },
	required: true,
	description: 'The text to send, as plain text',
	displayOptions: inField(sourceField, 'text'),
});

export const documentUrlField = field('string', 'URL', 'documentUrl', {
	required: true,
	placeholder: 'e.g. https://files.example.com/letter.pdf',
	description: 'The address of the file to send. It is read over HTTPS and without a login, 150 MB at most.',
	displayOptions: inField(sourceField, 'url'),
});

export const base64Field = field('string', 'Base64', 'base64', {
	typeOptions: { rows: 4 },
	required: true,
	placeholder: 'e.g. JVBERi0xLjcK…',
	description: 'The file to send, written as base64, also as a data URI. Its first bytes tell its type.',
	displayOptions: inField(sourceField, 'base64'),
});

export const fileNameField = field('string', 'File Name', 'fileName', {
	placeholder: 'e.g. letter.pdf',
	description: 'What the file is called; needed for DOC and XLS alone',
	displayOptions: inField(sourceField, 'base64'),
});

export const sentFaxIdField: INodeProperties = {
	...faxIdField,
	description: 'The fax whose pages are sent again, or onwards',
	displayOptions: inField(sourceField, 'fax'),
};

/** The texts of a cover page; the first three are required. */
export const coverPageFields = {
	nameTo: field('string', 'Recipient', 'nameTo', { placeholder: 'e.g. Dr Roe' }),
	nameFrom: field('string', 'Sender', 'nameFrom', { placeholder: 'e.g. Lakeside Clinic' }),
	subject: field('string', 'Subject', 'subject', { placeholder: 'e.g. Referral of John Doe' }),
	message: field('string', 'Message', 'message', { typeOptions: { rows: 3 } }),
	flags: field('multiOptions', 'Marks', 'flags', {
		options: [
			{ name: 'Confidential', value: 'confidential' },
			{ name: 'For Review', value: 'for_review' },
			{ name: 'Please Reply', value: 'please_reply' },
			{ name: 'Urgent', value: 'urgent' },
		],
	}),
};

export const coverPageOption = field('fixedCollection', 'Cover Page', 'coverPage', {
	placeholder: 'Add Cover Page',
	description:
		'A page that the service puts before the document. Recipient, sender and subject are required.',
	options: [{ displayName: 'Cover Page', name: 'page', values: Object.values(coverPageFields) }],
});

export const allowHttpOption = field('boolean', 'Allow HTTP', 'allowHttp', {
	description:
		'Whether a document may be read over HTTP as well, where others on the way can read and change it',
	displayOptions: { show: { [`/${sourceField.name}`]: ['url'] } },
});

export const countryOption = field('options', COUNTRY, 'country', {
	options: [{ name: '(None)', value: '', description: 'Refuse numbers without a plus sign' }, ...countries],
	description:
		'The country of numbers in From and To that are written without a plus sign, such as "020 7946 0000" in the United Kingdom. What is not certainly a number of that country, with its area code, is refused.',
});

export const sendTimeOption = field('dateTime', 'Send At', 'sendTime', {
	description:
		"When to send; at once where this is not added. In the workflow's time zone, unless it has an offset.",
});

export const commentOption = field('string', 'Comment', 'comment', {
	description: 'A note for yourself, which shows in Fax.Plus and is not sent',
});

export const tagsOption = field('string', 'Tags', 'tags', {
	placeholder: 'e.g. claims, urgent',
	description: 'Words to find the fax by in the outbox, separated by commas',
});

export const retryCountOption = field('number', 'Further Tries', 'retryCount', {
	typeOptions: { minValue: 0, maxValue: 3, numberPrecision: 0 },
	default: 2,
	description: 'How many times the service tries again to reach a number, 3 at most',
});

export const retryDelayOption = field('number', 'Pause Between Tries (Seconds)', 'retryDelay', {
	typeOptions: { minValue: 0, maxValue: 30, numberPrecision: 0 },
	default: 15,
	description: 'How long the service waits before it tries again, 30 seconds at most',
});

export const evidenceOption = field('boolean', 'Evidence', 'evidence', {
	description:
		'Whether to put out the SHA-256 and the size of each document as it was uploaded, in the order of the pages. With the record of the fax and its report ("Get Report") they prove later what was sent.',
});

export const enhancementOption = field('boolean', 'Enhance for Text', 'enhancement', {
	default: true,
	description: 'Whether the service makes text easier to read; pictures get worse',
});
