const { setTimeout: pause } = require('node:timers/promises');
const { TestEnvironment } = require('jest-environment-node');

/**
 * How long resources of a test file may take to close, in milliseconds. A busy machine needs time, and a real leak never
 * closes.
 */
const LIMIT_MS = 60_000;

/**
 * Kinds of resources that open and close on their own.
 *
 * `PipeWrap` is one of this process's own streams, which Node opens on first use. A process that a test file starts also
 * shows up as `ProcessWrap`.
 */
const PASSING = ['FSReqCallback', 'Immediate', 'PipeWrap', 'TickObject'];

/** Jest's Node environment, but a file fails if it leaves something open that keeps its process alive, such as a server. */
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

/** Kinds of the resources that this process has open. */
function open() {
	return process.getActiveResourcesInfo().filter((kind) => !PASSING.includes(kind));
}
