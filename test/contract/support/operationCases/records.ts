import type { Simulator } from '../../../../simulator';
import { faxRecord, outboxRecord } from '../../../../simulator/faxing/views';
import type { Fax, OutboxFax } from '../../../../simulator/faxing/types';
import { clinic } from './clinic';

/** The record of a fax of the account, as operations put it out. */
export function faxRecordOf(simulator: Simulator, id: string): object {
	return faxRecord(clinic(simulator).faxes.get(id) as Fax, { ...simulator.settings, recordNumbers: '' });
}

/** The record of a fax in the outbox of the account. */
export function outboxRecordOf(simulator: Simulator, id: string): object {
	return outboxRecord([clinic(simulator).outbox.get(id) as OutboxFax]);
}
