import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { isCredentialMissing } from './editor/errors';
import { field } from './editor/field';
import { hasChangedNothing, ServiceFault } from './http/faults';
import { rethrow } from './http/rethrow';
import type { Named } from './log';
import { labelTextOf } from './values/text';

/** What a line of the audit trail needs from n8n. All contexts have it. */
export type AuditContext = Named & Pick<ILoadOptionsFunctions, 'logger' | 'getMode' | 'getExecutionId'>;

/** Facts about an event: IDs, fixed words and, only if the option asks for them, fax numbers. */
type Facts<Name extends string> = Partial<Record<Name, string | number | undefined>>;

/** The fax numbers of an event. They're only given if the option asks for them. */
type Numbers = 'from' | 'to';

/** Changes in Fax.Plus. If a response is lost, it's unknown whether the change was made. */
interface Changes {
	'fax.sent': Facts<'faxId' | 'userId' | 'sendTime' | Numbers>;
	'number.purchased': Facts<'itemId'>;
	'endpoint.created': Facts<'endpointId' | 'host'>;
	'endpoint.changed': Facts<'endpointId' | 'changes' | 'host'>;
	'endpoint.deleted': Facts<'endpointId'>;
	'legacyHook.created': Facts<'hookId' | 'host'>;
	'legacyHook.deleted': Facts<'hookId'>;
}

/** A fax that starts the workflow. */
type FaxFacts = Facts<'faxId' | 'deliveryId' | 'confirmedBy' | 'status' | Numbers>;

/** What was let in or refused. */
interface Decisions {
	'fax.received': FaxFacts;
	'fax.pageReceived': FaxFacts;
	'fax.result': FaxFacts;
	'fax.refused': Facts<'guard' | Numbers>;
	'delivery.refused': Facts<'status' | 'cause' | 'detail' | 'source' | 'deliveryId' | 'unlogged'>;
}

/** Option that adds fax numbers to the lines. */
export const logNumbersOption = field('boolean', 'Log Numbers', 'logNumbers', {
	noDataExpression: true,
	description: "Whether the audit trail in n8n's log shows the fax numbers",
});

/** The beginning of each line, by which a log collector finds it. */
const PREFIX = 'Fax.Plus audit';

/** Maximum length of a text, because strangers choose some of them, such as the ID of a delivery. */
const LONGEST = 300;

/** Matches what could end a line, deceive a terminal, or look like the end of the JSON. */
const UNSAFE = /[{}]|[^\x20-\x7e]/g;

/** Writes the line of something that was let in or refused. */
export function audit<E extends keyof Decisions>(context: AuditContext, event: E, facts: Decisions[E]): void {
	write(context, event.endsWith('.refused') ? 'warn' : 'info', { event, ...facts });
}

/** Writes the line of a change that was made, or that was sent to Fax.Plus without a response. */
export function auditChange<E extends keyof Changes>(
	context: AuditContext,
	event: E,
	outcome: 'done' | 'unknown',
	facts: Changes[E],
): void {
	write(context, 'info', { event, outcome, ...facts });
}

/**
 * Makes a change and writes its line, unless nothing was changed.
 *
 * @param facts returns the facts. Without a result, it's unknown whether the change was made
 */
export async function audited<T, E extends keyof Changes>(
	context: AuditContext,
	event: E,
	change: () => Promise<T>,
	facts: (result: T | undefined) => Changes[E],
): Promise<T> {
	return await change().then(
		(result) => {
			auditChange(context, event, 'done', facts(result));
			return result;
		},
		(error: unknown) => {
			const outcome = outcomeOf(error);
			if (outcome) auditChange(context, event, outcome, facts(undefined));
			return rethrow(error);
		},
	);
}

/** Returns what an error means for a change, or undefined if nothing was changed. */
export function outcomeOf(error: unknown): 'done' | 'unknown' | undefined {
	if (hasChangedNothing(error) || isCredentialMissing(error)) return undefined;
	return error instanceof ServiceFault && error.outcome === 'carriedOut' ? 'done' : 'unknown';
}

/**
 * Writes a line to n8n's log. Everything is in its message, because n8n's text format shows nothing else, not even the time.
 * The JSON is flat, and no text in it has braces, so that a collector finds its end whatever n8n appends.
 *
 * A value of a type that Fax.Plus doesn't document is left out, because a change that was made must not fail now.
 */
function write(
	context: AuditContext,
	level: 'info' | 'warn',
	facts: Record<string, string | number | undefined>,
): void {
	const all = {
		time: new Date().toISOString(),
		...facts,
		workflowId: context.getWorkflow().id,
		nodeId: context.getNode().id,
		executionId: context.getExecutionId() as string | undefined,
		mode: context.getMode?.(),
	};
	const entries = Object.entries(all).flatMap(([name, value]) =>
		labelTextOf(value) === '' ? [] : [`"${name}":${inSafeJson(value)}`],
	);
	context.logger[level](`${PREFIX} {${entries.join(',')}}`);
}

function inSafeJson(value: unknown): string {
	if (typeof value === 'number') return JSON.stringify(value);
	return JSON.stringify(labelTextOf(value).slice(0, LONGEST)).replace(
		UNSAFE,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
