const { setTimeout: pause } = require('node:timers/promises');
const { TestEnvironment } = require('jest-environment-node');

/** What a test file has opened may take so long to close: a machine may be busy, and what leaks stays for ever. */
const LIMIT_MS = 60_000;

/**
 * What comes and goes by itself. `PipeWrap` is one of this process's own streams, which Node opens when something first asks
 * for them, at any time; a process that a file has started shows as `ProcessWrap` as well.
 */
const PASSING = ['FSReqCallback', 'Immediate', 'PipeWrap', 'TickObject'];

/** Node's environment of Jest, in which a file fails that leaves behind what would keep its process alive, such as a server. */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.before = open();
	}

	async handleTestEvent({ name }) {
		if (name !== 'run_finish') return;
		const begun = performance.now();
		for (;;) {
			const left = this.leftOpen();
			if (left.length === 0) return;
			if (performance.now() - begun > LIMIT_MS)
				throw new Error(`This file leaves open what it has opened: ${left.join(', ')}`);
			await pause(20);
		}
	}

	leftOpen() {
		const before = [...this.before];
		return open().filter((kind) => {
			const at = before.indexOf(kind);
			if (at >= 0) before.splice(at, 1);
			return at < 0;
		});
	}
};

/** Kinds of what this process holds open. */
function open() {
	return process.getActiveResourcesInfo().filter((kind) => !PASSING.includes(kind));
}
