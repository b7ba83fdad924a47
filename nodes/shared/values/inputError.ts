/** Input that would be refused, found before any request was made. The message says what to do. */
export class InputError extends Error {}
