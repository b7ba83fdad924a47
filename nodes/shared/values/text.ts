import { isBinaryValue } from 'n8n-workflow';

import { InputError } from './inputError';

/** Reads a value as text without blanks around it; nothing is empty text, and objects, arrays and what is no number are refused. */
export function toText(value: unknown, name?: string): string {
	switch (typeof value) {
		case 'string':
			return value.trim();
		case 'number':
			if (Number.isFinite(value)) return String(value);
			throw noText(String(value), name);
		case 'boolean':
		case 'bigint':
			return String(value);
		default:
			if (value === null || value === undefined) return '';
			throw noText(isBinaryValue(value) ? 'a file' : JSON.stringify(value), name);
	}
}

function noText(given: string, name: string | undefined): InputError {
	return new InputError(
		`${name === undefined ? 'Expected' : `${name}: expected`} a text, but got ${given}. Check the expression that provides it.`,
	);
}

/** What comes along where people copy, and nobody sees: marks of width and direction, byte order marks, control characters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu;

/** The characters of a text that can be seen, and the blanks between them. */
export function visibleIn(text: string): string {
	return text.replace(INVISIBLE, '');
}

/** What a text is as JSON; undefined where it is none. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** What the service says, for people to read or search: empty where it is neither text nor a number. */
export function labelTextOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
