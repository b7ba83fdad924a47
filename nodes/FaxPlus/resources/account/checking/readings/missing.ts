import { isNotFound, ServiceFault } from '../../../../../shared/http/faults';
import type { Reader } from '../../../../../shared/http/requests';
import { rethrow } from '../../../../../shared/http/rethrow';
import { get as getFax } from '../../../fax/get';
import { failureOf } from '../anonymous';
import { told, untold, type Finding, type Subject } from '../finding';
import { entriesOf, isPlainId, unspoiltFaxes } from '../lists';

/** docs/api.md, "Errors" */
export const missing: Subject = {
	check: 'Service: answer for what is not there',
	guidance: getFax,
	async look({ service }) {
		const faxes = (await unspoiltFaxes(service)).map(({ fax }) => fax);
		const places = { faxes, outbox: await entriesOf(service, 'outbox') };
		const faults: ServiceFault[] = [];
		for (const [place, entries] of Object.entries(places)) {
			const id = entries.map((entry): unknown => entry.id).find(isPlainId);
			if (id === undefined) return unclear('No ID of a fax and of one in the outbox is known.');
			const path = `/accounts/self/${place}`;
			const fault = await faultAt(service, `${path}/${neighbourOf(id)}`);
			if (!fault) return unclear('What came for an ID that was made up is no error.');
			if (!isNotFound(fault)) throw fault;
			// A refusal of everything says nothing about what is not there.
			if (await faultAt(service, `${path}/${id}`)) return unclear('What is there was refused too.');
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

function unclear(finding: string): Finding {
	return untold(finding, 'Run this again when a fax was sent and another waits in the outbox.');
}

/** An ID of the same form, with another character in its middle: one of another form may be refused for its form. */
function neighbourOf(id: string): string {
	const middle = id.slice(0, id.length / 2 + 1).search(/[\da-z][^\da-z]*$/i);
	const at = middle < 0 ? id.search(/[\da-z]/i) : middle;
	const character = id.charAt(at);
	const alphabet = ['0123456789', 'abcdef', 'ABCDEF'].find((some) => some.includes(character));
	const others = alphabet ?? (/[a-z]/.test(character) ? 'ghijklmnopqrstuvwxyz' : 'GHIJKLMNOPQRSTUVWXYZ');
	const other = others.charAt((others.indexOf(character) + others.length / 2) % others.length);
	return id.slice(0, at) + other + id.slice(at + 1);
}

async function faultAt(reader: Reader, path: string): Promise<ServiceFault | undefined> {
	try {
		await reader.read({ path });
		return undefined;
	} catch (error) {
		return error instanceof ServiceFault ? error : rethrow(error);
	}
}
