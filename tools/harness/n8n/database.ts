import { realpathSync } from 'node:fs';
import { join } from 'node:path';

import { ensureN8n } from './installation';
import type { N8n } from './n8n';
import { runCommand } from '../processes/runCommand';

const PROGRAM = `
	const [database, n8n, sql, parameters] = process.argv.slice(1);
	const sqlite3 = require('node:module').createRequire(n8n)('sqlite3');
	const connection = new sqlite3.Database(database);
	connection.configure('busyTimeout', 10000);
	connection.all(sql, JSON.parse(parameters), (error, rows) => {
		if (error) throw error;
		process.stdout.write(JSON.stringify(rows));
	});`;

/**
 * Queries the SQLite database of an n8n instance, which may be running or not. It uses the driver that's part of n8n.
 *
 * @returns the rows
 */
export async function querySqlite<Row>(n8n: N8n, sql: string, parameters: unknown[] = []): Promise<Row[]> {
	const { nodeProgram, script } = await ensureN8n(n8n.version, () => undefined);
	const database = join(n8n.userFolder, '.n8n', 'database.sqlite');
	const given = [database, realpathSync(script), sql, JSON.stringify(parameters)];
	const rows = await runCommand(nodeProgram, ['-e', PROGRAM, ...given], { cwd: n8n.userFolder });
	return JSON.parse(rows) as Row[];
}
