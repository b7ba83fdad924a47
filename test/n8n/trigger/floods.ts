import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { node, workflow } from '../../../tools/harness/n8n/workflows';
import { residentMegabytes } from '../../../tools/harness/processes/residentMemory';
import { deliveryBody, signed, until, useTriggerBench } from '../support/triggerBench';

const WRONG_SECRET = 'whsec_d3JvbmcgYnV0IHdlbGwtZm9ybWVk';

/**
 * Growth of n8n's memory that these requests may cause, in megabytes. With an expression engine for each of them, it would be
 * 2 GB, and everything would wait until n8n has created them.
 */
const MOST_MEMORY = 600;

const bench = useTriggerBench();

/** Publishes a workflow that starts with n8n's own Webhook node, and returns its URL. */
async function otherWorkflow(): Promise<string> {
	const { api, publicUrl } = bench().n8n;
	const path = 'another-workflow';
	const webhook = node(
		'Webhook',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path },
		{ typeVersion: 2, webhookId: path },
	);
	const { id } = await api.createWorkflow(workflow('Other', [webhook, node('Done', 'n8n-nodes-base.noOp')]));
	await api.publish(id);
	const url = `${publicUrl}/webhook/${path}`;
	await until(async () => (await bench().post(url, '{}', {})).status === 200 || undefined);
	return url;
}

/** Opens a request straight to n8n that announces a body and sends only its first byte. */
async function openUnfinished(url: string): Promise<Socket> {
	const socket = connect(Number(new URL(bench().n8n.url).port), '127.0.0.1');
	await once(socket, 'connect');
	const head = [
		`POST ${new URL(url).pathname} HTTP/1.1`,
		'Host: localhost',
		'Content-Type: application/json',
		'Content-Length: 100000',
	];
	socket.write(`${head.join('\r\n')}\r\n\r\n{`);
	return socket;
}

test('200 unfinished and 300 forged requests keep neither a delivery nor another workflow from an answer, and take little memory', async () => {
	const { id, endpoint } = await bench().activate(bench().trigger('flooded'));
	const other = await otherWorkflow();
	const before = await residentMegabytes(bench().n8n.pid);
	const unfinished = await Promise.all(Array.from({ length: 200 }, () => openUnfinished(endpoint.url)));
	const ids = Array.from({ length: 20 }, (_, index) => `msg_flood_${String(index).padStart(2, '0')}`);
	const answersTo = async (some: string[]) =>
		await Promise.all(
			some.map(async (webhookId) => {
				const { body, headers } = signed(endpoint.secret, { id: webhookId, body: deliveryBody(webhookId) });
				const delivery = await bench().post(endpoint.url, body, headers);
				const call = await bench().post(other, '{}', {});
				return [delivery.status, call.status];
			}),
		);

	try {
		const amidUnfinished = await answersTo(ids.slice(0, 10));
		const forged = Array.from({ length: 300 }, async () => {
			const { body, headers } = signed(WRONG_SECRET);
			return (await bench().post(endpoint.url, body, headers)).status;
		});
		const amidForged = await answersTo(ids.slice(10));
		const grown = (await residentMegabytes(bench().n8n.pid)) - before;

		expect([...amidUnfinished, ...amidForged]).toEqual(ids.map(() => [200, 200]));
		expect(await Promise.all(forged)).not.toContain(200);
		expect(unfinished.filter(({ destroyed }) => destroyed)).toEqual([]);
		expect(await bench().passedIds(id)).toEqual(ids);
		expect(grown).toBeLessThan(MOST_MEMORY);
	} finally {
		for (const socket of unfinished) socket.destroy();
	}
});
