import type { IPollFunctions } from 'n8n-workflow';

import { pollOf } from '../../../nodes/shared/watch/polls';

let triggers = 0;

/** Returns how n8n publishes a new trigger again and polls it. Both return whether the poll counts as an activation. */
function publishedTrigger() {
	const node = { id: `polls ${++triggers}`, name: 'Faxes' };
	const newContext = () =>
		({
			getNode: () => node,
			getWorkflow: () => ({ id: 'workflow 1', active: true }),
			getActivationMode: () => 'update',
			logger: { info: () => undefined },
		}) as unknown as IPollFunctions;
	let context = newContext();
	const poll = () => pollOf(context).isActivation;
	const publish = () => {
		context = newContext();
		return poll();
	};
	return { publish, poll };
}

it('Each publish checks the fields, however often a trigger is published, if it is polled in between', () => {
	const { publish, poll } = publishedTrigger();
	for (let count = 0; count < 30; count++) expect([publish(), poll()]).toEqual([true, false]);
});

it("Ten publishes between two polls count as such, and more are polls of n8n's durable scheduler", () => {
	const { publish, poll } = publishedTrigger();
	const inARow = () => Array.from({ length: 12 }, publish);
	const tenOnly = [...Array<boolean>(10).fill(true), false, false];
	expect(inARow()).toEqual(tenOnly);
	expect(poll()).toBe(false);
	expect(inARow()).toEqual(tenOnly);
});
