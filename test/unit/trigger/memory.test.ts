import type { IDataObject } from 'n8n-workflow';

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
	return { memory: new EndpointMemory({ getWorkflowStaticData }), changes, staticData };
}

describe('The memory of an endpoint', () => {
	it.each([
		[{}, undefined, undefined],
		[{ endpointId: 'ep_1', url: URL }, 'ep_1', 'ep_1'],
		[{ endpointId: 'ep_1', url: OTHER_URL }, undefined, undefined],
		[{ endpointId: 'ep_1' }, undefined, undefined],
		[{ url: URL }, undefined, undefined],
		[{ endpointId: 'ep_1', url: URL, isDeactivated: true }, 'ep_1', undefined],
	])('of %j holds endpoint %s, and in use %s', (staticData, endpointId, inUse) => {
		const { memory } = memoryOf(staticData);
		expect(memory.endpointAt(URL)?.id).toBe(endpointId);
		expect(memory.endpointInUseAt(URL)?.id).toBe(inUse);
	});

	it.each([true, false])('knows whether the endpoint was chosen among several: %s', (isGuess) => {
		const { memory, staticData } = memoryOf({ endpointId: 'ep_0', url: URL, isGuess: !isGuess });
		memory.remember(URL, { id: 'ep_1', isGuess });
		expect(memory.endpointAt(URL)).toEqual({ id: 'ep_1', isGuess });
		expect(memoryOf({ ...staticData }).memory.endpointAt(URL)).toEqual({ id: 'ep_1', isGuess });
	});

	it.each([
		[{}],
		[{ endpointId: 'ep_0', url: OTHER_URL }],
		[{ endpointId: 'ep_1', url: URL, isDeactivated: true }],
	])('that was %j holds id and URL after an endpoint was found', (before) => {
		const { memory, staticData } = memoryOf({ ...before });
		memory.remember(URL, { id: 'ep_1', isGuess: false });
		expect(staticData).toEqual({ endpointId: 'ep_1', url: URL });
	});

	it('leaves static data alone when it knows the endpoint already', () => {
		const { memory, changes } = memoryOf({ endpointId: 'ep_1', url: URL });
		memory.remember(URL, { id: 'ep_1', isGuess: false });
		expect(changes).toEqual([]);
	});

	it('holds what stands for the settings of an endpoint, as long as it is known', () => {
		const { memory, staticData } = memoryOf({});
		memory.remember(URL, { id: 'ep_1', isGuess: false, stamp: 'abc' });
		expect(memoryOf({ ...staticData }).memory.endpointInUseAt(URL)).toEqual({
			id: 'ep_1',
			isGuess: false,
			stamp: 'abc',
		});
		memory.remember(URL, { id: 'ep_1', isGuess: false });
		expect(staticData).toEqual({ endpointId: 'ep_1', url: URL });
	});

	it('takes nothing else of an endpoint, least of all what it does not know', () => {
		const { memory, staticData } = memoryOf({});
		const endpoint = { id: 'ep_1', isGuess: false, filter_types: ['fax_received'], secret: 'whsec_' };
		memory.remember(URL, endpoint);
		expect(Object.keys(staticData)).toEqual(['endpointId', 'url']);
	});

	it.each([
		[
			{ endpointId: 'ep_1', url: URL },
			{ endpointId: 'ep_1', url: URL, isDeactivated: true },
		],
		[
			{ endpointId: 'ep_1', url: OTHER_URL },
			{ endpointId: 'ep_1', url: OTHER_URL },
		],
		[{}, {}],
	])('of %j is %j once the endpoint is leaving', (before, after) => {
		const { memory, staticData } = memoryOf({ ...before });
		memory.markAsDeactivated(URL);
		expect(staticData).toEqual(after);
	});

	it.each([
		[
			{ endpointId: 'ep_1', url: OTHER_URL },
			{ id: 'ep_1', url: OTHER_URL },
		],
		[{ endpointId: 'ep_1', url: URL }, undefined],
		[{ endpointId: 'ep_1', url: OTHER_URL, isDeactivated: true }, undefined],
		[{}, undefined],
	])('of %j, asked for another URL, answers %j', (staticData, former) => {
		expect(memoryOf(staticData).memory.endpointElsewhere(URL)).toEqual(former);
	});

	it('forgets all of its own, and nothing of others', () => {
		const { memory, staticData } = memoryOf({
			endpointId: 'ep_1',
			url: URL,
			isDeactivated: true,
			isGuess: true,
			stamp: 'abc',
			other: 1,
		});
		memory.forget();
		expect(staticData).toEqual({ other: 1 });
	});
});
