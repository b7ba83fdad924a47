import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { field } from '../../../../../shared/editor/field';
import { toObject, toOptions, toText } from '../../../../../shared/values/fieldValues';
import { emptyField, InputError, missingValue } from '../../../../../shared/values/inputError';
import { partOf, requireAll } from '../../../../../shared/values/parts';
import { hoursOn, isTimeZone, type WeeklyHours } from '../../../../../shared/values/weeklyHours';
import type { ItemFields } from '../../../../fields/itemFields';

const NAME = 'Send Between';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const valuesOfDays = DAYS.map((day) => day.toLowerCase());

const fields = {
	days: field('multiOptions', 'Days', 'days', {
		required: true,
		options: DAYS.map((name) => ({ name, value: name.toLowerCase() })),
		default: valuesOfDays.slice(0, 5),
		description: 'The days on which the hours begin',
	}),
	from: field('string', 'From', 'from', {
		required: true,
		default: '08:00',
		placeholder: 'e.g. 08:00',
		description: 'When the hours begin, from 00:00 to 23:59',
	}),
	to: field('string', 'To', 'to', {
		required: true,
		default: '17:00',
		placeholder: 'e.g. 17:00',
		description: 'When the hours end, up to 24:00. If this is earlier than "From", they end on the next day.',
	}),
	zone: field('string', 'Time Zone', 'timezone', {
		placeholder: 'e.g. Europe/Berlin',
		description: "The time zone of the hours. If it's empty, the workflow's time zone applies.",
	}),
};

const GROUP = 'hours';

export const sendBetweenOption = field('fixedCollection', NAME, 'sendBetween', {
	placeholder: 'Add Hours',
	default: {
		[GROUP]: Object.fromEntries(Object.values(fields).map(({ name, default: preset }) => [name, preset])),
	},
	description:
		'The days and hours in which to send the fax. Outside of them, Fax.Plus holds it until they begin.',
	options: [{ displayName: 'Hours', name: GROUP, values: Object.values(fields) }],
});

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Reads the days and hours in which the fax may be sent, or returns undefined if it may be sent at any time. Missing fields
 * have the defaults that the panel shows.
 *
 * @throws InputError if a value isn't valid
 */
export function sendBetweenOf(item: ItemFields): WeeklyHours | undefined {
	if (!item.hasOption(sendBetweenOption)) return undefined;
	const entered = enteredIn(item.options.value(sendBetweenOption));
	const valueOf = ({ name, default: preset }: INodeProperties): unknown =>
		name in entered ? entered[name] : preset;
	const days = partOf(() => daysIn(valueOf(fields.days)));
	const from = partOf(() => timeOfDay(fields.from, valueOf(fields.from)));
	const to = partOf(() => timeOfDay(fields.to, valueOf(fields.to)));
	const zone = partOf(() => zoneIn(valueOf(fields.zone), item));
	requireAll([days, from, to, zone]);
	if (from() === 24 * HOUR_MS)
		throw new InputError(`"${nameOf(fields.from)}" is "24:00", which is the end of a day. Enter 00:00.`);
	if (from() === to())
		throw new InputError(
			`"${nameOf(fields.from)}" and "${nameOf(fields.to)}" are both "${String(valueOf(fields.to))}", so there's no time in between. Enter different times. For whole days, enter 00:00 and 24:00.`,
		);
	return hoursOn(days(), { from: from(), to: to(), zone: zone() });
}

/** Returns what was entered for the hours. An unknown entry is refused, because it would otherwise be ignored. */
function enteredIn(value: unknown): IDataObject {
	const { [GROUP]: hours, ...unknown } = toObject(sendBetweenOption, value);
	if (hours === undefined && Object.keys(unknown).length === 0)
		throw emptyField(NAME, 'Add hours, or remove the option to send at any time.');
	const entered = hours === undefined ? {} : toObject(sendBetweenOption, hours);
	const known = Object.values(fields).map(({ name }) => name);
	const [stranger] = [
		...Object.keys(unknown),
		...Object.keys(entered).filter((name) => !known.includes(name)),
	];
	if (stranger === undefined) return entered;
	throw new InputError(
		`"${NAME}" contains "${stranger}", which would be ignored. Remove the option, and add it again.`,
	);
}

function daysIn(value: unknown): number[] {
	const named = { ...fields.days, displayName: nameOf(fields.days) };
	return toOptions(named, value).map((day) => valuesOfDays.indexOf(day));
}

/** Reads a time such as "08:00" as milliseconds since midnight. */
function timeOfDay(ofField: INodeProperties, value: unknown): number {
	const name = nameOf(ofField);
	const text = toText(value, name);
	if (text === '') throw emptyField(name, 'Enter a time such as 08:00, or check its expression.');
	const [, hours, minutes] = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(text) ?? [];
	const time = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
	if (Number(minutes) < 60 && time <= 24 * HOUR_MS) return time;
	throw new InputError(
		`"${name}" is "${text}", which isn't a time of day. Enter hours and minutes, such as 08:00 or 17:30.`,
	);
}

/** Reads a time zone. Abbreviations are refused, because they're ambiguous, and some have no daylight saving. */
function zoneIn(value: unknown, { context }: ItemFields): string {
	const name = nameOf(fields.zone);
	if (value === undefined || value === null) throw missingValue(name);
	const text = toText(value, name);
	const zone = text === '' ? context.getTimezone() : text;
	const isName = text === '' || text.includes('/') || text.toUpperCase() === 'UTC';
	if (isName && isTimeZone(zone)) return zone;
	throw new InputError(
		`"${name}" is "${zone}", which isn't the name of a time zone. Enter one such as Europe/Berlin or America/New_York. If the field is empty, the workflow's time zone applies.`,
	);
}

function nameOf({ displayName }: INodeProperties): string {
	return `${NAME} > ${displayName}`;
}
