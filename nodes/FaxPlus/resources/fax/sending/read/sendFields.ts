import type { INodeProperties } from 'n8n-workflow';

import { field } from '../../../../../shared/editor/field';
import { countries, COUNTRY } from '../../../../../shared/values/nationalNumbers';
import { faxIdField, listField, inField } from '../../../../fields/common';

export const costNotice = field(
	'notice',
	'Fax.Plus bills pages or started minutes, whichever is more, including for attempts that fail. It blocks accounts if too many of their faxes fail.',
	'costNotice',
	{ displayOptions: { hide: { '@tool': [true] } } },
);

export const guardsNotice = field(
	'notice',
	'Add guards under "Guards", because somebody could talk the model into other faxes. Also add "Refuse the Same Fax Within an Hour", because an unsure model sends twice.',
	'guardsNotice',
	{ displayOptions: { show: { '@tool': [true] } } },
);

export const fromField: INodeProperties = {
	...listField('From', 'from', 'searchOwnNumbers', {
		description: 'Your number to send the fax from',
		placeholder: 'Select a number…',
		byHand: {
			displayName: 'Number',
			name: 'number',
			placeholder: 'e.g. +15550100000',
			hint: 'With several numbers, separated by commas, Fax.Plus picks one for each recipient. Members without a number enter no_number. An extension follows an asterisk, as in +15550100000*12.',
		},
	}),
	builderHint: {
		propertyHint:
			"A resource locator with a number of the person's own Fax.Plus account: `{ __rl: true, mode: 'number', value: '+15550100000' }`. If that number is unknown, don't make one up. Leave `{ __rl: true, mode: 'list', value: '' }`, so that the person selects it. It isn't the number that the fax goes to.",
	},
};

/** Workflows from before the field offered contacts have its text alone, which n8n and the node read like "Number". */
export const toField: INodeProperties = {
	...listField('To', 'to', 'searchContacts', {
		description:
			'The fax numbers to send to. "From List" offers your contacts. Each number gets its own output item.',
		placeholder: 'Select a contact…',
		byHand: {
			displayName: 'Number',
			name: 'number',
			placeholder: 'e.g. +15550100200, +41225550122',
			hint: 'With plus sign and country code. Separate several numbers with commas.',
		},
	}),
	default: { mode: 'number', value: '' },
	builderHint: {
		propertyHint:
			"A resource locator with the recipient's fax number, with the plus sign and the country code, without spaces: `{ __rl: true, mode: 'number', value: '+15550100200' }`. Separate multiple numbers with commas. Each recipient becomes its own output item. Take the number from the input item if it is there, and don't make one up.",
	},
};

export const sourceField = field('options', 'Document', 'source', {
	builderHint: {
		propertyHint:
			"With `files`, a node before this one must output a file, and `binaryPropertyNames` names its field. With `text`, fill in `text`, and no file is needed. With `fax`, `faxId` is the ID of a received or sent fax. Don't convert text to a PDF first, because `text` sends it.",
	},
	options: [
		{ name: 'Base64', value: 'base64', description: 'A file as base64 text' },
		{ name: 'Existing Fax', value: 'fax', description: 'The pages of a received or sent fax' },
		{ name: 'Files of the Item', value: 'files', description: 'Files in binary fields of the input item' },
		{ name: 'Text', value: 'text', description: 'Text, sent as a document' },
		{ name: 'URL', value: 'url', description: 'A file from a URL that opens without a login' },
	],
	default: 'files',
	description: 'Where the pages of the fax come from',
});

export const binaryPropertyNamesField = field('string', 'Input Data Field Name(s)', 'binaryPropertyNames', {
	builderHint: {
		propertyHint:
			"Names of fields with files, such as `data` or `data, attachment_0`. Don't use their content, `$binary` or base64 text. For a file of an earlier node, use `expr('{{ $(\"Form\").item.binary.data }}')`, which returns the file itself.",
	},
	required: true,
	default: 'data',
	placeholder: 'e.g. data, attachment_0',
	hint: 'Up to ten files and 150 MB. PDF, DOC, DOCX, TXT, RTF, JPG, PNG, TIFF, XLS or XLSX.',
	description:
		'The input binary fields with the files, separated by commas. If an item has only one file, "data" finds it under any name.',
	displayOptions: inField(sourceField, 'files'),
});

export const textField = field('string', 'Text', 'text', {
	typeOptions: { rows: 5 },
	required: true,
	description: 'The plain text to send',
	displayOptions: inField(sourceField, 'text'),
});

export const documentUrlField = field('string', 'URL', 'documentUrl', {
	required: true,
	placeholder: 'e.g. https://files.example.com/letter.pdf',
	description: 'The address of the file to send. It must open over HTTPS, without a login.',
	displayOptions: inField(sourceField, 'url'),
});

export const base64Field = field('string', 'Base64', 'base64', {
	typeOptions: { rows: 4 },
	required: true,
	placeholder: 'e.g. JVBERi0xLjcK…',
	description: 'The file to send, as base64 text or a data URI',
	displayOptions: inField(sourceField, 'base64'),
});

export const fileNameField = field('string', 'File Name', 'fileName', {
	placeholder: 'e.g. letter.pdf',
	description: 'The name of the file. Only DOC and XLS files need one.',
	displayOptions: inField(sourceField, 'base64'),
});

export const sentFaxIdField: INodeProperties = {
	...faxIdField,
	description: 'The fax whose pages you want to send',
	displayOptions: inField(sourceField, 'fax'),
};

export const checkOnlyField = field('boolean', 'Check Only', 'checkOnly', {
	description:
		'Whether to check everything without sending. The output shows what would be sent, or why not.',
});

export const coverPageFields = {
	nameTo: field('string', 'Recipient', 'nameTo', {
		required: true,
		placeholder: 'e.g. Dr Roe',
		description: 'Who the fax is for',
	}),
	nameFrom: field('string', 'Sender', 'nameFrom', {
		required: true,
		placeholder: 'e.g. Lakeside Clinic',
		description: 'Who sends the fax',
	}),
	subject: field('string', 'Subject', 'subject', {
		required: true,
		placeholder: 'e.g. Referral of John Doe',
		description: 'What the fax is about',
	}),
	message: field('string', 'Message', 'message', {
		typeOptions: { rows: 3 },
		description: 'Text below the subject',
	}),
	flags: field('multiOptions', 'Marks', 'flags', {
		description: 'What to mark the fax as',
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
	description: 'A page that Fax.Plus puts before the document',
	options: [{ displayName: 'Cover Page', name: 'page', values: Object.values(coverPageFields) }],
});

export const allowHttpOption = field('boolean', 'Allow HTTP', 'allowHttp', {
	description:
		'Whether to allow URLs without encryption. Others on the network can read and change such a file.',
	displayOptions: { show: { [`/${sourceField.name}`]: ['url'] } },
});

export const countryOption = field('options', COUNTRY, 'country', {
	options: [{ name: '(None)', value: '', description: 'Refuse numbers without a plus sign' }, ...countries],
	description:
		'The country of numbers without a plus sign, such as "020 7946 0000" in the United Kingdom. Numbers need their area code.',
});

export const sendTimeOption = field('dateTime', 'Send At', 'sendTime', {
	description: "When to send the fax. Without an offset, the workflow's time zone applies.",
});

export const minutesBetweenOption = field('number', 'Pause per Number (Minutes)', 'minutesBetween', {
	typeOptions: { minValue: 1, maxValue: 1440, numberPrecision: 0 },
	default: 30,
	description:
		'The shortest time between two faxes to a number. Fax.Plus holds the later one. n8n processes that send at the same moment may fall short of it.',
});

export const commentOption = field('string', 'Comment', 'comment', {
	description: "A note for yourself. Fax.Plus shows it, but doesn't send it.",
});

export const tagsOption = field('string', 'Tags', 'tags', {
	placeholder: 'e.g. claims, urgent',
	description: 'Keywords for finding the fax in the outbox, separated by commas',
});

export const retryCountOption = field('number', 'Max Retries', 'retryCount', {
	typeOptions: { minValue: 0, maxValue: 3, numberPrecision: 0 },
	default: 2,
	description: 'How many times Fax.Plus tries again to reach a number',
});

export const retryDelayOption = field('number', 'Retry Delay (Seconds)', 'retryDelay', {
	typeOptions: { minValue: 0, maxValue: 30, numberPrecision: 0 },
	default: 15,
	description: 'How long Fax.Plus waits before it tries again',
});

export const resolutionOption = field('options', 'Resolution', 'resolution', {
	options: [
		{ name: 'Fine', value: 'fine', description: 'For small print' },
		{ name: 'Superfine', value: 'superfine', description: 'For drawings. Takes longest on the line.' },
	],
	default: 'fine',
	description:
		"How many dots Fax.Plus sends. A finer fax takes longer and may cost more. Fax.Plus doesn't document this.",
});

export const evidenceOption = field('boolean', 'Evidence', 'evidence', {
	description:
		'Whether to output the SHA-256 hash and the size of each document. They help you prove later what was sent.',
});

export const enhancementOption = field('boolean', 'Enhance for Text', 'enhancement', {
	default: true,
	description: 'Whether Fax.Plus makes text easier to read. Pictures get worse.',
});
