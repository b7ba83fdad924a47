import { execFileSync } from 'node:child_process';

import { ensureN8n } from '../../harness/n8n';
import type { QueueMode } from '../../harness/queue/queueMode';

/** The exact versions of an n8n installation and of the Node.js that runs it. */
export async function n8nVersionsOf(
	version: Parameters<typeof ensureN8n>[0],
): Promise<{ n8n: string; node: string }> {
	const { exactVersion, nodeProgram } = await ensureN8n(version);
	const node = execFileSync(nodeProgram, ['--version'], { encoding: 'utf8' }).trim();
	return { n8n: exactVersion, node: node.replace('v', '') };
}

export async function serverVersionsOf({
	postgres,
	redis,
}: Pick<QueueMode, 'postgres' | 'redis'>): Promise<{ postgres: string; redis: string }> {
	return { postgres: numberIn(await postgres.version()), redis: numberIn(redis.version()) };
}

/** The version number without the packager's additions, such as "(Debian 15.18-0+deb12u1)". */
function numberIn(version: string): string {
	return /\d+(\.\d+)+/.exec(version)?.[0] ?? version;
}
