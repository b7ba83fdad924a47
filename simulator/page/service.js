/**
 * Asks the service.
 *
 * @param {string} method
 * @param {string} path below `/control/`
 * @param {unknown} [body] sent as JSON
 * @returns {Promise<string>} the answer, as it came
 * @throws {Error} with what the service says, and the status of its answer
 */
export async function call(method, path, body) {
	const response = await fetch(`/control/${path}`, {
		method,
		...(body === undefined
			? {}
			: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
	});
	const answer = await response.text();
	if (response.ok) return answer;
	throw Object.assign(new Error(JSON.parse(answer).description), { status: response.status });
}
