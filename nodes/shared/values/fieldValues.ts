import {
	isBinaryValue,
	type IDataObject,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { emptyField, InputError, wrongValue } from './inputError';
import { failedExpressionIn, hasVisible, jsonIn } from './text';

/** Readers of fields and expressions, for which n8n keeps neither bounds nor options; an InputError names the field. */

/** How many options a message names. */
const MOST_NAMED = 20;

/** A comma at the end of a line and the line break are one divider. */
const DIVIDERS = /,[^\S\n]*\n|[,\n]/;

/**
 * Reads a value as text without blanks around it. Nothing, and what nobody would see, is empty text. Objects, arrays and what is
 * no number are refused.
 *
 * @param name that of the field, in which what expressions make of nothing is refused as well
 */
export function toText(value: unknown, name?: string): string {
	switch (typeof value) {
		case 'string':
			return name === undefined ? value.trim() : enteredText(value, name);
		case 'number':
			if (Number.isFinite(value)) return String(value);
			throw noText(String(value), name);
		case 'boolean':
		case 'bigint':
			return String(value);
		default:
			if (value === null || value === undefined) return '';
			throw noText(isBinaryValue(value) ? 'a file' : shown(value), name);
	}
}

function enteredText(value: string, name: string): string {
	const text = hasVisible(value) ? value.trim() : '';
	const failed = failedExpressionIn(text);
	if (failed === undefined) return text;
	throw new InputError(
		`"${name}" ${failed === text ? 'is' : 'contains'} "${failed}", because an expression found nothing. Check the expression, or enter a value.`,
	);
}

/** Some objects, such as those that contain themselves, have no JSON. */
function shown(value: unknown): string {
	try {
		return JSON.stringify(value);
	} catch {
		return 'an object';
	}
}

function noText(given: string, name: string | undefined): InputError {
	return new InputError(
		`${name === undefined ? 'The value' : `"${name}"`} must be text, but is ${given}. Check its expression.`,
	);
}

/** A text that must not be empty, without surrounding blanks. */
export function toRequiredText({ displayName }: INodeProperties, value: unknown): string {
	const text = toText(value, displayName);
	if (text !== '') return text;
	throw emptyField(displayName);
}

/** A number within the bounds of its field. */
export function toNumber({ displayName, typeOptions }: INodeProperties, value: unknown): number {
	const { minValue = Number.NEGATIVE_INFINITY, maxValue = Number.POSITIVE_INFINITY } = typeOptions ?? {};
	const text = typeof value === 'number' ? String(value) : toText(value, displayName);
	const number = Number(text);
	const isWhole = typeOptions?.numberPrecision !== 0 || Number.isInteger(number);
	if (text !== '' && Number.isFinite(number) && number >= minValue && number <= maxValue && isWhole)
		return number;
	const range = Number.isFinite(maxValue) ? `from ${minValue} to ${maxValue}` : `of ${minValue} or more`;
	throw wrongValue(
		`"${displayName}" is "${text}", which isn't a ${typeOptions?.numberPrecision === 0 ? 'whole ' : ''}number ${range}`,
	);
}

/** The value of one of the options of a field; blanks around it and its case do not matter. */
export function toOption({ displayName, options = [] }: INodeProperties, value: unknown): string {
	const text = toText(value, displayName);
	const values = (options as INodePropertyOptions[]).map((option) => String(option.value));
	const lowerCase = text.toLowerCase();
	const option = values.find((value) => value.toLowerCase() === lowerCase);
	if (option !== undefined) return option;
	const most = values.length > MOST_NAMED ? `${values.length} values, such as ` : '';
	throw wrongValue(
		`"${displayName}" is "${text}", which isn't one of ${most}${values.filter(Boolean).slice(0, MOST_NAMED).join(', ')}`,
	);
}

/** The values of several options, of which there must be one, given as an array or as text with commas; each once. */
export function toOptions(field: INodeProperties, value: unknown): string[] {
	const values = toFullList(field.displayName, value).map((entry) => toOption(field, entry));
	if (values.length === 0) throw emptyField(field.displayName, 'Select at least one.');
	return [...new Set(values)];
}

/** True or false, which an expression may give as text. */
export function toBoolean({ displayName }: INodeProperties, value: unknown): boolean {
	const text = toText(value, displayName);
	const word = text.toLowerCase();
	if (word === 'true' || word === 'false') return word === 'true';
	throw wrongValue(`"${displayName}" is "${text}", which isn't true or false`);
}

/** An object, which an expression may give written as JSON. */
export function toObject({ displayName }: INodeProperties, value: unknown): IDataObject {
	const object = typeof value === 'string' ? jsonIn(value) : value;
	if (typeof object === 'object' && object !== null && !Array.isArray(object)) return object as IDataObject;
	throw wrongValue(`"${displayName}" isn't an object with names and values, such as { "name": "value" }`);
}

/**
 * Reads a list as people give it, each entry once: text with commas or line breaks, or an array from an expression, perhaps
 * written out as JSON. Blanks around entries are left out; objects and arrays as entries are refused, and so is an entry that
 * is empty, because it is an expression that found nothing.
 */
export function toFullList(label: string, value: unknown, dividers = DIVIDERS): string[] {
	return [...new Set(toEntries(label, value, dividers))];
}

/** The same with repetitions, for a list whose entries count as often as they stand there. */
export function toEntries(label: string, value: unknown, dividers = DIVIDERS): string[] {
	const texts = entriesIn(value, label, dividers).map((entry) => toText(entry, label));
	const empty = texts.indexOf('') + 1;
	if (empty === 0) return texts;
	throw new InputError(
		`Entry ${empty} of ${texts.length} in "${label}" is empty. Remove it, or check its expression.`,
	);
}

/** In characters: a longer text would hold up n8n while it is divided. That of 4,000 fax numbers as long as one may be. */
const LONGEST_LIST = 400_000;

/** Refuses a text that is too long to be a list. */
export function requireListLength(label: string, { length }: string): void {
	if (length <= LONGEST_LIST) return;
	throw new InputError(
		`"${label}" has ${length} characters, but a list can have ${LONGEST_LIST}. Split it into several items, or check its expression.`,
	);
}

function entriesIn(value: unknown, label: string, dividers: RegExp): unknown[] {
	if (Array.isArray(value)) return value;
	const text = toText(value, label);
	if (text === '') return [];
	requireListLength(label, text);
	return (text.startsWith('[') ? (jsonIn(text) as unknown[] | undefined) : undefined) ?? text.split(dividers);
}

/** An HTTPS address: the service delivers to no other. */
export function toHttpsUrl({ displayName }: INodeProperties, value: unknown): string {
	const url = toText(value, displayName);
	if (URL.canParse(url) && new URL(url).protocol === 'https:') return url;
	throw new InputError(
		`"${displayName}" is "${url}", which isn't an address that begins with https://. Fax.Plus sends events only over HTTPS. Correct it.`,
	);
}
