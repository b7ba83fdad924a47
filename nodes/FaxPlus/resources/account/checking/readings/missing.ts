import { isNotFound, ServiceFault } from '../../../../../shared/service/faults';
import type { Reader } from '../../../../../shared/service/requests';
import { rethrow } from '../../../../../shared/service/rethrow';
import { get as getFax } from '../../../fax/get';
import { failureOf } from '../anonymous';
import { told, untold, type Subject } from '../finding';

/** An ID that nothing has. */
const NOBODY = '000000000000000000000000';

/** docs/api.md, "Errors" */
export const missing: Subject = {
	check: 'Service: answer for what is not there',
	guidance: getFax,
	async look({ service }) {
		const faults: ServiceFault[] = [];
		for (const place of ['faxes', 'outbox']) {
			const fault = await faultAt(service, `/accounts/self/${place}/${NOBODY}`);
			if (!fault) return untold('A record came.', 'Tell the authors that it is so.');
			if (!isNotFound(fault)) throw fault;
			faults.push(fault);
		}
		const statuses = new Set(faults.map(({ status }) => status));
		const [status = 0] = statuses;
		return told(
			`${[...new Set(faults.map(failureOf))].join(', ')}.`,
			statuses.size === 1 ? { missingStatus: status } : {},
		);
	},
};

async function faultAt(reader: Reader, path: string): Promise<ServiceFault | undefined> {
	try {
		await reader.read({ path });
		return undefined;
	} catch (error) {
		return error instanceof ServiceFault ? error : rethrow(error);
	}
}
