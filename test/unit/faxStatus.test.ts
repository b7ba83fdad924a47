import { FINAL_STATUSES, meaningOf, outcomeOf } from '../../nodes/shared/faxes/faxStatus';

const KNOWN_FAILURES = [
	'partially_sent',
	'partially_received',
	'insufficient_credit',
	'failed',
	'failed_internal_process_error',
	'failed_user_busy',
	'failed_no_answer',
	'failed_unallocated_number',
	'failed_office_converter_issue',
	'failed_separate_file_pages_issue',
	'failed_render_header_issue',
	'failed_invalid_number_format',
	'failed_mimetype_not_supported',
	'failed_destination_not_supported',
	'failed_image_preparation',
	'failed_to_send',
	'failed_normal_temporary_failure',
	'failed_unknown_converter_issue',
	'failed_normal_clearing',
	'failed_convert_to_tiff_issue',
	'failed_fs_49',
	'failed_fs_2',
];

const UNDER_WAY = ['submitted', 'converting', 'scheduled_for_sending', 'sending'];

describe('the result of a fax', () => {
	test.each(KNOWN_FAILURES)('%s is a failure', (status) => {
		expect(outcomeOf(status)).toBe('failure');
	});

	test.each(UNDER_WAY)("%s isn't final", (status) => {
		expect(outcomeOf(status)).toBe('pending');
	});

	test.each([
		['success', 'success'],
		['failed_for_a_new_reason', 'failure'],
		['failure', 'failure'],
		['partially_delivered', 'failure'],
		['canceled', 'failure'],
		['rejected_by_recipient', 'failure'],
		['queued', 'pending'],
		['in_progress', 'pending'],
		['', 'pending'],
	])('for success or an unknown status "%s" depends on its first word: %s', (status, outcome) => {
		expect(outcomeOf(status)).toBe(outcome);
	});

	test('the filter offers each final status once', () => {
		expect([...FINAL_STATUSES].sort()).toEqual([...KNOWN_FAILURES, 'success'].sort());
	});
});

describe('the meaning of a status', () => {
	test.each([...KNOWN_FAILURES, ...UNDER_WAY, 'success', 'queued', 'failed_for_a_new_reason', ''])(
		'of "%s" is in whole sentences',
		(status) => {
			expect(meaningOf(status)).toMatch(/^[A-Z].*\.$/);
			expect(meaningOf(status)).not.toContain('_');
		},
	);

	// Matches a description that tells people not to try the number again, and doesn't recommend sending the fax again.
	const NOT_AGAIN = /^(?!.*[Ss]end the fax again).*Don't try this number again/;

	test.each([
		['partially_sent', /first pages/],
		['partially_received', /first pages/],
		['failed_unallocated_number', NOT_AGAIN],
		['failed_destination_not_supported', NOT_AGAIN],
		['rejected_by_recipient', NOT_AGAIN],
		['failed_call_rejected', NOT_AGAIN],
		['failed_user_busy', /send the fax again/i],
		['failed_no_answer', /send the fax again/i],
		['failed_normal_temporary_failure', /send the fax again/i],
		['failed_fs_49', /^Fax\.Plus reports: failed fs 49\. Check the fax in Fax\.Plus, or send it again\.$/],
	])('of %s says what to do: %s', (status, words) => {
		expect(meaningOf(status)).toMatch(words);
	});
});
