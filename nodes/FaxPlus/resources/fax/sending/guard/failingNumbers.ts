import type { INodeProperties } from 'n8n-workflow';

import { perRunAndKey } from '../../../../../shared/async/perRun';
import { field } from '../../../../../shared/editor/field';
import { listFaxes, type NormalizedFax } from '../../../../../shared/faxes/faxRecords';
import { causeOf, isFailureOfNumber, outcomeOf } from '../../../../../shared/faxes/faxStatus';
import { toNumber, toObject } from '../../../../../shared/values/fieldValues';
import { InputError } from '../../../../../shared/values/inputError';
import { lineOf } from '../../../../../shared/values/phoneNumbers';
import { toTheMinute } from '../../../../../shared/values/times';
import type { ReadCall } from '../../../../operation/itemCall';
import { toField } from '../read/sendFields';
import { readFor, requireFixedUser, timeOf } from './earlierFaxes';
import { refusedBy } from './refused';

const DAY_MS = 86_400_000;

/** Maximum number of failures or numbers in an error, so that people can read it. */
const MOST_NAMED = 5;

const plainCount = { typeOptions: { minValue: 1, numberPrecision: 0 }, noDataExpression: true };

const failuresField = field('number', 'Failures', 'failures', {
	...plainCount,
	default: 3,
	description: 'How many faxes to the number must have failed since its last success',
});

const daysField = field('number', 'Within Days', 'days', {
	...plainCount,
	typeOptions: { ...plainCount.typeOptions, maxValue: 90 },
	default: 30,
	description: 'How many days to look back',
});

export const failingNumbersGuard = field(
	'fixedCollection',
	'Refuse Failing Numbers',
	'refuseFailingNumbers',
	{
		noDataExpression: true,
		placeholder: 'Add Limits',
		default: { limits: { [failuresField.name]: failuresField.default, [daysField.name]: daysField.default } },
		description:
			'From how many failed faxes on to refuse a number. Only failures without a success since are counted.',
		options: [{ displayName: 'Limits', name: 'limits', values: [failuresField, daysField] }],
	},
);

/** After how many failures a number is refused, and how far back they count. */
interface FailureLimits {
	failures: number;
	days: number;
}

/** Reads the guard. Any other kind of value is refused, because its limits would be ignored. */
export function toFailureLimits(guard: INodeProperties, value: unknown): FailureLimits {
	const { limits, ...unknown } = toObject(guard, value);
	const { failures, days, ...others } = toObject(guard, limits);
	const [stranger] = Object.keys({ ...unknown, ...others });
	if (stranger !== undefined)
		throw new InputError(
			`"${guard.displayName}" contains "${stranger}", which would be ignored. Remove the guard, and add it again.`,
		);
	return { failures: toNumber(failuresField, failures), days: toNumber(daysField, days) };
}

/** The failures of each number since its last success, newest first. */
type Histories = ReadonlyMap<string, NormalizedFax[]>;

const histories = perRunAndKey<Promise<Histories>>();

/**
 * Refuses numbers that fail again and again, before anything is sent. All items of a run share one read of the sent faxes
 * (docs/contributing/api.md, "Fax records").
 *
 * @throws InputError if a number has failed too often or "User ID" has an expression, and a fault if the sent faxes can't
 * be read
 */
export async function requireWorkingNumbers(
	call: ReadCall,
	userId: string,
	to: readonly string[],
	{ failures, days }: FailureLimits,
): Promise<void> {
	requireFixedUser(call, failingNumbersGuard);
	const ofNumbers = await histories(call.context, userId, async () =>
		readFor(failingNumbersGuard, async () => read(call, userId, days)),
	);
	const failing = to.filter((number) => (ofNumbers.get(lineOf(number)) ?? []).length >= failures);
	const [first] = failing;
	if (first === undefined) return;
	const others = failing.slice(1, MOST_NAMED).join(', ');
	const more = failing.length > 1 ? ` It's the same with ${failing.length - 1} more, such as ${others}.` : '';
	throw refusedBy(
		failingNumbersGuard,
		`"${toField.displayName}" has "${first}". ${inWords(ofNumbers.get(lineOf(first)) ?? [], days)} The guard "${failingNumbersGuard.displayName}" refuses a number from ${failures} on.${more} Check the number with the recipient.`,
	);
}

async function read(call: ReadCall, userId: string, days: number): Promise<Histories> {
	const after = new Date(Date.now() - days * DAY_MS);
	const histories = new Map<string, NormalizedFax[]>();
	const succeeded = new Set<string>();
	for (const fax of await listFaxes(call, { userId, category: 'sent', after })) {
		const line = lineOf(fax.to);
		// The list may be sorted by a date other than the attempt's.
		if (succeeded.has(line) || (startOf(fax) ?? Date.now()) < after.getTime()) continue;
		if (outcomeOf(fax.status) === 'success') succeeded.add(line);
		else if (isFailureOfNumber(fax.status)) histories.set(line, [...(histories.get(line) ?? []), fax]);
	}
	return histories;
}

function startOf(fax: NormalizedFax): number | undefined {
	return timeOf(fax, 'start_time', 'submit_time', 'last_update');
}

function inWords(failed: readonly NormalizedFax[], days: number): string {
	const shown = failed.slice(0, MOST_NAMED).map((fax) => {
		const cause = causeOf(fax.status).replace(/\.$/, '');
		const start = startOf(fax);
		return start === undefined ? cause : `${toTheMinute(start)} UTC: ${cause}`;
	});
	const count = failed.length === 1 ? 'One fax' : `${failed.length} faxes`;
	const newest = failed.length > MOST_NAMED ? `, most recently` : '';
	return `${count} to it failed in the last ${days} days, without a success since${newest} (${shown.join('; ')}).`;
}
