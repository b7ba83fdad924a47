import { shapeOf } from '../anonymous';
import { told, unlessRefused, type Subject } from '../finding';
import { entriesOf } from '../lists';

const LISTS_WITH_IDS = ['inbox', 'sent', 'outbox', 'numbers', 'contacts', 'webhooks'] as const;

/** docs/api.md, "Sending" and "Deliveries" */
export const ids: Subject = {
	check: 'Service: form of IDs',
	guidance: { scopes: ['fax:all:read'] },
	async look({ service }) {
		const parts: string[] = [];
		for (const list of LISTS_WITH_IDS) {
			const entries: Array<{ id?: unknown }> = (await unlessRefused(entriesOf(service, list))) ?? [];
			const shapes = [...new Set(entries.map(({ id }) => shapeOf(id)))];
			parts.push(`${list}: ${shapes.slice(0, 3).join(' or ') || 'none to look at'}`);
		}
		return told(`${parts.join('; ')}.`);
	},
};
