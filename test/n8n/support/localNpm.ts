import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { packPackage } from '../../../tools/harness/n8n';
import { runCommand } from '../../../tools/harness/processes/runCommand';
import manifest from '../../../package.json';

export const { name: PACKAGE, version: VERSION } = manifest;

/** A later version of this package, with no other difference. */
export const UPDATE = '99.0.0';

/**
 * Puts a program named npm into a folder that n8n searches first, because n8n only uses another registry with a license. It
 * knows only these two versions, and doesn't use the network.
 */
export async function makeNpm(folder: string): Promise<void> {
	const packed = await packPackage();
	await copyFile(packed, join(folder, `${VERSION}.tgz`));
	await runCommand('tar', ['-xzf', packed], { cwd: folder });
	const file = join(folder, 'package', 'package.json');
	const update = { ...(JSON.parse(await readFile(file, 'utf8')) as object), version: UPDATE };
	await writeFile(file, JSON.stringify(update));
	await runCommand('tar', ['-czf', `${UPDATE}.tgz`, 'package'], { cwd: folder });
	const script = [
		'#!/bin/sh',
		'asked="${2##*@}"',
		'case "$1" in',
		'view) echo "\\"$asked\\"" ;;',
		`pack) cp "${folder}/$asked.tgz" package.tgz && echo package.tgz ;;`,
		'esac',
	];
	await writeFile(join(folder, 'npm'), script.join('\n'));
	await chmod(join(folder, 'npm'), 0o755);
}
