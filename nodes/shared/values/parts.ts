import { InputError } from './inputError';

/**
 * A part of what the user entered, which was already read. Calling it returns the value, or throws the reason why it can't
 * be read. So the other parts can be read too, and the user sees all mistakes at once.
 */
export type Part<T> = () => T;

export function partOf<T>(read: () => T): Part<T> {
	try {
		const value = read();
		return () => value;
	} catch (error) {
		return refusedBy(error);
	}
}

export async function asyncPartOf<T>(read: () => Promise<T>): Promise<Part<T>> {
	return await read().then(
		(value) => () => value,
		(error: unknown) => refusedBy(error),
	);
}

function refusedBy(error: unknown): Part<never> {
	return () => {
		throw error;
	};
}

/** Returns the value of a part, or undefined if it can't be read. */
export function valueOf<T>(part: Part<T>): T | undefined {
	try {
		return part();
	} catch {
		return undefined;
	}
}

/** Returns why parts can't be read, without duplicates. A part that depends on another one fails with that one's reason. */
export function reasonsIn(parts: ReadonlyArray<Part<unknown>>): unknown[] {
	const reasons = parts.flatMap((part) => {
		try {
			part();
			return [];
		} catch (error) {
			return error instanceof InputError ? [error, ...error.others] : [error];
		}
	});
	return [...new Set(reasons)];
}

/** Throws the first reason why a part can't be read. If it's an InputError, it includes the others. */
export function requireAll(parts: ReadonlyArray<Part<unknown>>): void {
	const reasons = reasonsIn(parts);
	const [first, ...others] = reasons;
	if (reasons.length === 0) return;
	if (first instanceof InputError) first.others = others;
	throw first;
}

/** Reads each value of a list. It continues after a mistake, and then throws the reasons of all mistakes at once. */
export function readEach<T, R>(values: readonly T[], read: (value: T) => R): R[] {
	const parts = values.map((value) => partOf(() => read(value)));
	requireAll(parts);
	return parts.map((part) => part());
}
