import type { IDataObject } from 'n8n-workflow';

import { labelTextOf } from '../values/text';

/** Result of a fax. */
export type FaxOutcome = 'success' | 'failure' | 'pending';

/**
 * Advice if another try would do harm, because Fax.Plus blocks accounts with too many failed faxes
 * (docs/contributing/api.md, "Fax records").
 */
const NOT_AGAIN =
	"Don't try this number again, because Fax.Plus blocks accounts if too many of their faxes fail. Ask the recipient for the right number.";

/** Advice for the recipient of a fax that failed. The advice for each status is for the sender, who can send it again. */
const NOT_RECEIVED = "The fax wasn't received. Ask the sender to send it again.";

/** Matches statuses of faxes that the other side refused, in words that Fax.Plus is likely to use. Another try doesn't help. */
const REJECTED = /reject|unallocated|declined|refused|blocked/;

/** Meaning of a status. It has two parts, because an error about several recipients has its own advice. */
interface Meaning {
	cause: string;
	advice?: string;
}

/** Meanings of the known statuses, and what to do about them (docs/contributing/api.md, "Fax records"). */
const MEANINGS: Readonly<Record<string, Meaning>> = {
	success: { cause: 'All pages were transmitted.' },
	partially_sent: {
		cause: 'Only the first pages were transmitted, then the call dropped.',
		advice: 'Send the missing pages, or the whole fax again.',
	},
	partially_received: {
		cause: 'Only the first pages arrived, then the call dropped.',
		advice: 'Ask the sender to send the fax again.',
	},
	insufficient_credit: {
		cause: "The account doesn't have enough credit.",
		advice: 'Add credit in Fax.Plus, or wait until the plan renews, then send the fax again.',
	},
	failed: { cause: "The fax failed, and Fax.Plus doesn't report why.", advice: 'Send the fax again.' },
	failed_internal_process_error: {
		cause: 'Something went wrong at Fax.Plus itself.',
		advice: 'Send the fax again.',
	},
	failed_user_busy: { cause: 'The line was busy.', advice: 'Wait a while, then send the fax again.' },
	failed_no_answer: {
		cause: 'Nobody answered the call.',
		advice: 'Check with the recipient, then send the fax again.',
	},
	failed_unallocated_number: { cause: "The number doesn't exist.", advice: NOT_AGAIN },
	failed_invalid_number_format: {
		cause: 'The number has the wrong format.',
		advice: 'Enter it like +15550100000.',
	},
	failed_destination_not_supported: {
		cause: "Fax.Plus doesn't send faxes to this destination.",
		advice: NOT_AGAIN,
	},
	failed_mimetype_not_supported: {
		cause: "Fax.Plus doesn't accept files of this type.",
		advice: 'Send the document as a PDF.',
	},
	failed_office_converter_issue: {
		cause: "Fax.Plus couldn't convert the document.",
		advice: 'Send it as a PDF.',
	},
	failed_unknown_converter_issue: {
		cause: "Fax.Plus couldn't convert the document.",
		advice: "Send it as a PDF. Text that isn't in the Latin alphabet must also be a PDF.",
	},
	failed_convert_to_tiff_issue: {
		cause: "Fax.Plus couldn't convert the document to fax pages.",
		advice: 'Save it as a new PDF and send that.',
	},
	failed_image_preparation: {
		cause: "Fax.Plus couldn't convert the document to fax pages.",
		advice: 'Save it as a new PDF and send that.',
	},
	failed_separate_file_pages_issue: {
		cause: "Fax.Plus couldn't separate the pages of the document.",
		advice: 'Save it as a new PDF and send that.',
	},
	failed_render_header_issue: {
		cause: "Fax.Plus couldn't add the header to the pages.",
		advice: 'Send the fax again.',
	},
	failed_to_send: { cause: "Fax.Plus couldn't send the fax.", advice: 'Send the fax again.' },
	failed_normal_temporary_failure: {
		cause: 'The line failed for a moment.',
		advice: 'Wait a while, then send the fax again.',
	},
	failed_normal_clearing: {
		cause: 'The recipient hung up before the end of the fax.',
		advice: 'Check that a fax machine answers at this number, then send the fax again.',
	},
	submitted: { cause: 'The fax is waiting to be converted.' },
	converting: { cause: 'Fax.Plus is converting the document to fax pages.' },
	scheduled_for_sending: { cause: 'The fax is waiting for its time, a retry or a free line.' },
	sending: { cause: 'Fax.Plus is sending the fax right now.' },
};

/** Matches statuses of faxes that finished before all pages were transmitted. */
const FAILURE = /^(fail|partial|insufficient|cancel|reject|error)/;

/**
 * Matches failures that say nothing about the number, but are caused by the account, by Fax.Plus itself, or by the
 * document.
 */
const NOT_OF_NUMBER = /credit|internal|cancel|convert|mimetype|file|image|render/;

/**
 * Whether a fax failed because of the number or the line to it (docs/contributing/api.md, "Fax records"). A failure without a
 * known reason counts too, because Fax.Plus blocks accounts for any failures.
 */
export function isFailureOfNumber(status: unknown): boolean {
	return outcomeOf(status) === 'failure' && !NOT_OF_NUMBER.test(labelTextOf(status));
}

/** All statuses of finished faxes, if Fax.Plus documents them. */
export const FINAL_STATUSES: readonly string[] = [
	...Object.keys(MEANINGS).filter((status) => outcomeOf(status) !== 'pending'),
	'failed_fs_2',
	'failed_fs_49',
];

/**
 * Reads the outcome of a fax from its status (docs/contributing/api.md, "Fax records" and "Assumptions"). It's also a
 * failure if only the first pages were transmitted. Fax.Plus may use statuses that aren't known here. Those mean a failure
 * if their first word does, and otherwise that the fax isn't finished.
 */
export function outcomeOf(status: unknown): FaxOutcome {
	const word = labelTextOf(status);
	if (/^success/.test(word)) return 'success';
	return FAILURE.test(word) ? 'failure' : 'pending';
}

/** Matches statuses of faxes that aren't finished, in words that Fax.Plus uses for the outbox and in other likely words. */
const UNDER_WAY =
	/^(in_)?(progress|submitted|converting|scheduled|sending|receiving|pending|queued|processing|started|ringing|dialing|answered|connect|wait)/;

/**
 * Whether a fax certainly isn't finished. For an unknown status, this is false. By default, Fax.Plus lists no unfinished
 * faxes (docs/contributing/api.md, "Fax records").
 */
export function isUnderWay(status: unknown): boolean {
	return UNDER_WAY.test(labelTextOf(status));
}

/** The meaning of a status and what to do about it, in sentences. An unknown status is part of the text. */
export function meaningOf(status: unknown): string {
	const { cause, advice } = meaning(status);
	return advice === undefined ? cause : `${cause} ${advice}`;
}

/** The meaning of a status, without what to do about it. */
export function causeOf(status: unknown): string {
	return meaning(status).cause;
}

/** Whether another try at the number would only do harm. */
export function isSentInVain(status: unknown): boolean {
	return meaning(status).advice === NOT_AGAIN;
}

function meaning(status: unknown): Meaning {
	const word = labelTextOf(status);
	const known = MEANINGS[word];
	if (known !== undefined) return known;
	const words = word.replaceAll('_', ' ').trim() || 'nothing';
	const cause = `Fax.Plus reports: ${words}.`;
	if (outcomeOf(status) !== 'failure') return { cause };
	const advice = REJECTED.test(word) ? NOT_AGAIN : 'Check the fax in Fax.Plus, or send it again.';
	return { cause, advice };
}

/**
 * The meaning of a fax's status in words, with what to do about it (docs/contributing/api.md, "Fax records").
 *
 * @returns nothing for an event that doesn't show how a fax ended
 */
export function statusMeaningOf(event: unknown, { status }: IDataObject): { statusMeaning?: string } {
	if (typeof status !== 'string' || status === '') return {};
	if (event === 'fax_sent') return { statusMeaning: meaningOf(status) };
	if (event !== 'fax_received') return {};
	return { statusMeaning: isWithoutPages(status) ? NOT_RECEIVED : meaningOf(status) };
}

/** Whether a fax failed before any of its pages was transmitted. */
export function isWithoutPages(status: unknown): boolean {
	return outcomeOf(status) === 'failure' && !labelTextOf(status).startsWith('partial');
}
