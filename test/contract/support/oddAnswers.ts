/** An HTTP response. */
export interface OddAnswer {
	status: number;
	headers: Record<string, string>;
	body: string;
	/** Whether the body never ends. */
	endless?: boolean;
}

const STATUSES = [
	...[301, 302, 307, 400, 401, 402, 403, 404, 405, 407, 408, 409, 413, 418, 422, 429],
	...[500, 501, 502, 503, 504],
];

const json = (body: unknown): Pick<OddAnswer, 'headers' | 'body'> => ({
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});

const text = (type: string, body: string): Pick<OddAnswer, 'headers' | 'body'> => ({
	headers: { 'content-type': type },
	body,
});

const PAGE = text('text/html', '<html><body>Please log in</body></html>');
const NOTHING: Pick<OddAnswer, 'headers' | 'body'> = { headers: {}, body: '' };

/** Responses that no operation accepts as a result. */
const NO_RESULTS = [
	PAGE,
	NOTHING,
	text('text/plain', 'OK'),
	text('application/json', '{"half":'),
	json(null),
	json(7),
	json('text'),
];

/** Invalid error objects, and error objects in other formats than Fax.Plus's. */
const ODD_ERRORS = [
	...NO_RESULTS,
	json({}),
	json([]),
	json({ error: { message: 'The token is not accepted here' } }),
	json({ error: { message: { text: 'deeper' } } }),
	json({ message: 'The gateway knows no such route' }),
	json({ message: 'Unauthorized' }),
	json({ error: 1, description: 2 }),
	json({ error: 'bad_request' }),
	json({ error: 'bad_request', description: 'bad_request' }),
	json({ error: 'bad_request', description: '' }),
	json({ error: 'some_new_code', description: 'The service knows why.' }),
	json({ error: 'bad_request', description: 'Upstream said ECONNREFUSED' }),
	json({ errors: [{ message: 'The first of several' }] }),
	json({ errors: ['Only a text'] }),
	json({ error_description: 'As authorization servers write it' }),
	json({ error: 'bad_request', description: 'x'.repeat(20_000) }),
];

/** Responses with a success status that don't mean success. */
export const oddSuccesses: OddAnswer[] = [
	...NO_RESULTS.map((answer) => ({ status: 200, ...answer })),
	{ status: 204, ...NOTHING },
	{ status: 202, ...NOTHING },
];

/** Failures with every status, and with every body. */
export const oddFailures: OddAnswer[] = [
	...STATUSES.flatMap((status) =>
		[json({ error: 'service_code', description: 'In the words of the service' }), PAGE, NOTHING].map(
			(answer) => ({ status, ...answer }),
		),
	),
	...ODD_ERRORS.flatMap((answer) => [400, 502].map((status) => ({ status, ...answer }))),
	...['https://elsewhere.example/login?secret=1', '/login', '', 'http://'].map((location) => ({
		status: 302,
		headers: { location },
		body: '',
	})),
];
