// This is plain CommonJS, because test/run.mjs needs it before anything is compiled. Its types are in guardGroup.d.ts.
const { spawn } = require('node:child_process');

function guardGroup(groupId) {
	const guard = spawn('sh', ['-c', 'cat > /dev/null; kill -KILL "-$1"', 'guard', String(groupId)], {
		stdio: ['pipe', 'ignore', 'ignore'],
		detached: true,
	});
	guard.on('error', () => undefined);
	guard.unref();
	guard.stdin?.unref();
	return () => guard.kill('SIGKILL');
}

module.exports = { guardGroup };
