// Prepares a release: npm run release -- 0.2.0. It changes files only: whoever releases looks at them, and commits.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const CHANGELOG = 'CHANGELOG.md';

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) fail('Say which version, such as: npm run release -- 0.2.0');

const changelog = changelogOf(readFileSync(CHANGELOG, 'utf8'), version, new Date());
if (changelog === undefined) fail(`${CHANGELOG} needs the heading: ## [${version}] - not yet released`);

run('npm', ['version', '--no-git-tag-version', '--allow-same-version', version]);
run('npm', ['run', 'generate']);
writeFileSync(CHANGELOG, changelog);

// Later versions are tested with what this one leaves in n8n.
const WRITE_FIXTURES = version;
for (const tests of ['unit/storedForms', 'contract/once', 'n8n/released'])
	run('npx', ['jest', tests, '-t', tests === 'contract/once' ? 'storedForms' : ''], { WRITE_FIXTURES });

console.log(`
${version} is prepared. Look at the changes, then commit and merge them. After that:

	git tag v${version} && git push origin v${version}
`);

/** The changelog with the date of the release in the heading of its version. */
function changelogOf(text, released, date) {
	const heading = `## [${released}] - not yet released`;
	if (!text.includes(`${heading}\n`)) return undefined;
	return text.replace(heading, `## [${released}] - ${date.toISOString().slice(0, 10)}`);
}

function run(program, words, env = {}) {
	const { status } = spawnSync(program, words, { stdio: 'inherit', env: { ...process.env, ...env } });
	if (status !== 0) fail(`${[program, ...words].join(' ')} failed, so ${version} isn't ready.`);
}

function fail(message) {
	console.error(message);
	process.exit(1);
}
