import { readJson } from '../../nodes/shared/http/answers';
import { Deadline } from '../../nodes/shared/http/deadline';
import { afterTransientFaults } from '../../nodes/shared/http/retries';

async function faultOf(text: string): Promise<unknown> {
	const deadline = new Deadline(10_000);
	try {
		return await readJson({ status: 200, headers: {}, body: text }, deadline, 'refused');
	} catch (error) {
		return error;
	} finally {
		deadline.release();
	}
}

test.each(['{"data": {"records": [{"id"', '[', ' \n{"a": 1'])(
	'JSON of which only the beginning came, as of a packed body that was cut short, is a broken connection: %j',
	async (text) => {
		const fault = await faultOf(text);
		expect(fault).toMatchObject({ code: 'ECONNRESET', outcome: 'unknown' });
		expect(afterTransientFaults(fault as Parameters<typeof afterTransientFaults>[0])).toBe(true);
	},
);

test.each(['<html>', 'OK', '"text"', '5'])(
	'what is no JSON object is an answer of somebody else: %j',
	async (text) => {
		expect(await faultOf(text)).toMatchObject({ code: 'unexpected_answer' });
	},
);
