import type { INode, Logger } from 'n8n-workflow';

import type { AuditContext } from '../../../nodes/shared/audit';

/** A node without any settings, as n8n represents it. */
export const NODE: INode = {
	id: '1',
	name: 'Fax',
	type: 'n8n-nodes-faxplus.faxPlus',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** What a line of the audit trail needs from n8n. */
export function auditContext(logger = logTo()): AuditContext {
	return {
		logger,
		getNode: () => NODE,
		getWorkflow: () => ({ id: 'w1', name: 'Referrals', active: true }),
		getExecutionId: () => '7',
		getMode: () => 'trigger',
	};
}

/** Returns a logger that passes each line to a function. */
export function logTo(note: (line: string) => void = () => undefined): Logger {
	return { debug: note, info: note, warn: note, error: note };
}
