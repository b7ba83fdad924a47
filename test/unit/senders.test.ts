import type { ItemFields } from '../../nodes/FaxPlus/fields/itemFields';
import { senderOf } from '../../nodes/FaxPlus/resources/fax/sending/read/job';

/** Reads the field "From" of a send in which no country is selected. */
function read(from: unknown): string {
	return senderOf({ value: () => from, options: { choice: () => '' } } as unknown as ItemFields);
}

test.each([
	['+1 (555) 010-0000', '+15550100000'],
	['+1 (555) 010-0000 *12', '+15550100000*12'],
	['+15550100000*1, +15550100000**23', '+15550100000*1,+15550100000**23'],
	['+15550100000**********123456789012345', '+15550100000**********123456789012345'],
	['No_Number', 'no_number'],
])('"%s" is sent as "%s"', (from, sent) => {
	expect(read(from)).toBe(sent);
});

test.each([
	'+15550100000*',
	'+15550100000*ab',
	'*12',
	'+15550100000*1*2',
	'+15550100000***********1',
	'+15550100000*1234567890123456',
])('"%s" is refused for its asterisk, with an example of an extension', (from) => {
	expect(() => read(from)).toThrow(
		`"From": "${from}" has an asterisk, but no extension after it. An extension has up to 15 digits, as in +15550100000*12.`,
	);
});
