import { saveFaxIds } from '../../../shared/faxes/customData';
import { faxIdField, offeredBy, userIdField } from '../../fields/common';
import { deliveryOutput, simplifyDelivery } from '../../fields/simplify';
import { isNotFound, type ServiceFault } from '../../../shared/http/faults';
import { waitOf } from '../../fields/waitOptions';
import { toItems, type ReadOperation } from '../../operation/operation';
import { idsOf } from './waiting/faxResult';
import { mustBeDelivered, waitOptions } from './waiting/options';
import { requireDelivery, toResult } from './waiting/waitForSend';
import { waitForFax } from './waiting/waitForFax';

const awaitedFaxField = offeredBy('searchOutgoingFaxes', {
	...faxIdField,
	description: 'The fax to wait for. Pick it from the list, or enter the ID that "Send" returned.',
});

/**
 * GET /accounts/{user_id}/outbox, then GET /accounts/{user_id}/faxes, or one fax by its ID (docs/contributing/api.md, "Sending")
 */
export const waitForResult: ReadOperation = {
	value: 'waitForResult',
	name: 'Wait for Result',
	action: 'Wait for result of fax',
	description: 'Wait until a fax is delivered or fails, and return its result',
	kind: 'read',
	waits: true,
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: awaitedFaxField,
	userField: userIdField,
	output: deliveryOutput,
	simplify: simplifyDelivery,
	fields: [awaitedFaxField],
	options: waitOptions,
	async execute(call) {
		const id = call.id(awaitedFaxField);
		call.pathId(awaitedFaxField);
		const userId = call.userId();
		const isRequired = mustBeDelivered(call);
		const results = (await waitForFax(call, userId, { id }, waitOf(call))).map((waited) => {
			if (!waited.found && waited.fault) throw notSeen(id, waited.fault);
			return toResult(waited, { id });
		});
		saveFaxIds(call.context, results.flatMap(idsOf));
		if (isRequired) requireDelivery(call, results);
		return toItems(results);
	},
};

/** Adds to a fault that the fax may have been delivered, unless Fax.Plus itself reports that there's no fax with this ID. */
function notSeen(id: string, fault: ServiceFault): ServiceFault {
	if (isNotFound(fault)) return fault;
	return fault.withOutcome(
		fault.outcome,
		`It's unknown whether the fax "${id}" was delivered. Don't send it again. Run "Wait for Result" once more. ${fault.message}`,
	);
}
