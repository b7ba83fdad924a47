/** Whether a text can be the base URL of the service. */
export function isAddress(text: string): boolean {
	return /^https?:\/\/./.test(text);
}
