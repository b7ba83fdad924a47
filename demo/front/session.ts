import axios from 'axios';
import type { Owner } from '../../harness/n8n';

/**
 * Logs in to n8n.
 *
 * @param target `http://127.0.0.1:<port>`
 * @returns the cookie for a browser, as `Set-Cookie` says it; any browser may use it, as n8n was told of none
 */
export async function sessionCookie(target: string, { email, password }: Owner): Promise<string> {
	const { headers } = await axios.post(`${target}/rest/login`, { emailOrLdapLoginId: email, password });
	const cookie = headers['set-cookie']?.find((entry) => entry.startsWith('n8n-auth='));
	if (cookie === undefined) throw new Error('n8n set no session cookie at the login');
	return cookie;
}
