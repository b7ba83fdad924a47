import type { INodeProperties } from 'n8n-workflow';

import { field } from '../../../../../shared/editor/field';
import { recordAt } from '../../../../../shared/http/answers';
import { normalized, type NormalizedFax } from '../../../../../shared/faxes/faxRecords';
import type { Fax } from '../../../../../shared/records';
import type { InputError } from '../../../../../shared/values/inputError';
import { pathPart } from '../../../../../shared/values/paths';
import type { ReadCall } from '../../../../operation/itemCall';
import { sentFaxIdField } from '../read/sendFields';
import { ifFound } from '../read/source';
import { timeOf } from './earlierFaxes';
import { refusedBy } from './refused';

const DAY_MS = 86_400_000;

export const allowedExistingFaxesGuard = field('options', 'Allowed Existing Faxes', 'allowedExistingFaxes', {
	noDataExpression: true,
	options: [
		{ name: 'Any', value: 'any', description: 'Every fax that the token can read' },
		{ name: 'None', value: 'none', description: 'No fax' },
		{ name: 'Received', value: 'received', description: 'Only faxes that you have received' },
		{ name: 'Sent', value: 'sent', description: 'Only faxes that you have sent' },
	],
	default: 'none',
	description: 'Which faxes may be sent again with "Existing Fax"',
});

export const existingFaxAgeGuard = field('number', 'Max Age of Existing Fax (Days)', 'maxExistingFaxAge', {
	typeOptions: { minValue: 1, numberPrecision: 0 },
	noDataExpression: true,
	default: 7,
	description: 'How long ago a fax of "Existing Fax" may have been received or sent',
});

/** Which existing faxes may be sent. A missing guard sets no limit. */
export interface ExistingFaxLimits {
	/** Value of the guard "Allowed Existing Faxes". */
	allowed: string | undefined;
	/** Maximum age in days. */
	maxAge: number | undefined;
}

/** Refuses every existing fax if none is allowed, before any request. */
export function requireExistingFaxes(faxId: string | undefined, { allowed }: ExistingFaxLimits): void {
	if (faxId === undefined || allowed !== 'none') return;
	throw refused(
		allowedExistingFaxesGuard,
		faxId,
		`but "${allowedExistingFaxesGuard.displayName}" allows none`,
	);
}

/**
 * Refuses an existing fax that the guards don't allow. Its direction and age are those in Fax.Plus's record, because a model
 * may say anything about it.
 *
 * @throws InputError if the guards don't allow it, and a fault if the record can't be read
 */
export async function requireAllowedFax(
	call: ReadCall,
	userId: string,
	faxId: string,
	{ allowed = 'any', maxAge }: ExistingFaxLimits,
): Promise<void> {
	if (allowed === 'any' && maxAge === undefined) return;
	const path = `/accounts/${userId}/faxes/${pathPart(faxId, sentFaxIdField.displayName)}`;
	const fax = normalized(await ifFound(faxId, async () => recordAt<Fax>(call, path)));
	const direction = directionOf(fax);
	if (allowed !== 'any' && direction !== allowed)
		throw refused(
			allowedExistingFaxesGuard,
			faxId,
			`which ${direction === undefined ? "Fax.Plus doesn't call received or sent" : `was ${direction}`}, but "${allowedExistingFaxesGuard.displayName}" is "${titleOf(allowed)}"`,
		);
	if (maxAge !== undefined) requireNotOlder(fax, faxId, maxAge);
}

function requireNotOlder(fax: NormalizedFax, faxId: string, maxAge: number): void {
	const time = timeOf(fax, 'start_time', 'submit_time');
	if (time !== undefined && time >= Date.now() - maxAge * DAY_MS) return;
	const age =
		time === undefined ? 'has no time in Fax.Plus' : `is from ${new Date(time).toISOString().slice(0, 10)}`;
	throw refused(
		existingFaxAgeGuard,
		faxId,
		`which ${age}, but "${existingFaxAgeGuard.displayName}" is "${maxAge}"`,
	);
}

/** Returns the direction that a record certainly has. If it has none, only sent faxes have a submission time. */
function directionOf({ direction, submit_time: submitTime }: NormalizedFax): 'received' | 'sent' | undefined {
	if (direction === 'incoming') return 'received';
	const isSent = direction === 'outgoing' || (!direction && Boolean(submitTime));
	return isSent ? 'sent' : undefined;
}

function titleOf(value: string): string {
	return value.charAt(0).toUpperCase() + value.slice(1);
}

function refused(guard: INodeProperties, faxId: string, why: string): InputError {
	return refusedBy(guard, `"${sentFaxIdField.displayName}" is "${faxId}", ${why}.`);
}
