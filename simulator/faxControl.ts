import type { FastifyInstance } from 'fastify';

import type { FaxEvent } from './events';
import { summary } from './integrations';
import type { Simulator } from './simulator';
import type { Fax } from './state';

/** Most bytes of a body that adds many faxes. */
const BATCH_LIMIT = 64 * 1024 * 1024;

type NewFax = Partial<Omit<Fax, 'thumbnail' | 'extraction' | 'documents'>> & {
	accountId?: string;
	extraction?: Partial<Fax['extraction']>;
};

/** Faxes that tests order, over HTTP: one, thousands at once, or one that begins and ends. */
export function registerFaxControl(app: FastifyInstance, simulator: Simulator): void {
	const add = ({ accountId, extraction, ...values }: NewFax): string =>
		simulator.addFax(values, extraction, accountId);

	app.post<{ Body: NewFax }>('/control/faxes', ({ body }) => ({ id: add(body) }));
	app.post<{ Body: NewFax[] }>('/control/faxes/batch', { bodyLimit: BATCH_LIMIT }, ({ body }) => ({
		ids: body.map(add),
	}));
	app.post<{ Body: Omit<NewFax, 'extraction'> | undefined }>('/control/faxes/begin', ({ body = {} }) => {
		const { accountId, ...values } = body;
		return { id: simulator.beginFax(values, accountId) };
	});
	app.post<{ Params: { id: string }; Body: FaxEvent | undefined }>(
		'/control/faxes/:id/end',
		({ params, body = {} }) => simulator.endFax(params.id, body.status, body).map(summary),
	);
}
