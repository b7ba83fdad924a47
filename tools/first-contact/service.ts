import axios from 'axios';

import { fromAnswer, fromConnectionError, unexpectedAnswer } from '../../nodes/shared/http/faults';
import type { ReadRequest } from '../../nodes/shared/http/requests';
import { jsonIn } from '../../nodes/shared/values/text';
import type { Source } from './slowReader';

/** Bytes that are taken of an answer at most, so that nothing can fill the memory. */
const LONGEST = 64 * 1024 * 1024;

/**
 * The service at an address, with a token and without n8n. It only sends GET, and follows no redirect, because that would
 * carry the token to another address.
 */
export function serviceAt(baseUrl: string, token: string): Source {
	const ask = async ({ path, qs, accept = 'application/json', timeout = 60_000 }: ReadRequest) => {
		const answer = await axios
			.get<ArrayBuffer>(baseUrl + path, {
				...{ params: qs, timeout, responseType: 'arraybuffer' },
				headers: { accept, authorization: `Bearer ${token}` },
				...{ maxRedirects: 0, maxContentLength: LONGEST, validateStatus: null },
			})
			.catch((error: unknown) => {
				throw fromConnectionError(error) ?? error;
			});
		const bytes = Buffer.from(answer.data);
		if (answer.status < 200 || answer.status >= 300)
			throw fromAnswer(answer.status, jsonIn(bytes.toString()), answer.headers);
		source.dateTold = answer.headers['date'];
		return bytes;
	};
	const source = {
		dateTold: undefined as unknown,
		bytesOf: ask,
		read: async <T>(request: ReadRequest) => {
			const body = jsonIn((await ask(request)).toString());
			if (typeof body === 'object' && body !== null) return body as T;
			throw unexpectedAnswer('The answer is not JSON, so it does not come from the service', 'refused');
		},
	};
	return source;
}
