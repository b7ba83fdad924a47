import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { killMain, type DeliveredFaxes, type Listener } from '../../harness/endurance';
import { seed, type Simulator } from '../../simulator';
import { serviceTime } from '../../simulator/faxing/times';
import type { MissedFaxes } from './options';
import type { SoakRig } from './rig';

/**
 * Parameters of a trigger that finds missed faxes. It polls four times a minute. At a realistic pace, a run would take two
 * hours.
 */
export const missedParameters = {
	pollTimes: {
		item: [0, 15, 30, 45].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
	},
	options: { rememberDeliveries: 10_000 },
};

/**
 * Age of the trigger's endpoint in milliseconds, which is written into its static data. Faxes are older than the run, so
 * the endpoint must be even older.
 */
const REGISTERED_MS = 24 * 3_600_000;

/** Age of a fax, in milliseconds, at which the trigger no longer waits for its delivery. */
const LONG_AGO_MS = 900_000;

/** Prepares the simulator and the trigger for faxes that are older than the run, and without a delivery. */
export async function prepareMissed(
	rig: SoakRig,
	simulator: Simulator,
	{ workflowId }: Listener,
	{ keys }: MissedFaxes,
): Promise<void> {
	const faxes = simulator.state.accounts.get(seed.accountId)?.faxes;
	const heard = [...(faxes?.values() ?? [])].at(-1);
	faxes?.clear();
	// If deliveries and lists share a key, the trigger learns it from this fax.
	const time = serviceTime(Date.now() - LONG_AGO_MS);
	if (keys !== 'none') simulator.addFax({ ...heard, startTime: time, lastUpdate: time });
	simulator.settings.eventIds = keys === 'all' || keys === 'id' ? 'record' : 'session';
	simulator.settings.eventFiles = keys === 'all' || keys === 'file' ? 'record' : 'event';
	const { staticData } = await rig.main.api.getWorkflow(workflowId);
	const older = JSON.stringify(registeredSince(staticData, Date.now() - REGISTERED_MS));
	await rig.database.write(`update workflow_entity set "staticData" = '${older}' where id = '${workflowId}'`);
	// n8n only reads static data when it starts.
	await killMain(rig);
}

/** Sends deliveries to a starting n8n instance, which responds with 200 and does nothing else. */
export async function swallow(
	{ deliverySettings: settings }: Simulator,
	faxes: DeliveredFaxes,
	count: number,
): Promise<void> {
	const { mapUrl } = settings;
	const starting = createServer((_request, response) => response.end('n8n is starting up. Please wait'));
	await new Promise<void>((resolve) => starting.listen(0, '127.0.0.1', resolve));
	settings.mapUrl = () => `http://127.0.0.1:${(starting.address() as AddressInfo).port}/`;
	for (let fax = 0; fax < count; fax++) faxes.add({ age: LONG_AGO_MS });
	await faxes.settled();
	settings.mapUrl = mapUrl;
	starting.close();
}

/** Static data of a workflow, with another creation time for the trigger's endpoint. */
function registeredSince(staticData: unknown, registeredAt: number): object {
	const { global, ...others } = staticData as { global: Record<string, object> };
	const [name, endpoint] = Object.entries(global).find(([one]) => one.startsWith('faxPlus endpoint ')) ?? [];
	if (name === undefined) throw new Error('The workflow does not remember when its trigger was registered');
	return { ...others, global: { ...global, [name]: { ...endpoint, registeredAt } } };
}
