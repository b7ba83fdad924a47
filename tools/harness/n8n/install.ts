import { ensureN8n } from './installation';
import { parseN8nVersion, selectedN8nVersion } from './versions';

/** `tsx tools/harness/n8n/install.ts [version]`: installs an n8n version before tests need it. */
async function main(): Promise<void> {
	const argument = process.argv[2];
	const version = argument === undefined ? selectedN8nVersion() : parseN8nVersion(argument);
	const installation = await ensureN8n(version, (message) => {
		console.log(message);
	});
	console.log(`n8n ${installation.exactVersion} is installed and runs on ${installation.nodeProgram}`);
}

void main();
