import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n reads its environment when its modules are loaded, so this file must be imported before them. Each test file gets a
// new folder for n8n's settings and binary data.
const userFolder = mkdtempSync(join(tmpdir(), 'faxplus-contract-'));
process.env['N8N_USER_FOLDER'] = userFolder;
process.env['N8N_ENCRYPTION_KEY'] = 'contract-tests';
process.env['N8N_LOG_LEVEL'] = 'silent';
process.env['N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS'] = 'false';

afterAll(() => {
	rmSync(userFolder, { recursive: true, force: true });
});
