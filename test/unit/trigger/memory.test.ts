import type { IDataObject, INode } from 'n8n-workflow';

import { EndpointMemory } from '../../../nodes/FaxPlusTrigger/endpoint/memory';

const URL = 'https://n8n.example/webhook/1/webhook';
const OTHER_URL = 'https://n8n.example/webhook/2/webhook';

/** A memory over static data, and the changes that n8n would see; it saves only what was changed. */
function memoryOf(staticData: IDataObject) {
	const changes: string[] = [];
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
	const getWorkflowStaticData = (type: string) => (type === 'node' ? data : {});
	const getNode = () => ({ id: 'node 1' }) as INode;
	return { memory: new EndpointMemory({ getWorkflowStaticData, getNode }), changes, staticData };
}

describe('The memory of an endpoint', () => {
	it.each([
		[{}, undefined],
		[{ endpointId: 'ep_1', url: URL }, { id: 'ep_1' }],
		[{ endpointId: 'ep_1', url: OTHER_URL }, undefined],
		[{ endpointId: 'ep_1' }, undefined],
		// One of several, nobody knows which.
		[{ url: URL }, { id: undefined }],
	])('of %j holds for the URL %j', (staticData, known) => {
		expect(memoryOf(staticData).memory.at(URL)).toEqual(known);
	});

	it('leaves static data alone when it knows the endpoint already', () => {
		const { memory, changes } = memoryOf({ endpointId: 'ep_1', url: URL, nodeId: 'node 1' });
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
	])('of %j, asked for another URL, answers %j', (staticData, former) => {
		expect(memoryOf(staticData).memory.elsewhere(URL)).toEqual(former);
	});

	it('forgets the endpoint of its own URL, and after a quarter of an hour since when it was registered', () => {
		const { memory, staticData } = memoryOf({ endpointId: 'ep_1', url: URL, since: 1, other: 1 });
		memory.forget(OTHER_URL);
		expect(staticData).toEqual({ endpointId: 'ep_1', url: URL, since: 1, other: 1 });
		memory.forget(URL);
		expect([memory.at(URL), memory.endpointId, memory.since]).toEqual([undefined, undefined, 1]);
		const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 16 * 60_000);
		expect(memory.since).toBeUndefined();
		later.mockRestore();
		memory.remember(URL, { id: 'ep_2' }, 2);
		expect(staticData).toEqual({ endpointId: 'ep_2', url: URL, since: 2, nodeId: 'node 1', other: 1 });
	});

	it('knows since when its own node is registered, not the one that had its name', () => {
		expect(memoryOf({ since: 1, nodeId: 'node 1' }).memory.since).toBe(1);
		expect(memoryOf({ since: 1, nodeId: 'node 2' }).memory.since).toBeUndefined();
	});
});
