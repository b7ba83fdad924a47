// Runs n8n's scanner of community packages on folders, and prints its results as a JSON list.
// Usage: node scan.mjs [source=<folder> | package=<folder>] ...
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

const patterns = { source: SOURCE_FILE_PATTERNS, package: ['**/*.js', '**/*.ts', '**/*.json'] };
const results = [];
for (const input of process.argv.slice(2)) {
	const [kind, folder] = input.split('=');
	const { passed, message = '', details = '' } = await analyzePackage(folder, patterns[kind]);
	results.push({ passed, message, details });
}
process.stdout.write(JSON.stringify(results));
