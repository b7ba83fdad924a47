import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toOptions, toRequiredText, toText } from '../../../../../shared/values/fieldValues';
import { emptyField, InputError } from '../../../../../shared/values/inputError';
import { toE164In } from '../../../../../shared/values/nationalNumbers';
import { partOf, readEach, requireAll } from '../../../../../shared/values/parts';
import { numberEntries } from '../../../../../shared/values/phoneNumbers';
import { inServiceForm } from '../../../../../shared/values/times';
import type { ItemFields } from '../../../../fields/itemFields';
import * as send from './sendFields';

/** The request to send a fax, without its documents (docs/contributing/api.md, "Sending"). */
export interface SendJob {
	from: string;
	to: string[];
	return_ids: true;
	send_time?: string | undefined;
	comment?: { text?: string; tags?: string[] };
	options?: { enhancement?: boolean; retry?: { count: number; delay: number } };
	resolution?: string;
	cover_page?: IDataObject;
}

const MOST_RECIPIENTS = 4000;
const NO_NUMBER = /^no_number$/i;

/** Matches one of the account's own numbers with its extension (docs/contributing/api.md, "Sending"). */
const EXTENDED = /^([^*]+)(\*{1,10}\d{1,15})$/;

/** How far in the past a send time may be and still mean now, in milliseconds. Clocks differ, and items wait for each other. */
const LATENESS_MS = 60_000;

/** The part of the request that reaches people. */
export type Addressed = Pick<SendJob, 'from' | 'to' | 'cover_page'>;

/** The part of the request that is for Fax.Plus only. */
export type Extras = Pick<SendJob, 'comment' | 'options' | 'resolution'>;

/**
 * Reads the comment, the options and the resolution of the request.
 *
 * @throws InputError if Fax.Plus would refuse a value
 */
export function extrasOf(fields: ItemFields): Extras {
	const resolution = fields.hasOption(send.resolutionOption) && {
		resolution: fields.options.choice(send.resolutionOption),
	};
	return { ...commentOf(fields), ...optionsOf(fields), ...resolution };
}

/** Returns the whole request, without a time. */
export function jobOf({ from, to, ...coverPage }: Addressed, extras: Extras): SendJob {
	return { from, to, return_ids: true, ...extras, ...coverPage };
}

/** Returns the send time in the format of the request. Without one, Fax.Plus sends the fax at once. */
export function timeInJob(time: Date | undefined): Pick<SendJob, 'send_time'> {
	return time ? { send_time: `${inServiceForm(time)} +0000` } : {};
}

/** Reads the numbers to send from, separated by commas as Fax.Plus wants them. */
export function senderOf(fields: ItemFields): string {
	const toNumber = numberReaderOf(fields);
	const toSender: NumberReader = (text, label, ...rest) => {
		const sender = extendedNumber(text, (number) =>
			number.includes('*') ? undefined : toNumber(number, label, ...rest),
		);
		if (sender !== undefined) return sender;
		throw new InputError(
			`"${label}": "${text}" has an asterisk, but no extension after it. An extension has up to 15 digits, as in +15550100000*12. Correct it, or remove the asterisk.`,
		);
	};
	return numbersIn(fields, send.fromField, toSender).join(',');
}

/**
 * Reads an own number, which may have an extension. A member may have no number.
 *
 * @param read reads the number without its extension. If it returns undefined, so does this function
 */
export function extendedNumber(
	text: string,
	read: (number: string) => string | undefined,
): string | undefined {
	if (NO_NUMBER.test(text)) return 'no_number';
	const [, number = text, extension = ''] = EXTENDED.exec(text) ?? [];
	const own = read(number);
	return own === undefined ? undefined : `${own}${extension}`;
}

/** Reads the numbers to send to. */
export function recipientsOf(fields: ItemFields): string[] {
	const to = numbersIn(fields, send.toField, numberReaderOf(fields));
	if (to.length <= MOST_RECIPIENTS) return to;
	throw new InputError(
		`"${send.toField.displayName}" has ${to.length} numbers, but Fax.Plus accepts ${MOST_RECIPIENTS} in one fax. Split them into several items.`,
	);
}

function numberReaderOf(fields: ItemFields): NumberReader {
	const country = fields.options.choice(send.countryOption);
	return (text, label, isNumeric) => toE164In(country, text, label, isNumeric);
}

/**
 * Converts an entry of a field into Fax.Plus's format. If `isNumeric` is true, the entry is a number instead of text,
 * so it may be an amount.
 */
type NumberReader = (text: string, label: string, isNumeric: boolean) => string;

/** Returns the numbers in a field, without duplicates. At least one is required. */
function numbersIn(fields: ItemFields, field: INodeProperties, read: NumberReader): string[] {
	const { displayName } = field;
	const entries = numberEntries(displayName, fields.value(field));
	const numbers = readEach(entries, ({ text, isNumeric }) => read(text, displayName, isNumeric));
	if (numbers.length > 0) return [...new Set(numbers)];
	throw emptyField(displayName, 'Enter a number, or check its expression.');
}

/**
 * Returns the earliest time to send the fax, or undefined if that's now.
 *
 * @throws InputError if the time is missing, or in the past
 */
export function sendTimeOf(fields: ItemFields): Date | undefined {
	if (!fields.hasOption(send.sendTimeOption)) return undefined;
	const { displayName } = send.sendTimeOption;
	const time = fields.options.time(send.sendTimeOption);
	if (!time) throw emptyField(displayName, 'Pick a time, or remove the option to send at once.');
	const lead = time.getTime() - Date.now();
	if (lead > 0) return time;
	if (lead > -LATENESS_MS) return undefined;
	throw new InputError(
		`"${displayName}" is "${time.toISOString()}", which is in the past. Pick a later time, or remove the option to send at once.`,
	);
}

function commentOf(fields: ItemFields): Pick<SendJob, 'comment'> {
	const text = fields.options.text(send.commentOption);
	const tags = fields.options.list(send.tagsOption);
	if (text === '' && tags.length === 0) return {};
	return { comment: { ...(text !== '' && { text }), ...(tags.length > 0 && { tags }) } };
}

/** Reads the options of the request. By default, an existing fax isn't enhanced, because its pages were enhanced before. */
function optionsOf(fields: ItemFields): Pick<SendJob, 'options'> {
	const isExisting = fields.choice(send.sourceField) === 'fax';
	const hasEnhancement = fields.hasOption(send.enhancementOption);
	const hasRetry = fields.hasOption(send.retryCountOption) || fields.hasOption(send.retryDelayOption);
	const options = {
		...(isExisting && { enhancement: false }),
		...(hasEnhancement && { enhancement: fields.options.isOn(send.enhancementOption) }),
		...(hasRetry && {
			retry: {
				count: fields.options.number(send.retryCountOption),
				delay: fields.options.number(send.retryDelayOption),
			},
		}),
	};
	return Object.keys(options).length === 0 ? {} : { options };
}

/** Reads the cover page, if the fax has one. */
export function coverPageOf(fields: ItemFields): Pick<SendJob, 'cover_page'> {
	const { page } = (fields.options.value(send.coverPageOption) ?? {}) as { page?: IDataObject };
	if (!fields.hasOption(send.coverPageOption)) return {};
	if (page === undefined)
		throw emptyField('Cover Page', 'Add a cover page and fill it in, or remove the option.');
	const { nameTo, nameFrom, subject, message, flags } = send.coverPageFields;
	const names = partOf(() =>
		readEach([nameTo, nameFrom, subject], (name) => toRequiredText(onCoverPage(name), page[name.name])),
	);
	const text = partOf(() => toText(page[message.name], onCoverPage(message).displayName));
	const marks = partOf(() => marksOf(onCoverPage(flags), page[flags.name] ?? []));
	requireAll([names, text, marks]);
	const [to, from, title] = names();
	return {
		cover_page: {
			...{ name_to: to, name_from: from, subject: title },
			...(text() !== '' && { message: text() }),
			...(marks().length > 0 && { flags: marks() }),
		},
	};
}

function marksOf(flags: INodeProperties, marks: unknown): string[] {
	return Array.isArray(marks) && marks.length === 0 ? [] : toOptions(flags, marks);
}

/** Returns a field with the name that messages use for it. */
function onCoverPage(field: INodeProperties): INodeProperties {
	return { ...field, displayName: `Cover Page > ${field.displayName}` };
}
