import { seed } from '../../../../tools/simulator';
import { useTriggerBench } from '../support/bench';

const bench = useTriggerBench();

const [hill] = seed.contactIds;

/** Number of the seed's contact Mary Hill. */
const NUMBER = '+15550100200';

it.each([
	['fax_received', { from: NUMBER, to: seed.ownedNumber }, { name: 'Mary Hill', id: hill }],
	['fax_sent', { from: seed.ownedNumber, to: NUMBER }, { name: 'Mary Hill', id: hill }],
	['fax_page_received', { from: NUMBER, to: seed.ownedNumber }, { name: 'Mary Hill', id: hill }],
	['fax_received', { from: seed.ownedNumber, to: NUMBER }, undefined],
	['fax_sent', {}, undefined],
])('an event %s with %j has the contact %j', async (event, numbers, contact) => {
	const trigger = await bench().trigger({ parameters: { options: { includeContact: true } } });
	const delivered = { json: { event, data: { id: 'fax_1', ...numbers } } };
	const [item] = await trigger.execute([delivered], 'manual');
	expect(item?.json).toEqual(contact ? { ...delivered.json, contact } : delivered.json);
});

it('events have no contact without the option', async () => {
	const trigger = await bench().trigger();
	const delivered = { json: { event: 'fax_received', data: { id: 'fax_1', from: NUMBER } } };
	expect(await trigger.execute([delivered], 'manual')).toMatchObject([delivered]);
	expect(bench().simulator.requests.filter(({ operationId }) => operationId === 'listContacts')).toEqual([]);
});
