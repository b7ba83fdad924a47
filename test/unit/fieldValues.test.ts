import type { INodeProperties } from 'n8n-workflow';

import * as fieldValues from '../../nodes/shared/values/fieldValues';
import { toFullList, toText } from '../../nodes/shared/values/fieldValues';
import { InputError } from '../../nodes/shared/values/inputError';

function field(displayName: string, values: Partial<INodeProperties> = {}): INodeProperties {
	return { displayName, name: 'field', type: 'number', default: 5, ...values };
}

const seconds = field('Seconds', { typeOptions: { minValue: 1, maxValue: 600 } });
const pages = field('Pages', { typeOptions: { minValue: 0 } });
const received = { name: 'Fax Received', value: 'fax_received' };
const sent = { name: 'Fax Sent', value: 'fax_sent' };
const events = field('Events', { type: 'multiOptions', options: [received, sent] });
const clear = { name: 'Clear', value: 'clear' };
const leave = {
	name: 'Leave as It Is',
	value: 'leave',
};
const filter = field('Numbers to Keep', { type: 'options', options: [clear, leave] });

/** The functions that read field values, one for each kind of field. */
const readers = {
	seconds: (value: unknown) => fieldValues.toNumber(seconds, value),
	pages: (value: unknown) => fieldValues.toNumber(pages, value),
	boolean: (value: unknown) => fieldValues.toBoolean(field('Enabled'), value),
	requiredText: (value: unknown) => fieldValues.toRequiredText(field('Role'), value),
	options: (value: unknown) => fieldValues.toOptions(events, value).join('|'),
	option: (value: unknown) => fieldValues.toOption(filter, value),
	text: toText,
	fullList: (value: unknown) => toFullList('Group IDs', value).join('|'),
};

test.each<[keyof typeof readers, unknown, unknown]>([
	['seconds', 1, 1],
	['seconds', ' 600 ', 600],
	['seconds', 2.5, 2.5],
	['pages', '0', 0],
	['pages', 1e6, 1e6],
	['boolean', true, true],
	['boolean', 'true', true],
	['boolean', ' TRUE ', true],
	['boolean', false, false],
	['boolean', 'false', false],
	['requiredText', ' a ', 'a'],
	['requiredText', 7, '7'],
	['options', ['fax_sent', 'fax_received'], 'fax_sent|fax_received'],
	['options', 'fax_sent, FAX_RECEIVED', 'fax_sent|fax_received'],
	['options', '["fax_sent","Fax_Sent"]', 'fax_sent'],
	['option', 'clear', 'clear'],
	['option', ' Clear ', 'clear'],
	['option', 'LEAVE', 'leave'],
	['text', '  fax ', 'fax'],
	['text', 0, '0'],
	['text', 12.5, '12.5'],
	['text', true, 'true'],
	['text', 9007199254740993n, '9007199254740993'],
	['text', null, ''],
	['text', undefined, ''],
	['fullList', ' a , b ', 'a|b'],
	['fullList', ['a', ' b '], 'a|b'],
	['fullList', 7, '7'],
	['fullList', '["a", " b "]', 'a|b'],
	['fullList', ' [1,"b"] ', '1|b'],
	['fullList', '[a,b', '[a|b'],
	['fullList', '[a]', '[a]'],
	['fullList', 'b,a,b,a,c', 'b|a|c'],
	['fullList', 'a, \nb,\r\n c', 'a|b|c'],
	['fullList', 'a\nb\n', 'a|b'],
	['fullList', '["a", 7]', 'a|7'],
	['fullList', ['b', 'a', 'b'], 'b|a'],
])('a %s field reads %p as %p', (kind, value, read) => {
	expect(readers[kind](value)).toBe(read);
});

test.each(['', '  ', undefined, null, [], '[]'])('reads %j as an empty list', (value) => {
	expect(toFullList('Group IDs', value)).toEqual([]);
});

const CORRECT = 'Correct it, or check its expression\\.$';

test.each<[keyof typeof readers, unknown[], string | RegExp]>([
	[
		'seconds',
		[0, -1, 601, 'soon', '', '  ', null, undefined, Number.NaN, Infinity, true],
		new RegExp(`^"Seconds" is ".*", which isn't a number from 1 to 600\\. ${CORRECT}`),
	],
	['pages', [-1, 'many', 'Infinity'], /^"Pages" is ".+", which isn't a number of 0 or more\./],
	[
		'boolean',
		['', 'yes', '0', 1, 0, null, undefined],
		new RegExp(`^"Enabled" is ".*", which isn't true or false\\. ${CORRECT}`),
	],
	['requiredText', ['', ' ', null, undefined], '"Role" is empty'],
	['options', [[], null], '"Events" is empty. Select at least one.'],
	['options', ['fax_sent,fax_lost'], '"Events" is "fax_lost", which isn\'t one of fax_received, fax_sent.'],
	['options', [['fax_sent', null]], 'Entry 2 of 2 in "Events" is empty'],
	[
		'option',
		['', 'set', 'Leave as It Is', 1, null, undefined],
		new RegExp(`^"Numbers to Keep" is ".*", which isn't one of clear, leave\\. ${CORRECT}`),
	],
	['text', [{ id: 1 }], '{"id":1}'],
	['text', [['a']], '["a"]'],
	['text', [Number.NaN, Infinity], /must be text, but is (NaN|Infinity)\./],
	['requiredText', [Number.NaN], /must be text, but is NaN\./],
	['fullList', [{ a: 1 }, '[{"a":1}]', ['a', { b: 1 }]], '"Group IDs" must be text'],
])('a %s field refuses %j, and says why', (kind, values, message) => {
	for (const value of values) {
		expect(() => readers[kind](value)).toThrow(InputError);
		expect(() => readers[kind](value)).toThrow(message);
	}
});

test.each([
	['a,', 2, 2],
	[',a', 1, 2],
	['a,,b', 2, 3],
	['a, ,b', 2, 3],
	['a\n\nb', 2, 3],
	['a,\n,b', 2, 3],
	[',', 1, 2],
	[[null], 1, 1],
	[['a', undefined, 'b'], 2, 3],
	[['a', ' '], 2, 2],
	['["a", null]', 2, 2],
])('refuses an empty entry in the list %j: entry %i of %i', (value, entry, of) => {
	expect(() => toFullList('Group IDs', value)).toThrow(`Entry ${entry} of ${of} in "Group IDs" is empty`);
});

const FAILED = [
	'undefined',
	' null\n',
	'NaN',
	'undefined, undefined',
	'null null',
	'Invalid Date',
	'Invalid DateTime',
];
const OBJECTS = [
	'[object Object]',
	'Dear [object Object],',
	'a [object Promise]',
	'[Execute previous nodes for preview]',
];

test.each([...FAILED, ...OBJECTS])('reports a failed expression for %j', (text) => {
	const read = (): string => toText(text, 'Subject');
	expect(read).toThrow(InputError);
	expect(read).toThrow(/^"Subject" (is|contains) "/);
	// Text that isn't a field's value, such as a file name, may look like this.
	expect(toText(text)).toBe(text.trim());
});

test.each(['Null', 'null and void', 'undefined behavior', 'NaN bread', 'NULL', 'object Object', '[object]'])(
	'accepts %j as text',
	(text) => {
		expect(toText(text, 'Subject')).toBe(text);
	},
);

test.each(['\u200b', '\u200b \n\ufeff', '\u2060\u00ad', '\u3164', '\u2800'])(
	'treats %j, which is invisible, as empty',
	(text) => {
		expect(toText(text, 'Subject')).toBe('');
		expect(() => fieldValues.toRequiredText(field('Subject'), text)).toThrow('"Subject" is empty');
	},
);

test('refuses values without JSON as an object', () => {
	const circular: { self?: unknown } = {};
	circular.self = circular;
	expect(() => toText(circular, 'Subject')).toThrow('"Subject" must be text, but is an object');
});

test('a list may have 400,000 characters, which is enough for the most and longest numbers', () => {
	const numbers = Array.from({ length: 4_000 }, (_, i) => `+${String(100_000_000_000_000 + i)}`);
	expect(toFullList('To', numbers.join(',\n'))).toEqual(numbers);
	expect(toFullList('To', 'x'.repeat(400_000))).toHaveLength(1);
	expect(() => toFullList('To', 'x'.repeat(400_001))).toThrow(
		'"To" has 400001 characters, but a list can have 400000.',
	);
});

test('refuses a list of a megabyte without splitting it', () => {
	expect(() => toFullList('Tags', ','.repeat(1_000_000))).toThrow('"Tags" has 1000000 characters');
});
