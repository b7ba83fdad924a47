import {
	isBinaryValue,
	type IDataObject,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { emptyField, InputError, wrongValue } from './inputError';
import { failedExpressionIn, hasVisible, jsonIn } from './text';

/**
 * These functions read fields and expressions, for which n8n checks neither limits nor options. An InputError names the field.
 */

/** Maximum number of options that a message lists. */
const MOST_NAMED = 20;

/** A comma at the end of a line and the line break after it separate only once. */
const DIVIDERS = /,[^\S\n]*\n|[,\n]/;

/**
 * Reads a value as text without surrounding spaces. A missing value, or one with only invisible characters, is empty text.
 * Objects, arrays, and numbers that aren't finite are refused.
 *
 * @param name name of the field. If it's given, a failed expression is refused as well
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

/** Some objects can't be converted to JSON, such as circular ones. */
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

/** Reads a string that must not be empty, without surrounding spaces. */
export function toRequiredText({ displayName }: INodeProperties, value: unknown): string {
	const text = toText(value, displayName);
	if (text !== '') return text;
	throw emptyField(displayName);
}

/** Reads a number within the limits of its field. */
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

/** Reads one of the options of a field. Surrounding spaces and upper or lower case don't matter. */
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

/** Reads several options, from an array or from text with commas. There must be at least one, and each is returned once. */
export function toOptions(field: INodeProperties, value: unknown): string[] {
	const values = toFullList(field.displayName, value).map((entry) => toOption(field, entry));
	if (values.length === 0) throw emptyField(field.displayName, 'Select at least one.');
	return [...new Set(values)];
}

/** Reads true or false, which an expression may return as text. */
export function toBoolean({ displayName }: INodeProperties, value: unknown): boolean {
	const text = toText(value, displayName);
	const word = text.toLowerCase();
	if (word === 'true' || word === 'false') return word === 'true';
	throw wrongValue(`"${displayName}" is "${text}", which isn't true or false`);
}

/** Reads an object, which an expression may return as JSON text. */
export function toObject({ displayName }: INodeProperties, value: unknown): IDataObject {
	const object = typeof value === 'string' ? jsonIn(value) : value;
	if (typeof object === 'object' && object !== null && !Array.isArray(object)) return object as IDataObject;
	throw wrongValue(`"${displayName}" isn't an object with names and values, such as { "name": "value" }`);
}

/**
 * Reads a list as people enter it, with each entry once. It may be text with commas or line breaks, or an array from an
 * expression, also as JSON text. Surrounding spaces are removed. Objects and arrays as entries are refused. Empty entries are
 * refused too, because they come from an expression that found nothing.
 */
export function toFullList(label: string, value: unknown, dividers = DIVIDERS): string[] {
	return [...new Set(toEntries(label, value, dividers))];
}

/** Reads a list with duplicates, for entries that are used as often as they appear. */
export function toEntries(label: string, value: unknown, dividers = DIVIDERS): string[] {
	const texts = entriesIn(value, label, dividers).map((entry) => toText(entry, label));
	const empty = texts.indexOf('') + 1;
	if (empty === 0) return texts;
	throw new InputError(
		`Entry ${empty} of ${texts.length} in "${label}" is empty. Remove it, or check its expression.`,
	);
}

/**
 * Maximum length in characters, because splitting a longer text would block n8n. It's enough for 4,000 fax numbers of the
 * maximum length.
 */
const LONGEST_LIST = 400_000;

/** Refuses a string that is too long to be a list. */
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

/** Reads an HTTPS address, because Fax.Plus only delivers to those. */
export function toHttpsUrl({ displayName }: INodeProperties, value: unknown): string {
	const url = toText(value, displayName);
	if (URL.canParse(url) && new URL(url).protocol === 'https:') return url;
	throw new InputError(
		`"${displayName}" is "${url}", which isn't an address that begins with https://. Fax.Plus sends events only over HTTPS. Correct it.`,
	);
}
