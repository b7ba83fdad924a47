import type { Simulator } from '../../../../tools/simulator';
import { seed } from '../../../../tools/simulator';
import type { Fax, OutboxFax } from '../../../../tools/simulator/faxing/types';
import { faxRecord, outboxRecord } from '../../../../tools/simulator/faxing/views';
import type { Account } from '../../../../tools/simulator/state';

/** Returns the account of the tests' credentials. */
export function clinic(simulator: Simulator): Account {
	return simulator.state.accounts.get(seed.accountId) as Account;
}

/** Adds a webhook endpoint to the account. */
export function addEndpoint(simulator: Simulator, id = 'ep_clinic', url = `https://example.com/${id}`): void {
	clinic(simulator).endpoints.set(id, {
		id,
		url,
		filter_types: ['fax_received'],
		channels: ['+15550100000'],
		secret: 'whsec_c2VjcmV0',
	});
}

/** Adds a legacy hook to the account. */
export function addHook(simulator: Simulator, id = 'hook_clinic'): void {
	clinic(simulator).hooks.set(id, { id, target: `https://example.com/${id}`, event: 'fax_received' });
}

/** Adds a copy of the account's scheduled fax to the outbox. */
export function addOutboxFax(simulator: Simulator, id: string): void {
	const { outbox } = clinic(simulator);
	outbox.set(id, { ...(outbox.get(seed.outboxFaxId) as OutboxFax), id, batchId: id });
}

/** Returns the record of a fax, as operations output it. */
export function faxRecordOf(simulator: Simulator, id: string): object {
	return faxRecord(clinic(simulator).faxes.get(id) as Fax, { ...simulator.settings, recordNumbers: '' });
}

/** Returns the record of a fax in the account's outbox. */
export function outboxRecordOf(simulator: Simulator, id: string): object {
	return outboxRecord([clinic(simulator).outbox.get(id) as OutboxFax]);
}
