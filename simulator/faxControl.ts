import type { FastifyInstance } from 'fastify';

import type { Simulator } from './simulator';
import type { Fax } from './state';

/** Most bytes of a body that adds many faxes. */
const BATCH_LIMIT = 64 * 1024 * 1024;

type NewFax = Partial<Omit<Fax, 'thumbnail' | 'extraction' | 'documents'>> & {
	accountId?: string;
	extraction?: Partial<Fax['extraction']>;
};

/** Faxes that tests order, over HTTP: one, or thousands at once. */
export function registerFaxControl(app: FastifyInstance, simulator: Simulator): void {
	const add = ({ accountId, extraction, ...values }: NewFax): string =>
		simulator.addFax(values, extraction, accountId);

	app.post<{ Body: NewFax }>('/control/faxes', ({ body }) => ({ id: add(body) }));
	app.post<{ Body: NewFax[] }>('/control/faxes/batch', { bodyLimit: BATCH_LIMIT }, ({ body }) => ({
		ids: body.map(add),
	}));
}
