import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { reportOf } from '../../../tools/first-contact/survey';
import { told } from '../../../tools/first-contact/finding';
import { reportedSettings } from '../../../tools/simulator/reportedSettings';
import { DEFAULT_SETTINGS } from '../../../tools/simulator/settings';
import { projectRoot as root } from '../../../tools/harness/folders';
import { useFolder } from '../support/folder';
import { TELLABLE } from './support/survey';

const folder = useFolder();

const settings = Object.fromEntries(TELLABLE.map((name) => [name, DEFAULT_SETTINGS[name]]));

test('settings come back from a report as they went into it', () => {
	const report = reportOf([{ name: 'A | B', ...told('One | two.', settings) }]);
	expect(reportedSettings(report)).toEqual(settings);
	expect(report).toContain('| A / B | yes | One / two. |');
});

test.each([
	['', /names no setting\. Take all that/],
	['| `colour: "red"` |', /a setting that the simulator does not have: colour/],
	['| `missingStatus: "404"` |', /a setting that the simulator does not have: missingStatus/],
])('what is no report is refused: %s', (report, message) => {
	expect(() => reportedSettings(report)).toThrow(message);
});

test('npm run simulator starts as a report says', async () => {
	const path = join(folder(), 'report.md');
	await writeFile(path, reportOf([{ name: 'One', ...told('It is so.', { missingStatus: 404 }) }]));
	const tsx = join(root, 'node_modules', '.bin', 'tsx');
	const simulator = spawn(tsx, ['tools/simulator/main.ts', '--as', path], { cwd: root });
	try {
		const lines: string[] = [];
		for await (const line of createInterface({ input: simulator.stdout })) {
			lines.push(line);
			if (line.startsWith('As reported')) break;
		}
		expect(lines.at(-1)).toBe('As reported: {"missingStatus":404}');
		const [, baseUrl = ''] = /API (\S+),/.exec(lines[0] ?? '') ?? [];
		const addresses = await fetch(`${baseUrl.replace(/\/v3$/, '')}/control/addresses`);
		const { accessToken } = (await addresses.json()) as { accessToken: string };
		const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
		const { status } = await fetch(`${baseUrl}/accounts/self/faxes/none`, { headers });
		expect(status).toBe(404);
	} finally {
		const ended = once(simulator, 'exit');
		simulator.kill('SIGTERM');
		await ended;
	}
});
