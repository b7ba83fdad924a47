import type { INodeParameters } from 'n8n-workflow';

import { factsOf } from '../../support/auditTrail';
import { useTriggerBench } from '../support/bench';
import { bodyOf, Receiver, signed } from '../support/receiver';

const bench = useTriggerBench();

const EVENTS = ['fax_received', 'fax_sent', 'fax_page_received'];

/** Returns a trigger, and a function that executes what a delivery about a new fax starts. */
async function listening(parameters: INodeParameters = {}) {
	const receiver = await Receiver.listen(bench(), { parameters: { events: EVENTS, ...parameters } });
	const receive = async (faxId: string, event = 'fax_received') => {
		const delivery = signed({ id: `msg_${faxId}`, body: bodyOf(event).replaceAll('fax_1', faxId) });
		await receiver.post(delivery);
		const items = receiver.executions.at(-1) ?? [];
		await receiver.trigger.execute(items, 'webhook');
		return items;
	};
	return { receiver, receive };
}

test.each([
	['fax_received', 'fax.received'],
	['fax_sent', 'fax.result'],
	['fax_page_received', 'fax.pageReceived'],
])('%s has one line with the IDs of the fax and its delivery, and no number', async (event, audited) => {
	const { receiver, receive } = await listening();
	const items = await receive('fax_7', event);
	const facts = { faxId: 'fax_7', deliveryId: 'msg_fax_7', confirmedBy: 'signature', status: 'success' };
	expect(factsOf(receiver.trail)).toEqual([{ event: audited, ...facts }]);
	expect(receiver.trail[0]).toMatchObject({ nodeId: receiver.trigger.node.id, mode: 'webhook' });
	expect(receiver.log.join()).not.toContain('1555');

	// A copy doesn't start the workflow, but a person who retries it does.
	await receiver.trigger.execute(items, 'webhook');
	expect(receiver.trail).toHaveLength(1);
	await receiver.trigger.execute(items, 'retry');
	expect(receiver.trail.map(({ mode }) => mode)).toEqual(['webhook', 'retry']);
});

test('its numbers are in the line if the option is on', async () => {
	const { receiver, receive } = await listening({ options: { logNumbers: true } });
	await receive('fax_8');
	expect(factsOf(receiver.trail)).toMatchObject([{ from: '+15550100999', to: '+15550100000' }]);
});
