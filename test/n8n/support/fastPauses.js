/**
 * For `NODE_OPTIONS=--require`: in this n8n the package's long pauses pass forty times as fast, so that the two minutes
 * after which an endpoint is removed become three seconds. n8n itself, other packages, and the pauses before a request is
 * tried again keep their time.
 */
const Module = require('node:module');

const SHORTEST = 120_000;
const FACTOR = 40;

const load = Module.prototype.require;

Module.prototype.require = function (name) {
	const loaded = load.call(this, name);
	const isOurs = /[\\/]n8n-nodes-faxplus[\\/]/.test(this.filename ?? '');
	return isOurs && name === 'n8n-workflow' ? withFastPauses(loaded) : loaded;
};

function withFastPauses(workflowModule) {
	const sleep = async (milliseconds) =>
		await workflowModule.sleep(milliseconds < SHORTEST ? milliseconds : milliseconds / FACTOR);
	return Object.create(workflowModule, { sleep: { value: sleep } });
}
