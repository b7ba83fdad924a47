import { join } from 'node:path';
import { N8n, type N8nOptions } from '../harness/n8n';
import { querySqlite } from '../harness/n8n/database';
import type { Progress } from '../harness/progress';
import { readObject, setAside } from './setAside';

/** The demo's password, as n8n stores it. */
const PASSWORD_HASH = '$2a$10$puRagAwwfoFMUAK7l1fA0OmJNdFEimvGXrf0OV4VbskfxPoCTXc1q';

/** What SQLite says of a file that it cannot read. */
const UNREADABLE = /SQLITE_(CORRUPT|NOTADB)|disk image is malformed|file is not a database/;

/** Files that n8n and npm write for themselves; both refuse to start with one that was cut short. */
const OWN_FILES = ['config', 'nodes/package.json', 'nodes/package-lock.json'];

type Options = N8nOptions & { userFolder: string; progress: Progress };

/**
 * Starts n8n on a folder, whatever has become of it: files that cannot be read are set aside, and where a person has changed
 * the owner's login in n8n, it is the demo's again, as the terminal says.
 */
export async function startOnFolder(options: Options): Promise<N8n> {
	const { userFolder, progress } = options;
	const home = join(userFolder, '.n8n');
	for (const name of OWN_FILES) await readObject(join(home, name), progress);
	const onLoginRefused = async (n8n: N8n) => {
		progress('the login was changed in n8n: it is the one below again');
		await resetLogin(n8n, options.owner?.email ?? '');
	};
	try {
		return await N8n.start({ ...options, hasEditor: true, onLoginRefused });
	} catch (error) {
		if (!UNREADABLE.test(String(error))) throw error;
		await setAside(join(home, 'database.sqlite'), progress);
		return await N8n.start({ ...options, hasEditor: true, onLoginRefused });
	}
}

/** Gives the owner the demo's login, without a second factor. */
async function resetLogin(n8n: N8n, email: string): Promise<void> {
	await querySqlite(
		n8n,
		`UPDATE user SET email = ?, password = ?, mfaEnabled = 0, mfaSecret = NULL WHERE roleSlug = 'global:owner'`,
		[email, PASSWORD_HASH],
	);
}
