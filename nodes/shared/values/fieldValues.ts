import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from './inputError';
import { toText } from './text';

/**
 * Reads a number as it comes from a field or an expression. n8n keeps no bound of a field for expressions, and none at
 * all within a collection.
 *
 * @param field as the editor shows it; its bounds count
 * @throws InputError for what is no number within them
 */
export function toNumber({ displayName, typeOptions }: INodeProperties, value: unknown): number {
	const { minValue = Number.NEGATIVE_INFINITY, maxValue = Number.POSITIVE_INFINITY } = typeOptions ?? {};
	const text = toText(value);
	const number = Number(text);
	if (text !== '' && Number.isFinite(number) && number >= minValue && number <= maxValue) return number;
	const range = Number.isFinite(maxValue) ? `from ${minValue} to ${maxValue}` : `of ${minValue} or more`;
	throw new InputError(
		`${displayName} "${text}" is not a number ${range}. Correct it, or check the expression that provides it.`,
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
	const text = toText(value);
	const values = (options as INodePropertyOptions[]).map((option) => String(option.value));
	const option = values.find((known) => known.toLowerCase() === text.toLowerCase());
	if (option !== undefined) return option;
	throw new InputError(
		`${displayName} "${text}" is none of ${values.join(', ')}. Correct it, or check the expression that provides it.`,
	);
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
	const text = toText(value);
	const read = BOOLEANS.get(text.toLowerCase());
	if (read !== undefined) return read;
	throw new InputError(
		`${displayName} "${text}" is neither true nor false. Correct it, or check the expression that provides it.`,
	);
}
