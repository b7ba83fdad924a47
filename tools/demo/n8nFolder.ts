import { join } from 'node:path';
import { N8n, type N8nOptions } from '../harness/n8n';
import { querySqlite } from '../harness/n8n/database';
import type { Progress } from '../harness/progress';
import { readObject, setAside } from './setAside';

/** The demo's password in the form that n8n stores. */
const PASSWORD_HASH = '$2a$10$puRagAwwfoFMUAK7l1fA0OmJNdFEimvGXrf0OV4VbskfxPoCTXc1q';

/** Matches SQLite's errors for a file that it can't read. */
const UNREADABLE = /SQLITE_(CORRUPT|NOTADB)|disk image is malformed|file is not a database/;

/** Files that n8n and npm write for themselves. Both refuse to start if one of them is truncated. */
const OWN_FILES = ['config', 'nodes/package.json', 'nodes/package-lock.json'];

type Options = N8nOptions & { userFolder: string; progress: Progress };

/**
 * Starts n8n on a folder, even if the folder is damaged. Unreadable files are set aside.
 *
 * If the user changed the owner's login in n8n, it's reset to the demo's login, and the terminal reports that.
 */
export async function startOnFolder(options: Options): Promise<N8n> {
	const { userFolder, progress } = options;
	const home = join(userFolder, '.n8n');
	for (const name of OWN_FILES) await readObject(join(home, name), progress);
	const onLoginRefused = async (n8n: N8n) => {
		progress("somebody changed the login in n8n. It's the one below again");
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

/** Resets the owner's login to the demo's, without a second factor. */
async function resetLogin(n8n: N8n, email: string): Promise<void> {
	await querySqlite(
		n8n,
		`UPDATE user SET email = ?, password = ?, mfaEnabled = 0, mfaSecret = NULL WHERE roleSlug = 'global:owner'`,
		[email, PASSWORD_HASH],
	);
}
