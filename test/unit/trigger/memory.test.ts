import type { IDataObject, INode, IWorkflowMetadata } from 'n8n-workflow';

import { SavedRegistration } from '../../../nodes/shared/registration/savedRegistration';
import { homeOf } from '../../../nodes/shared/trigger/home';

const URL = 'https://n8n.example/webhook/1/webhook';
const OTHER_URL = 'https://n8n.example/webhook/2/webhook';

const NAME = 'faxPlus endpoint node 1';

const getWorkflow = () => ({ id: 'workflow 1' }) as IWorkflowMetadata;
const getInstanceId = () => 'n8n 1';
const home = homeOf({ getWorkflow, getInstanceId });

/**
 * Returns a memory with these values, and a list of its changes to the workflow's static data. n8n only saves static data
 * that has changed.
 */
function memoryOf(remembered: IDataObject, nodeId = 'node 1') {
	const changes: string[] = [];
	const staticData: IDataObject = { other: 1, [NAME]: remembered };
	const data = new Proxy(staticData, {
		set: (target, name, value: IDataObject[string]) => {
			changes.push(`set ${String(name)}`);
			target[String(name)] = value;
			return true;
		},
		deleteProperty: (target, name) => {
			changes.push(`delete ${String(name)}`);
			return Reflect.deleteProperty(target, name);
		},
	});
	// In a durable poll, the node has separate static data.
	const getWorkflowStaticData = (type: string) => (type === 'global' ? data : {});
	const getNode = () => ({ id: nodeId }) as INode;
	const memory = new SavedRegistration({ getWorkflowStaticData, getNode, getWorkflow, getInstanceId });
	return { memory, changes, staticData };
}

describe('The memory of an endpoint', () => {
	it.each([
		[{}, undefined],
		[{ endpointId: 'ep_1', url: URL }, { id: 'ep_1' }],
		[{ endpointId: 'ep_1', url: OTHER_URL }, undefined],
		[{ endpointId: 'ep_1' }, undefined],
		// It's unknown which of several endpoints with this URL it is.
		[{ url: URL }, { id: undefined }],
	])('with %j works for the URL %j', (staticData, endpoint) => {
		expect(memoryOf(staticData).memory.at(URL)).toEqual(endpoint);
	});

	it('never belongs to another node, whatever its name', () => {
		const { memory } = memoryOf({ endpointId: 'ep_1', url: URL, registeredAt: 1 }, 'node 2');
		expect([memory.at(URL), memory.endpointId, memory.registeredAt]).toEqual([
			undefined,
			undefined,
			undefined,
		]);
	});

	it.each([
		['n8n 2', 'workflow 1'],
		['n8n 1', 'workflow 2'],
	])('from %s, %s, shows which endpoint it was, but not when it was created', (instance, id) => {
		const elsewhere = homeOf({
			getInstanceId: () => instance,
			getWorkflow: () => ({ id }) as IWorkflowMetadata,
		});
		const { memory } = memoryOf({ endpointId: 'ep_1', url: URL, registeredAt: 1, home: elsewhere });
		expect([memory.at(URL), memory.registeredAt]).toEqual([{ id: 'ep_1' }, undefined]);
		memory.remember(URL, { id: 'ep_1' }, 2);
		expect(memory.registeredAt).toBe(2);
	});

	it("doesn't change static data if it already knows the endpoint", () => {
		const { memory, changes } = memoryOf({ endpointId: 'ep_1', url: URL, home });
		memory.remember(URL, { id: 'ep_1' });
		expect(changes).toEqual([]);
	});

	it.each([
		[
			{ endpointId: 'ep_1', url: OTHER_URL },
			{ id: 'ep_1', url: OTHER_URL },
		],
		[{ endpointId: 'ep_1', url: URL }, undefined],
		[{}, undefined],
	])('with %j, for another URL, returns %j', (staticData, former) => {
		expect(memoryOf(staticData).memory.elsewhere(URL)).toEqual(former);
	});

	it('forgets the endpoint for its own URL, and after fifteen minutes the time of creation', () => {
		const { memory, staticData } = memoryOf({ endpointId: 'ep_1', url: URL, registeredAt: 1 });
		memory.forget(OTHER_URL);
		expect(staticData).toEqual({ other: 1, [NAME]: { endpointId: 'ep_1', url: URL, registeredAt: 1 } });
		memory.forget(URL);
		expect([memory.at(URL), memory.endpointId, memory.registeredAt]).toEqual([undefined, undefined, 1]);
		const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 16 * 60_000);
		expect(memory.registeredAt).toBeUndefined();
		later.mockRestore();
		memory.remember(URL, { id: 'ep_2' }, 2);
		expect(staticData).toEqual({ other: 1, [NAME]: { endpointId: 'ep_2', url: URL, registeredAt: 2, home } });
	});

	it('is the same for a hook and for a durable poll, which has its own node data', () => {
		const workflow: IDataObject = {};
		const getNode = () => ({ id: 'node 1' }) as INode;
		const ofContext = () => {
			const ownData = {};
			const getWorkflowStaticData = (type: string) => (type === 'global' ? workflow : ownData);
			return new SavedRegistration({ getWorkflowStaticData, getNode, getWorkflow, getInstanceId });
		};
		ofContext().remember(URL, { id: 'ep_1' }, 1);
		expect([ofContext().endpointId, ofContext().registeredAt]).toEqual(['ep_1', 1]);
	});
});
