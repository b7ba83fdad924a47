import { fromServiceForm } from '../../../shared/values/times';
import { userIdField } from '../../fields/common';
import { waitOf, type Wait } from '../../fields/waitOptions';
import type { PrepareCall, WriteCall } from '../../itemCall';
import type { Earlier } from '../../once/once';
import { toItems, type StagedOperation } from '../../operation';
import * as field from './sendFields';
import { guardsField } from './sendGuards';
import * as options from './sendOptions';
import { documentsOf } from './sending/documents';
import { checkDraft, draftOf } from './sending/draft';
import { resultsOf, sentFaxes, type SentFax } from './sending/sentFaxes';
import { sendsOnce, sentEarlier } from './sending/earlierSends';
import { addressedOf } from './sending/job';
import { noteReported } from './sending/submission';
import { submit } from './sending/submit';
import { upload } from './sending/upload';
import * as waiting from './waiting/options';
import { requireDelivery } from './waiting/result';

/** POST /accounts/{user_id}/files, then POST /accounts/{user_id}/outbox (docs/api.md, "Sending") */
export const send: StagedOperation = {
	value: 'send',
	name: 'Send',
	action: 'Send fax',
	description: 'Send files, a text or an existing fax to one or more fax numbers',
	caution: 'Each is a real fax, which costs money and cannot be undone.',
	kind: 'staged',
	refusesRetryOnFail: true,
	scopes: [
		'fax:all:edit',
		'fax:fax:edit with fax:file:edit',
		'and to send an existing fax or to wait fax:all:read or fax:fax:read too',
	],
	effect: 'the fax was sent',
	ifNotDone: 'The fax was not sent.',
	howToCheck:
		'Before you send it again, look at the outbox and at the sent faxes, in Fax.Plus or with "Get Many": a second fax reaches the recipient too.',
	advice: {
		'413':
			'Check the size of the files: 150 MB in all is the most that the service takes in one fax. Send several faxes.',
		fax_not_found:
			'Check Fax: the service found nothing with it. It may have been deleted, or belong to another account.',
		bad_request:
			'Check that From is one of your own numbers, and the values of the other fields: To and the cover page.',
		'403':
			'Check that From is one of your own numbers. If it is, the token may not do this: a personal access token needs fax:all:edit, or fax:fax:edit with fax:file:edit, and to send an existing fax or to wait fax:all:read or fax:fax:read too.',
	},
	userField: userIdField,
	fields: [
		field.costNotice,
		field.fromField,
		field.toField,
		field.sourceField,
		field.binaryPropertyNamesField,
		field.textField,
		field.sentFaxIdField,
		waiting.waitUntilSentField,
		guardsField,
	],
	options: [
		options.commentOption,
		options.coverPageOption,
		options.enhancementOption,
		options.retryCountOption,
		options.retryDelayOption,
		options.sendTimeOption,
		options.tagsOption,
		...waiting.switchedWaitOptions,
	],
	check: checkDraft,
	async prepare(call) {
		const userId = call.userId();
		const wait = call.isOn(waiting.waitUntilSentField) ? waitOf(call) : undefined;
		const mustBeDelivered = waiting.mustBeDelivered(call);
		const earlier = await sendsOnce.earlier(call);
		const submitting =
			earlier === 'nothing' ? await submission(call, userId, wait) : earlierSubmission(call, userId, earlier);
		let sent: SentFax[] = [];
		const period = { begin: 0, end: 0 };
		return {
			async carryOut(writes) {
				period.begin = performance.now();
				sent = await submitting(writes);
				period.end = performance.now();
				noteReported(writes, sent);
				return toItems(sent);
			},
			async followUp(reads, output) {
				if (!wait) return output;
				const sentNow = earlier === 'nothing' ? period : undefined;
				const results = await resultsOf(reads, userId, sent, wait, sentNow);
				if (mustBeDelivered) requireDelivery(results);
				return toItems(results);
			},
		};
	},
};

type Submitting = (call: WriteCall) => Promise<SentFax[]>;

/** Uploads the documents of an item. */
async function submission(call: PrepareCall, userId: string, wait: Wait | undefined): Promise<Submitting> {
	const { job, source } = await draftOf(call);
	if (wait) waiting.requireTimeWithin(fromServiceForm(job.send_time), wait.limit);
	const paths = await upload(call, userId, await documentsOf(call, source));
	return async (writes) => sentFaxes(job, await submit({ call: writes, userId, job, paths }));
}

/** Nothing is uploaded where an earlier attempt of the execution may have sent the fax. */
function earlierSubmission(
	call: PrepareCall,
	userId: string,
	earlier: Exclude<Earlier, 'nothing'>,
): Submitting {
	const addressed = addressedOf(call);
	return async (writes) => sentFaxes(addressed, await sentEarlier(writes, userId, addressed, earlier));
}
