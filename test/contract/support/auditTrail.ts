import { auditTrailIn, type AuditLine } from '../../support/auditTrail';
import type { Bench } from './bench';

/** Collects n8n's log during each test. Returns a function that returns the audit trail so far. */
export function useAuditTrail(bench: () => Bench): () => AuditLine[] {
	let lines: string[] = [];
	let spies: jest.SpyInstance[] = [];
	beforeEach(() => {
		lines = [];
		const { logger } = bench().engine;
		const keep = (line: string): void => void lines.push(line);
		spies = (['info', 'warn'] as const).map((level) => jest.spyOn(logger, level).mockImplementation(keep));
	});
	afterEach(() => {
		for (const spy of spies) spy.mockRestore();
	});
	return () => auditTrailIn(lines);
}

/** The facts that all lines have. */
const OF_ALL = ['time', 'workflowId', 'nodeId', 'executionId', 'mode'];

/** Returns the facts of lines that not all of them have. */
export function factsOf(lines: AuditLine[]): AuditLine[] {
	return lines.map((line) =>
		Object.fromEntries(Object.entries(line).filter(([name]) => !OF_ALL.includes(name))),
	);
}
