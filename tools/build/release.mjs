// Prepares a release: `npm run release -- 0.2.0`. It only changes files, so that you can review and commit the changes.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const CHANGELOG = 'CHANGELOG.md';

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) fail('Which version? For example: npm run release -- 0.2.0');

const changelog = readFileSync(CHANGELOG, 'utf8');
const heading = `## [${version}] - not yet released\n`;
if (!changelog.includes(heading)) fail(`${CHANGELOG} needs this line: ${heading}`);

run('npm', 'version', '--no-git-tag-version', '--allow-same-version', version);
run('npm', 'run', 'generate');
// These tests write what this version leaves in n8n. In later versions, they read it.
run('npx', 'jest', 'unit/storedForms', 'n8n/released');
run('npx', 'jest', 'contract/once', '-t', 'storedForms');
const today = new Date().toISOString().slice(0, 10);
writeFileSync(CHANGELOG, changelog.replace(heading, `## [${version}] - ${today}\n`));
console.log(
	`Check the changes, commit and merge them. Then run: git tag -s v${version} -m v${version} && git push origin v${version}`,
);

function run(program, ...words) {
	const env = { ...process.env, WRITE_FIXTURES: version };
	const { status } = spawnSync(program, words, { stdio: 'inherit', env });
	if (status !== 0) fail(`"${[program, ...words].join(' ')}" failed. Fix the cause, then start again.`);
}

function fail(message) {
	console.error(message);
	process.exit(1);
}
