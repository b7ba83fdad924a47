import type { FastifyInstance, FastifyReply } from 'fastify';

import { ApiError } from './apiError';
import type { FileKind } from './faxing/files';
import { fileOf } from './faxing/files';
import type { Fax, OutboxFax } from './faxing/types';
import type { Simulator } from './simulator';

const PDF = 'application/pdf';

/**
 * What a person sees of faxes at the real service's web pages, over HTTP: the outbox, the latest faxes with their
 * documents and reports; and what happens on the lines, which only a simulator can know.
 */
export function registerFaxDesk(app: FastifyInstance, simulator: Simulator): void {
	app.get('/control/outbox', () =>
		accounts(simulator).flatMap(({ outbox }) => [...outbox.values()].map(leaving)),
	);

	app.get<{ Querystring: { limit?: string } }>('/control/faxes', ({ query }) =>
		accounts(simulator)
			.flatMap(({ faxes }) => [...faxes.values()])
			.map((fax, index) => ({ fax, index }))
			.sort((one, other) => order(other.fax, one.fax) || other.index - one.index)
			.slice(0, Number(query.limit ?? Infinity))
			.map(({ fax }) => entry(fax)),
	);

	app.get<{ Params: { id: string } }>('/control/faxes/:id/file', async ({ params }, reply) =>
		sendFile(reply, simulator, params.id, 'pdf'),
	);
	app.get<{ Params: { id: string } }>('/control/faxes/:id/report', async ({ params }, reply) =>
		sendFile(reply, simulator, params.id, 'report'),
	);

	app.get('/control/lines', () => simulator.lines.all());
}

async function sendFile(
	reply: FastifyReply,
	simulator: Simulator,
	id: string,
	kind: FileKind,
): Promise<FastifyReply> {
	const fax = accounts(simulator)
		.map(({ faxes }) => faxes.get(id))
		.find((found) => found !== undefined);
	if (!fax) throw new ApiError(404, 'not_found', `There is no fax ${id}`);
	return reply.type(PDF).send(await fileOf(fax, kind));
}

function accounts({ state }: Simulator) {
	return [...state.accounts.values()];
}

/** By the time of the last change, as text. */
function order(one: Fax, other: Fax): number {
	return one.lastUpdate < other.lastUpdate ? -1 : Number(one.lastUpdate > other.lastUpdate);
}

function leaving({ id, src, to, status, pages, sendTime, tries }: OutboxFax): object {
	return { id, from: src, to, status, pages, sendTime, tries };
}

function entry({ id, category, from, to, pages, status, lastUpdate }: Fax): object {
	return { id, category, from, to, pages, status, lastUpdate };
}
