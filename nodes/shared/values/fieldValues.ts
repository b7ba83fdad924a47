import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from './inputError';
import { toFullList } from './lists';
import { toText } from './text';

/**
 * Reads a text that must not be empty.
 *
 * @param field as the editor shows it
 * @returns the text without surrounding blanks
 * @throws InputError for empty text, for nothing at all, and for what is no text
 */
export function toRequiredText({ displayName }: INodeProperties, value: unknown): string {
	const text = toText(value, displayName);
	if (text !== '') return text;
	throw new InputError(`${displayName} is empty. Enter one, or check the expression that provides it.`);
}

/**
 * Reads a number as it comes from a field or an expression. n8n keeps no bound of a field for expressions, and none at
 * all within a collection.
 *
 * @param field as the editor shows it; its bounds count
 * @throws InputError for what is no number within them
 */
export function toNumber({ displayName, typeOptions }: INodeProperties, value: unknown): number {
	const { minValue = Number.NEGATIVE_INFINITY, maxValue = Number.POSITIVE_INFINITY } = typeOptions ?? {};
	const text = toText(value, displayName);
	const number = Number(text);
	const isWhole = typeOptions?.numberPrecision !== 0 || Number.isInteger(number);
	if (text !== '' && Number.isFinite(number) && number >= minValue && number <= maxValue && isWhole)
		return number;
	const range = Number.isFinite(maxValue) ? `from ${minValue} to ${maxValue}` : `of ${minValue} or more`;
	throw new InputError(
		`${displayName} "${text}" is not a ${typeOptions?.numberPrecision === 0 ? 'whole ' : ''}number ${range}. Correct it, or check the expression that provides it.`,
	);
}

/**
 * Reads a choice as it comes from a field or an expression. n8n does not check that an expression gives one of the options.
 *
 * @param field as the editor shows it; its options count
 * @returns the option's value
 * @throws InputError for what is none of the options; blanks around it and its case do not matter
 */
export function toOption({ displayName, options = [] }: INodeProperties, value: unknown): string {
	const text = toText(value, displayName);
	const values = (options as INodePropertyOptions[]).map((option) => String(option.value));
	const option = values.find((known) => known.toLowerCase() === text.toLowerCase());
	if (option !== undefined) return option;
	throw new InputError(
		`${displayName} "${text}" is none of ${values.join(', ')}. Correct it, or check the expression that provides it.`,
	);
}

/**
 * Reads several choices, as an array or as text with commas.
 *
 * @param field as the editor shows it; its options count
 * @returns the options' values, each once
 * @throws InputError when there is none, and for what is none of the options
 */
export function toOptions(field: INodeProperties, value: unknown): string[] {
	const values = toFullList(field.displayName, value).map((entry) => toOption(field, entry));
	if (values.length === 0) throw new InputError(`${field.displayName} is empty. Select at least one.`);
	return [...new Set(values)];
}

const BOOLEANS = new Map([
	['true', true],
	['false', false],
]);

/**
 * Reads yes or no as it comes from a field or an expression, which may give it as text.
 *
 * @param field as the editor shows it
 * @throws InputError for anything but true and false
 */
export function toBoolean({ displayName }: INodeProperties, value: unknown): boolean {
	const text = toText(value, displayName);
	const read = BOOLEANS.get(text.toLowerCase());
	if (read !== undefined) return read;
	throw new InputError(
		`${displayName} "${text}" is neither true nor false. Correct it, or check the expression that provides it.`,
	);
}

/**
 * Reads an object as it comes from a field or an expression, which may give it written as JSON.
 *
 * @param field as the editor shows it
 * @throws InputError for what is no object
 */
export function toObject({ displayName }: INodeProperties, value: unknown): IDataObject {
	const object = typeof value === 'string' ? fromJson(value) : value;
	if (typeof object === 'object' && object !== null && !Array.isArray(object)) return object as IDataObject;
	throw new InputError(
		`${displayName} is not an object with names and values, such as { "name": "value" }. Correct it, or check the expression that provides it.`,
	);
}

function fromJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
