/**
 * For `NODE_OPTIONS=--require`: makes the package's long pauses 40 times shorter, so that an endpoint is removed after
 * three seconds instead of two minutes. It doesn't change pauses before a retried request, or those of n8n and other
 * packages.
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
