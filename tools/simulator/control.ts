import type { FastifyInstance } from 'fastify';
import type { Attachment } from 'mailparser';

import { ApiError } from './apiError';
import type { Delivery } from './deliveries';
import { EVENT_NAMES, type EventName, type FaxEvent } from './events';
import { fileOf } from './faxing/files';
import type { Fax } from './faxing/types';
import { KINDS } from './kinds';
import { sheetsAsPdf } from './kinds/drawn';
import { seed } from './seed';
import type { Simulator } from './simulator';

interface ById {
	Params: { id: string };
}

interface Limited {
	Querystring: { limit?: string };
}

const PICTURE = /^image\/(gif|jpeg|png|webp)$/;

/** Email attachments may come from anybody. So browsers don't guess their types or run them, and show only pictures. */
const MAIL_FILE_HEADERS = {
	'content-security-policy': "default-src 'none'; sandbox",
	'x-content-type-options': 'nosniff',
};

/**
 * The simulator's own web API, which isn't part of the Fax.Plus API.
 *
 * It offers what users see and do on Fax.Plus's web pages: endpoints with their secrets, the delivery log with replay,
 * events, the outbox and the latest faxes. It also shows what only a simulator can know: what happens on the lines, and which
 * emails were sent.
 */
export function registerControl(app: FastifyInstance, simulator: Simulator): void {
	const accounts = () => [...simulator.state.accounts.values()];
	registerWebhooks(app, simulator);
	registerMail(app, simulator);

	app.get('/control/addresses', () => ({
		baseUrl: simulator.baseUrl,
		authUrl: simulator.authUrl,
		accessToken: seed.ownerToken,
		clientId: seed.clientId,
		clientSecret: seed.clientSecret,
		hasMailbox: simulator.mailbox !== undefined,
	}));
	// A PDF contains the time when it was made. The letter is therefore made only once, so that it's always the same.
	let letter: Promise<Buffer> | undefined;
	app.get('/control/letter.pdf', async (_request, reply) =>
		reply.type('application/pdf').send(await (letter ??= sheetsAsPdf(KINDS.referral.sheets))),
	);
	app.get('/control/surroundings', () => simulator.surroundings);
	app.get('/control/lines', () => simulator.lines.all());
	app.get<Limited>('/control/requests', ({ query }) => latest(simulator.requests, query));
	app.get('/control/outbox', () =>
		accounts().flatMap(({ outbox }) =>
			[...outbox.values()].map(({ id, src, to, status, pages, sendTime, tries }) => {
				return { id, from: src, to, status, pages, sendTime, tries };
			}),
		),
	);
	app.get<Limited>('/control/faxes', ({ query }) => {
		const faxes = accounts().flatMap((account) => [...account.faxes.values()]);
		// The times sort as text. Faxes that changed in the same second keep their order.
		const sorted = faxes.sort((one, other) => one.lastUpdate.localeCompare(other.lastUpdate));
		return latest(sorted, query).map(({ id, category, from, to, pages, status, lastUpdate }: Fax) => {
			return { id, category, from, to, pages, status, lastUpdate };
		});
	});
	for (const [name, kind] of [
		['file', 'pdf'],
		['report', 'report'],
	] as const) {
		app.get<ById>(`/control/faxes/:id/${name}`, async ({ params: { id } }, reply) => {
			const fax = accounts().flatMap(({ faxes }) => faxes.get(id) ?? [])[0];
			if (!fax) throw notFound(`There is no fax ${id}`);
			return reply.type('application/pdf').send(await fileOf(fax, kind));
		});
	}
}

function registerWebhooks(app: FastifyInstance, simulator: Simulator): void {
	app.get('/control/endpoints', () => simulator.endpoints);
	app.post<ById>('/control/endpoints/:id/rotate', ({ params }) => {
		const secret = simulator.rotateSecret(params.id);
		if (secret === undefined) throw notFound('There is no such endpoint');
		return { secret };
	});
	app.delete<ById>('/control/endpoints/:id', ({ params: { id } }) => {
		if (!simulator.deleteEndpoint(id)) throw notFound('There is no such endpoint');
		return { deleted: true };
	});
	app.get<Limited>('/control/deliveries', ({ query }) => latest(simulator.deliveries, query).map(summary));
	app.post<ById & { Body: { endpointId?: string } | undefined }>(
		'/control/deliveries/:id/replay',
		async ({ params, body }) => {
			const attempts = await simulator.replay(params.id, body?.endpointId);
			if (attempts.length === 0) throw notFound('There is no such delivery, or its endpoint is gone');
			return attempts;
		},
	);
	app.post<{ Params: { event: string }; Body: FaxEvent | undefined }>(
		'/control/events/:event',
		({ params: { event }, body }) => {
			if (!EVENT_NAMES.some((name) => name === event)) throw notFound('There is no such event');
			return simulator.emit(event as EventName, body).map(summary);
		},
	);
}

/** Provides the emails, with the latest one first, and their files. */
function registerMail(app: FastifyInstance, simulator: Simulator): void {
	const mails = () => simulator.mailbox?.mails ?? [];
	app.get('/control/mail', () =>
		[...mails()].reverse().map(({ attachments, ...mail }) => ({
			...mail,
			attachments: attachments.map((file, index) => {
				const { filename = `file-${index}`, contentType, size } = file;
				return { index, filename, contentType, size, isPicture: isPicture(file) };
			}),
		})),
	);
	app.get<{ Params: { id: string; index: string } }>(
		'/control/mail/:id/attachments/:index',
		async ({ params }, reply) => {
			const file = mails().find(({ id }) => id === params.id)?.attachments[Number(params.index)];
			if (!file) throw notFound('There is no such mail, or it has no such file');
			const type = isPicture(file) ? 'inline' : 'attachment';
			const name =
				file.filename === undefined ? '' : `; filename*=UTF-8''${encodeURIComponent(file.filename)}`;
			const disposition = `${type}${name}`;
			return await reply
				.headers({ ...MAIL_FILE_HEADERS, 'content-disposition': disposition })
				.type(file.contentType)
				.send(file.content);
		},
	);
}

const notFound = (description: string) => new ApiError(404, 'not_found', description);

/** The latest entries of a log, starting with the newest. Without a limit, these are all entries. */
function latest<T>(log: readonly T[], { limit = String(log.length) }: { limit?: string }): T[] {
	return log.slice(-Number(limit)).reverse();
}

/** A delivery without its promise, which JSON can't represent. */
function summary(delivery: Delivery): object {
	return { ...delivery, settled: undefined };
}

/** Whether every browser can show the file. */
function isPicture({ contentType }: Attachment): boolean {
	return PICTURE.test(contentType);
}
