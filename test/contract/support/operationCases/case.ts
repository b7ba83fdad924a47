import type { INodeParameters } from 'n8n-workflow';

import type { Simulator } from '../../../../simulator';
import type { Account } from '../../../../simulator/state';
import type { Authentication } from '../bench';

/** A request as the simulator logged it. */
interface ExpectedRequest {
	method: string;
	path: string;
	query?: Record<string, string>;
	/** Absent when the request must have none. */
	body?: unknown;
}

/** One operation of the node: fields, and what has to reach the service and come out. */
export interface OperationCase {
	/** For the test's name; resource and operation when left out. */
	name?: string;
	resource: string;
	operation: string;
	/** The simulator's name of the request that the operation is about. */
	operationId: string;
	/**
	 * What the operation is, as far as that request is concerned: a staged one has changed nothing before the request, which
	 * is made again as those of a read are.
	 */
	kind: 'read' | 'write' | 'staged';
	/** It meets faults in its own way, which has tests of its own: it waits on, or finds out what became of its request. */
	isPersistent?: true;
	/** Values of the operation's fields. */
	parameters: INodeParameters;
	/** Brings the service into the state that the case needs. */
	prepare?(simulator: Simulator): void;
	requests: ExpectedRequest[];
	/** JSON of the output items, read when the operation is over. */
	output(simulator: Simulator, authentication: Authentication): object[];
	/** What has changed at the service. */
	effect?(account: Account, simulator: Simulator): void;
	/** Error codes beside `unauthorized` and `internal_server_error` that the specification names for it. */
	codes?: Array<'invalid_user_id' | 'bad_request'>;
	/** Scopes that permit it; none are needed when left out. */
	scopes?: string[];
}
