import type { INodeProperties } from 'n8n-workflow';

/** Entries of the options of "Send". */

/** The texts of a cover page; the first three are required. */
export const coverPageFields = {
	nameTo: {
		displayName: 'Recipient',
		name: 'nameTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. Dr Roe',
	},
	nameFrom: {
		displayName: 'Sender',
		name: 'nameFrom',
		type: 'string',
		default: '',
		placeholder: 'e.g. Lakeside Clinic',
	},
	subject: {
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		default: '',
		placeholder: 'e.g. Referral of John Doe',
	},
	message: {
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
	},
	flags: {
		displayName: 'Marks',
		name: 'flags',
		type: 'multiOptions',
		default: [],
		options: [
			{ name: 'Confidential', value: 'confidential' },
			{ name: 'For Review', value: 'for_review' },
			{ name: 'Please Reply', value: 'please_reply' },
			{ name: 'Urgent', value: 'urgent' },
		],
	},
} satisfies Record<string, INodeProperties>;

export const coverPageOption: INodeProperties = {
	displayName: 'Cover Page',
	name: 'coverPage',
	type: 'fixedCollection',
	placeholder: 'Add Cover Page',
	default: {},
	description:
		'A page that the service puts before the document. Recipient, sender and subject are required.',
	options: [{ displayName: 'Cover Page', name: 'page', values: Object.values(coverPageFields) }],
};

export const sendTimeOption: INodeProperties = {
	displayName: 'Send At',
	name: 'sendTime',
	type: 'dateTime',
	default: '',
	description:
		"When to send; at once where this is not added. In the workflow's time zone, unless it has an offset.",
};

export const commentOption: INodeProperties = {
	displayName: 'Comment',
	name: 'comment',
	type: 'string',
	default: '',
	description: 'A note for yourself, which shows in Fax.Plus and is not sent',
};

export const tagsOption: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. claims, urgent',
	description: 'Words to find the fax by in the outbox, separated by commas',
};

export const retryCountOption: INodeProperties = {
	displayName: 'Further Tries',
	name: 'retryCount',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 3, numberPrecision: 0 },
	default: 2,
	description: 'How many times the service tries again to reach a number, 3 at most',
};

export const retryDelayOption: INodeProperties = {
	displayName: 'Pause Between Tries (Seconds)',
	name: 'retryDelay',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 30, numberPrecision: 0 },
	default: 15,
	description: 'How long the service waits before it tries again, 30 seconds at most',
};

export const enhancementOption: INodeProperties = {
	displayName: 'Enhance for Text',
	name: 'enhancement',
	type: 'boolean',
	default: true,
	description: 'Whether the service makes text easier to read; pictures lose by it',
};
