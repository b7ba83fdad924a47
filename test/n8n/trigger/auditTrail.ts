import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { accessTokenDraft } from '../../../tools/harness/n8n/credentials';
import { node } from '../../../tools/harness/n8n/workflows';
import { seed } from '../../../tools/simulator';
import { auditTrailIn, type AuditLine } from '../../support/auditTrail';
import { ACTION_NODE } from '../support/bench';
import { signed, until, useTriggerBench } from '../support/triggerBench';

const bench = useTriggerBench();

const SENDER = '+15550177702';
const RECIPIENT = '+15550177703';
const SECRET = 'whsec_YW5vdGhlciBzZWNyZXQgb2Ygc29tZWJvZHkgZWxzZQ==';

/** Returns n8n's log file, whose lines are in JSON format. */
function logFile(): string {
	return readFileSync(join(bench().n8n.userFolder, '.n8n/logs/n8n.log'), 'utf8');
}

/** Returns the messages of n8n's log in JSON format. */
function messagesIn(jsonLog: string): string[] {
	const lines = jsonLog.split('\n').filter((line) => line !== '');
	return lines.map((line) => (JSON.parse(line) as { message: string }).message);
}

it("A collector finds the audit trail in n8n's log, in text and in JSON, without numbers", async () => {
	const { n8n } = bench();
	const parameters = {
		resource: 'fax',
		operation: 'send',
		from: seed.ownedNumber,
		source: 'text',
		text: 'Hi',
	};
	const credentials = [await n8n.api.createCredential(accessTokenDraft(bench().simulator, seed.ownerToken))];
	const send = node('Send', ACTION_NODE, { ...parameters, to: RECIPIENT }, { credentials });
	const { id, endpoint } = await bench().activate(bench().trigger('audited'), send);
	const forged = signed(SECRET, { id: 'msg_forged' });
	const headers = { ...forged.headers, 'x-forwarded-for': '203.0.113.7' };
	expect((await bench().post(endpoint.url, forged.body, headers)).status).toBe(401);
	await bench().faxReceived(endpoint, { faxId: 'fax_audited', from: SENDER }).settled;
	const isOwn = ({ workflowId, deliveryId }: AuditLine) => workflowId === id && (deliveryId ?? '') !== '';
	const trail = await until(() => {
		const lines = auditTrailIn(n8n.log).filter(({ workflowId }) => workflowId === id);
		return lines.some(({ event }) => event === 'fax.sent') ? lines : undefined;
	});

	expect(trail.filter(isOwn)).toMatchObject([
		{ event: 'delivery.refused', deliveryId: 'msg_forged', source: '203.0.113.7', mode: 'webhook' },
		{ event: 'fax.received', faxId: 'fax_audited', confirmedBy: 'signature', mode: 'webhook' },
	]);
	expect(trail).toContainEqual(
		expect.objectContaining({ event: 'endpoint.created', endpointId: endpoint.id }),
	);
	const received = trail.find(({ event }) => event === 'fax.received');
	expect(trail.at(-1)).toMatchObject({
		event: 'fax.sent',
		outcome: 'done',
		executionId: received?.['executionId'],
	});
	const ofFile = auditTrailIn(messagesIn(logFile())).filter(({ workflowId }) => workflowId === id);
	expect(ofFile).toEqual(trail);
	for (const number of [SENDER, RECIPIENT, seed.ownedNumber])
		expect(JSON.stringify(trail)).not.toContain(number.replace('+', ''));
});
