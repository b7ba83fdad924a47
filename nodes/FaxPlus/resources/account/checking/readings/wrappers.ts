import { endpointRead } from '../../../../../shared/editor/endpointGuidance';
import { told, unlessRefused, untold, type Subject } from '../finding';
import { LISTS, wrapperOf } from '../lists';

const KNOWN = ['array', 'records', 'data', 'data.records'];

/** docs/api.md, "Webhook endpoints" */
export const webhookWrapper: Subject = {
	check: 'Service: wrapper of the list of webhook endpoints',
	guidance: endpointRead,
	async look({ service }) {
		const wrapper = wrapperOf(await service.read(LISTS.webhooks));
		if (wrapper === undefined) return untold('None that is known.', 'Tell the authors that it is so.');
		return told(`${wrapper}.`, KNOWN.includes(wrapper) ? { webhookListShape: wrapper } : {});
	},
};

/** docs/api.md, "Operations" */
export const wrappers: Subject = {
	check: 'Service: wrappers of the other lists',
	guidance: { scopes: ['fax:all:read'] },
	async look({ service }) {
		const parts: string[] = [];
		for (const list of ['inbox', 'outbox', 'numbers', 'members', 'contacts'] as const) {
			const body = await unlessRefused(service.read(LISTS[list]));
			parts.push(`${list}: ${body === undefined ? 'not read' : (wrapperOf(body) ?? 'none that is known')}`);
		}
		return told(`${parts.join('; ')}.`);
	},
};
