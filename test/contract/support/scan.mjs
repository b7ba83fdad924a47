// Runs n8n's scanner of community packages over a folder and prints its result as JSON.
// Usage: node scan.mjs <folder> source|package
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

const [folder, kind] = process.argv.slice(2);
const patterns = kind === 'source' ? SOURCE_FILE_PATTERNS : ['**/*.js', '**/*.ts', '**/*.json'];
const { passed, message = '', details = '' } = await analyzePackage(folder, patterns);
process.stdout.write(JSON.stringify({ passed, message, details }));
