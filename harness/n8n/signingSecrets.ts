/** What the credential for signing secrets holds, a row for each secret. */
export function signingSecrets(...secrets: string[]): Record<string, unknown> {
	return { endpoints: { entries: secrets.map((secret) => ({ secret, note: '' })) } };
}
