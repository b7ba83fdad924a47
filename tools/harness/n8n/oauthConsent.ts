import axios from 'axios';
import type { N8nApi } from './api';

/**
 * Connects an OAuth2 credential as a user does: opens the Fax.Plus consent page, allows access and follows the redirect to n8n.
 */
export async function connectOAuth2(api: N8nApi, credentialId: string): Promise<void> {
	const consentUrl = await api.startOAuth2(credentialId);
	const page = await axios.get<string>(consentUrl);
	const answer = await axios.post<unknown>(
		new URL(formAction(page.data), consentUrl).toString(),
		allowForm(page.data),
		{
			maxRedirects: 0,
			validateStatus: (status) => status === 302,
		},
	);
	await api.finishOAuth2(String(answer.headers['location']));
}

function formAction(page: string): string {
	const action = /<form[^>]* action="([^"]*)"/.exec(page)?.[1];
	if (action === undefined) throw new Error(`The consent page has no form:\n${page}`);
	return unescape(action);
}

/** The form that a browser sends when the user presses "Allow". */
function allowForm(page: string): URLSearchParams {
	const fields = [...page.matchAll(/<input[^>]* name="([^"]*)"[^>]* value="([^"]*)"/g)];
	const form = new URLSearchParams();
	for (const [, name = '', value = ''] of fields) form.append(unescape(name), unescape(value));
	form.set('decision', 'allow');
	return form;
}

function unescape(text: string): string {
	return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
