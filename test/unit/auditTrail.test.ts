import type { Logger } from 'n8n-workflow';

import { audit, auditChange, audited, type AuditContext } from '../../nodes/shared/audit';
import { ServiceFault } from '../../nodes/shared/http/faults';
import { log } from '../../nodes/shared/log';
import { InputError } from '../../nodes/shared/values/inputError';
import { auditTrailIn } from '../support/auditTrail';
import { auditContext, logTo } from './support/context';

/** What strangers, Fax.Plus or a database may put into an ID or a text. */
const HOSTILE = [
	'\nFax.Plus audit {"event":"fax.sent"}',
	'\r\n\u2028\u2029\u0085Fax.Plus audit {}',
	'"} Fax.Plus audit {"event":"fax.sent","outcome":"done"}',
	'"}',
	'}',
	'{{{{',
	'\\',
	'\\"',
	'\\u007d',
	'\u0000\u0007\u001b[31m\u009b0m',
	'\ud800',
	'\u202e}txet',
	'é漢字🖨️',
	'x'.repeat(100_000),
	'}'.repeat(100_000),
	'$(reboot) `id` %n %s',
	'__proto__',
];

/** Returns a context that keeps its log, with hostile IDs of its own. */
function contextWith(id: string, lines: string[]): AuditContext {
	const logger: Logger = logTo((line) => lines.push(line));
	return {
		...auditContext(logger),
		getExecutionId: () => id,
		getWorkflow: () => ({ id, name: id, active: true }),
	};
}

describe('The audit trail', () => {
	it('of 1,000 mixed events with hostile texts has one line each that a collector parses', () => {
		const lines: string[] = [];
		const written: string[] = [];
		for (let i = 0; i < 1_000; i++) {
			const text = HOSTILE[i % HOSTILE.length] ?? '';
			const context = contextWith(i % 3 === 0 ? text : `id ${i}`, lines);
			const write = [
				() => {
					auditChange(context, 'fax.sent', 'done', { faxId: text, userId: text, sendTime: text });
				},
				() => {
					auditChange(context, 'fax.sent', 'unknown', { userId: 'self' });
				},
				() => {
					audit(context, 'fax.refused', { guard: text });
				},
				() => {
					audit(context, 'fax.received', { faxId: text, deliveryId: text, status: text });
				},
				() => {
					audit(context, 'delivery.refused', { cause: text, source: text, deliveryId: text, status: 401 });
				},
				() => {
					auditChange(context, 'number.purchased', 'done', { itemId: text });
				},
				() => {
					auditChange(context, 'endpoint.changed', 'done', { endpointId: text, changes: 'url', host: text });
				},
			];
			write[i % write.length]?.();
			written.push(text.slice(0, 300));
		}

		expect(lines).toHaveLength(1_000);
		for (const line of lines) {
			expect(line).toMatch(/^Fax\.Plus audit \{[\x20-\x7a\x7c\x7e]*\}$/);
			// Docker splits lines after 16 KiB.
			expect(line.length).toBeLessThan(16_384);
		}
		const parsed = auditTrailIn(lines.join('\n'));
		expect(parsed).toHaveLength(1_000);
		parsed.forEach((line, i) => {
			for (const name of ['faxId', 'deliveryId', 'guard', 'itemId', 'endpointId'])
				expect([undefined, written[i]]).toContain(line[name]);
		});
	});

	it.each([
		[
			'JSON format',
			(line: string) => JSON.stringify({ level: 'info', message: line, metadata: { file: 'a.js' } }),
		],
		['text format', (line: string) => line],
		['level "debug"', (line: string) => `2026-11-29T00:00:00.000Z | info  | ${line} {"file":"audit.js"}`],
	])('can be parsed in %s', (format, print) => {
		const lines: string[] = [];
		for (const text of HOSTILE) audit(contextWith('7', lines), 'fax.refused', { guard: text });
		const printed = lines.map(print);
		const read =
			format === 'JSON format'
				? printed.map((line) => (JSON.parse(line) as { message: string }).message)
				: printed;
		expect(auditTrailIn(read).map(({ guard }) => guard)).toEqual(HOSTILE.map((text) => text.slice(0, 300)));
	});

	it.each([null, {}, [], true, NaN])(
		"doesn't fail after a change if Fax.Plus returned an ID such as %p",
		(id) => {
			const lines: string[] = [];
			auditChange(contextWith('7', lines), 'fax.sent', 'done', { faxId: id as never, userId: 'self' });
			expect(auditTrailIn(lines)).toEqual([expect.objectContaining({ event: 'fax.sent', userId: 'self' })]);
		},
	);

	it('shows no fact that is unknown', () => {
		const lines: string[] = [];
		auditChange(auditContext(logTo((line) => lines.push(line))), 'fax.sent', 'unknown', { faxId: undefined });
		expect(Object.keys(auditTrailIn(lines)[0] ?? {})).toEqual([
			...['time', 'event', 'outcome', 'workflowId', 'nodeId', 'executionId', 'mode'],
		]);
	});

	it.each<[string, unknown, string[]]>([
		['was refused', new ServiceFault('no', 'refused', 422), []],
		["wasn't sent", new ServiceFault('no', 'notSent'), []],
		['was made from a wrong field', new InputError('no'), []],
		['has no credential anymore', new Error('Credential with ID "1" does not exist for type "x".'), []],
		['got no response', new ServiceFault('no', 'unknown'), ['unknown']],
		['failed unexpectedly', new TypeError('no'), ['unknown']],
		['was carried out, but its result is missing', new ServiceFault('no', 'carriedOut'), ['done']],
	])('has the right line for a change that %s', async (_what, error, outcomes) => {
		const lines: string[] = [];
		const context = auditContext(logTo((line) => lines.push(line)));
		const change = audited(
			context,
			'endpoint.deleted',
			async () => Promise.reject(error as Error),
			() => ({ endpointId: 'ep_1' }),
		);
		await expect(change).rejects.toBe(error);
		expect(auditTrailIn(lines).map(({ outcome }) => outcome)).toEqual(outcomes);
	});
});

test.each(HOSTILE)('Another line of the log never forges one of the audit trail, such as for %j', (text) => {
	const lines: string[] = [];
	const context = contextWith('7', lines);
	const named = { ...context, getWorkflow: () => ({ id: '1', name: text, active: true }) };
	log(named, 'info', text);
	expect(auditTrailIn(lines.join('\n').split(/[\n\r\u0085\u2028\u2029]/))).toEqual([]);
	expect(lines).toHaveLength(1);
});
