import type { INodeProperties } from 'n8n-workflow';

export const evidenceOption: INodeProperties = {
	displayName: 'Evidence',
	name: 'evidence',
	type: 'boolean',
	default: false,
	description:
		'Whether to put out, for each fax, what proves it later: the SHA-256 and size of each document as it was uploaded, the times, what became of it and what it cost, and the confirmation report as a file once there is one',
};

/** Where it is not added the field `evidence` of the input item counts: n8n evaluates no default of an entry that is not there. */
export const sendEvidenceOption: INodeProperties = {
	displayName: 'Evidence of the Send',
	name: 'sendEvidence',
	type: 'string',
	default: '={{ $json.evidence }}',
	description:
		'For Evidence: what "Send" has put out as such, an object or JSON, by which the documents are known; the field "evidence" of the input item where this is not added. May be empty.',
};
