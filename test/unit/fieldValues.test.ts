import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../nodes/shared/values/inputError';
import {
	toBoolean,
	toNumber,
	toOption,
	toOptions,
	toRequiredText,
} from '../../nodes/shared/values/fieldValues';
import { toText } from '../../nodes/shared/values/text';

const field = (displayName: string, typeOptions = {}): INodeProperties => ({
	displayName,
	name: 'field',
	type: 'number',
	default: 5,
	typeOptions,
});

describe('toNumber', () => {
	const seconds = field('Seconds', { minValue: 1, maxValue: 600 });
	const pages = field('Pages', { minValue: 0 });

	test.each([
		[seconds, 1, 1],
		[seconds, ' 600 ', 600],
		[seconds, 2.5, 2.5],
		[pages, '0', 0],
		[pages, 1e6, 1e6],
	])('reads %o: %p', (of, value, number) => {
		expect(toNumber(of, value)).toBe(number);
	});

	test.each([0, -1, 601, 'soon', '', '  ', null, undefined, Number.NaN, Infinity, true])(
		'refuses %p outside of both bounds',
		(value) => {
			expect(() => toNumber(seconds, value)).toThrow(InputError);
			expect(() => toNumber(seconds, value)).toThrow(
				/^Seconds ".*" is not a number from 1 to 600\. Correct it, or check the expression that provides it\.$/,
			);
		},
	);

	test.each([-1, 'many', 'Infinity'])('refuses %p below the only bound', (value) => {
		expect(() => toNumber(pages, value)).toThrow(`Pages "${value}" is not a number of 0 or more.`);
	});
});

describe('toBoolean', () => {
	test.each([
		[true, true],
		['true', true],
		[' TRUE ', true],
		[false, false],
		['false', false],
	])('reads %p', (value, boolean) => {
		expect(toBoolean(field('Enabled'), value)).toBe(boolean);
	});

	test.each(['', 'yes', '0', 1, 0, null, undefined])('refuses %p', (value) => {
		expect(() => toBoolean(field('Enabled'), value)).toThrow(InputError);
		expect(() => toBoolean(field('Enabled'), value)).toThrow(
			/^Enabled ".*" is neither true nor false\. Correct it, or check the expression that provides it\.$/,
		);
	});
});

describe('toRequiredText', () => {
	test.each([
		[' a ', 'a'],
		[7, '7'],
	])('reads %p as %p', (value, text) => {
		expect(toRequiredText(field('Role'), value)).toBe(text);
	});

	test.each(['', ' ', null, undefined])('refuses %p', (value) => {
		expect(() => toRequiredText(field('Role'), value)).toThrow(
			'Role is empty. Enter one, or check the expression that provides it.',
		);
	});
});

describe('toOptions', () => {
	const events: INodeProperties = {
		...field('Events'),
		type: 'multiOptions',
		options: [
			{ name: 'Fax Received', value: 'fax_received' },
			{ name: 'Fax Sent', value: 'fax_sent' },
		],
	};

	test.each([
		[
			['fax_sent', 'fax_received'],
			['fax_sent', 'fax_received'],
		],
		['fax_sent, FAX_RECEIVED', ['fax_sent', 'fax_received']],
		['["fax_sent","Fax_Sent"]', ['fax_sent']],
	])('reads %j as %j', (value, values) => {
		expect(toOptions(events, value)).toEqual(values);
	});

	test.each([
		[[], 'Events is empty. Select at least one.'],
		[null, 'Events is empty. Select at least one.'],
		['fax_sent,fax_lost', 'Events "fax_lost" is none of fax_received, fax_sent.'],
		[['fax_sent', null], 'Events is incomplete: entry 2 of 2 is empty.'],
	])('refuses %j', (value, message) => {
		expect(() => toOptions(events, value)).toThrow(InputError);
		expect(() => toOptions(events, value)).toThrow(message);
	});
});

describe('toOption', () => {
	const filter: INodeProperties = {
		...field('Numbers Filter'),
		type: 'options',
		options: [
			{ name: 'Clear', value: 'clear' },
			{ name: 'Leave as It Is', value: 'leave' },
		],
	};

	test.each([
		['clear', 'clear'],
		[' Clear ', 'clear'],
		['LEAVE', 'leave'],
	])('reads %p as %p', (value, option) => {
		expect(toOption(filter, value)).toBe(option);
	});

	test.each(['', 'set', 'Leave as It Is', 1, null, undefined])('refuses %p', (value) => {
		expect(() => toOption(filter, value)).toThrow(InputError);
		expect(() => toOption(filter, value)).toThrow(
			/^Numbers Filter ".*" is none of clear, leave\. Correct it, or check the expression that provides it\.$/,
		);
	});
});

describe('toText', () => {
	test.each([
		['  fax ', 'fax'],
		[0, '0'],
		[12.5, '12.5'],
		[true, 'true'],
		[9007199254740993n, '9007199254740993'],
		[null, ''],
		[undefined, ''],
	])('reads %p as %j', (value, text) => {
		expect(toText(value)).toBe(text);
	});

	test.each([[{ id: 1 }], [['a']]])('refuses %j and shows it', (value) => {
		expect(() => toText(value)).toThrow(InputError);
		expect(() => toText(value)).toThrow(JSON.stringify(value));
	});
});
