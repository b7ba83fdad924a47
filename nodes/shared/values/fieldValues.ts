import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { emptyField, InputError, wrongValue } from './inputError';
import { toFullList } from './lists';
import { jsonIn, toText } from './text';

/** Readers of fields and expressions, for which n8n keeps neither bounds nor options; an InputError names the field. */

/** How many options a message names. */
const MOST_NAMED = 20;

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
		`${displayName} "${text}" is not a ${typeOptions?.numberPrecision === 0 ? 'whole ' : ''}number ${range}`,
	);
}

/** The value of one of the options of a field; blanks around it and its case do not matter. */
export function toOption({ displayName, options = [] }: INodeProperties, value: unknown): string {
	const text = toText(value, displayName);
	const values = (options as INodePropertyOptions[]).map((option) => String(option.value));
	const option = values.find((value) => value.toLowerCase() === text.toLowerCase());
	if (option !== undefined) return option;
	const most = values.length > MOST_NAMED ? `${values.length} values, such as ` : '';
	throw wrongValue(
		`${displayName} "${text}" is none of ${most}${values.filter(Boolean).slice(0, MOST_NAMED).join(', ')}`,
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
	throw wrongValue(`${displayName} "${text}" is neither true nor false`);
}

/** An object, which an expression may give written as JSON. */
export function toObject({ displayName }: INodeProperties, value: unknown): IDataObject {
	const object = typeof value === 'string' ? jsonIn(value) : value;
	if (typeof object === 'object' && object !== null && !Array.isArray(object)) return object as IDataObject;
	throw wrongValue(`${displayName} is not an object with names and values, such as { "name": "value" }`);
}

/** An HTTPS address: the service delivers to no other. */
export function toHttpsUrl({ displayName }: INodeProperties, value: unknown): string {
	const url = toText(value, displayName);
	if (URL.canParse(url) && new URL(url).protocol === 'https:') return url;
	throw new InputError(
		`${displayName} "${url}" is not an address that begins with https://. The service delivers over HTTPS only.`,
	);
}
