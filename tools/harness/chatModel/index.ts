import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import type { Answering, Conversation } from './conversation';
import { completions, responses, type Dialect } from './dialects';
import { refuseOtherHosts } from '../localHost';

export * from './conversation';

/** The only model that the server offers. */
export const MODEL = 'scripted';

/** Maximum size of a request. It's large, because each request contains the whole conversation. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/** Fields of a request in either dialect. */
interface ModelRequest {
	model?: string;
	stream?: boolean;
}

/**
 * A server in place of a chat model. It supports the part of OpenAI's API that n8n's OpenAI Chat Model uses, and gives
 * predefined answers. It listens on this machine's loopback address and needs no key.
 */
export class ChatModel {
	/** Requests to the model, with the oldest first. */
	readonly requests: Conversation[] = [];

	private readonly app: FastifyInstance;

	private constructor(private answer: Answering) {
		this.app = fastify({ forceCloseConnections: true, bodyLimit: BODY_LIMIT_BYTES });
		refuseOtherHosts(this.app);
		this.app.get('/v1/models', () => ({ object: 'list', data: [{ id: MODEL, object: 'model' }] }));
		this.speak(completions);
		this.speak(responses);
	}

	/** @param answer returns the model's answers */
	static async start(answer: Answering, port = 0): Promise<ChatModel> {
		const model = new ChatModel(answer);
		await model.app.listen({ host: '127.0.0.1', port });
		return model;
	}

	/** Base URL for n8n's OpenAI credential. */
	get url(): string {
		const { port } = this.app.server.address() as AddressInfo;
		return `http://127.0.0.1:${port}/v1`;
	}

	/** Sets a new source of answers and clears earlier requests. */
	restart(answer: Answering): void {
		this.answer = answer;
		this.requests.length = 0;
	}

	async stop(): Promise<void> {
		await this.app.close();
	}

	private speak<Request>(dialect: Dialect<Request>): void {
		this.app.post(`/v1${dialect.path}`, ({ body }, reply) => {
			const request = body as ModelRequest & Request;
			const { model = MODEL, stream = false } = request;
			const conversation = dialect.conversationOf(request);
			this.requests.push(conversation);
			const answer = this.answer(conversation);
			return stream
				? reply.type('text/event-stream').send(dialect.answerEvents(answer, model).join(''))
				: dialect.wholeAnswer(answer, model);
		});
	}
}
