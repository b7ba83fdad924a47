import { userIdField } from '../../fields/common';
import { toItems } from '../../itemCall';
import type { StagedOperation } from '../../operation';
import {
	binaryPropertyNamesField,
	fromField,
	sentFaxIdField,
	sourceField,
	textField,
	toField,
} from './sendFields';
import { guardsField } from './sendGuards';
import * as options from './sendOptions';
import { checkDraft, draftOf } from './sending/draft';
import type { SentFax } from './sending/sentFaxes';
import { resultsOf, sentFaxes } from './sending/sentFaxes';
import { noteReported, submit } from './sending/submit';
import { upload } from './sending/upload';
import * as waiting from './waiting/options';
import { requireDelivery } from './waiting/result';
import { waitOf } from './waiting/wait';

/** POST /accounts/{user_id}/files, then POST /accounts/{user_id}/outbox (docs/api.md, "Sending") */
export const send: StagedOperation = {
	value: 'send',
	name: 'Send',
	// All that an AI agent is told of the operation.
	action: 'Send a real fax, which costs and cannot be undone',
	description: 'Send files, a text or an existing fax to one or more fax numbers',
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
		bad_request:
			'Check that From is one of your own numbers, and the values of the other fields: To, the cover page, and the Fax ID where an existing fax is sent.',
		'403':
			'Check that From is one of your own numbers. If it is, the token may not do this: a personal access token needs fax:all:edit, or fax:fax:edit with fax:file:edit, and to send an existing fax or to wait fax:all:read or fax:fax:read too.',
	},
	userField: userIdField,
	fields: [fromField, toField, sourceField, binaryPropertyNamesField, textField, sentFaxIdField, guardsField],
	options: [
		options.commentOption,
		options.coverPageOption,
		options.enhancementOption,
		options.retryCountOption,
		options.retryDelayOption,
		options.sendTimeOption,
		options.tagsOption,
		waiting.failIfNotDeliveredOption,
		waiting.pollingIntervalOption,
		waiting.waitLimitOption,
		waiting.waitUntilSentOption,
	],
	check: checkDraft,
	async prepare(call) {
		const userId = call.userId();
		const wait = waitOf(call);
		const isAwaited = waiting.isAwaited(call);
		const mustBeDelivered = waiting.mustBeDelivered(call);
		const { job, documents } = await draftOf(call);
		const paths = await upload(call, userId, documents);
		let sent: SentFax[] = [];
		return {
			async carryOut(writes) {
				sent = sentFaxes(job, await submit(writes, userId, job, paths));
				noteReported(
					writes.context,
					sent.map(({ id }) => id),
				);
				return toItems(sent);
			},
			async followUp(reads, output) {
				if (!isAwaited) return output;
				const results = await resultsOf(reads, userId, sent, wait);
				if (mustBeDelivered) requireDelivery(results);
				return toItems(results);
			},
		};
	},
};
