/** What the credential for signing secrets holds, a row for each secret. */
export function signingSecrets(...secrets: string[]): object {
	return { signingSecrets: { secrets: secrets.map((secret) => ({ secret, endpoint: '' })) } };
}
