import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { refuseOtherHosts } from './localHost';
import { recordsPage } from './recordsPage';

const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

/** The fields of a FHIR DocumentReference that are used here. */
export interface DocumentReference {
	id: string;
	date: string;
	identifier: Array<{ value: string }>;
	type: { text: string };
	subject: { reference: string };
	custodian: { display: string };
	content: Array<{ attachment: { data: string } }>;
}

/**
 * How the records system responds: normally, with an error status, or never. With `lost`, it files the document but doesn't
 * respond.
 */
export type Answer = number | 'filed' | 'lost' | 'silence';

/**
 * A server in place of a records system. It files FHIR documents, but not a second one with the same `If-None-Exist`. It
 * listens on this machine's loopback address and needs no login.
 */
export class RecordsSystem {
	/** Filed documents, with the oldest first. */
	readonly documents: DocumentReference[] = [];

	/** Identifiers of all documents that were sent, with the oldest first. */
	readonly asked: string[] = [];

	/** How the records system responds to a document with this identifier. */
	answerTo: (identifier: string) => Answer = () => 'filed';

	private constructor(private readonly app: FastifyInstance) {
		const options = { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES } as const;
		app.addContentTypeParser('application/fhir+json', options, app.getDefaultJsonParser('error', 'error'));
		app.get('/', async (_request, reply) => reply.type('text/html').send(recordsPage(this.documents)));
		app.get<{ Params: { id: string } }>('/DocumentReference/:id/pdf', async ({ params }, reply) => {
			const data = this.documents.find(({ id }) => id === params.id)?.content[0]?.attachment.data ?? '';
			return reply.type('application/pdf').send(Buffer.from(data, 'base64'));
		});
		app.post<{ Body: DocumentReference }>('/DocumentReference', async ({ body, headers }, reply) => {
			const [, value = ''] = /^identifier=[^|]+\|(.+)$/.exec(String(headers['if-none-exist'])) ?? [];
			const sought = decodeURIComponent(value);
			this.asked.push(sought);
			const answer = this.answerTo(sought);
			if (typeof answer === 'number') return reply.code(answer).send({ resourceType: 'OperationOutcome' });
			if (answer === 'silence') return reply.hijack();
			const found = this.documents.find(({ identifier }) => identifier.some((one) => one.value === sought));
			const document = found ?? { ...body, id: String(this.documents.length + 1) };
			if (found === undefined) this.documents.push(document);
			if (answer === 'lost') return reply.hijack();
			return reply
				.code(found ? 200 : 201)
				.type('application/fhir+json')
				.send(JSON.stringify(document));
		});
	}

	static async start(port = 0): Promise<RecordsSystem> {
		const records = new RecordsSystem(fastify({ forceCloseConnections: true }));
		refuseOtherHosts(records.app);
		await records.app.listen({ host: '127.0.0.1', port });
		return records;
	}

	/** Address that accepts documents and shows the filed ones. */
	get url(): string {
		return `http://127.0.0.1:${(this.app.server.address() as AddressInfo).port}`;
	}

	async stop(): Promise<void> {
		await this.app.close();
	}
}
