import { DOCUMENT_NOT_READ } from '../../../shared/files/fileAtUrl';
import { userIdField } from '../../fields/common';
import type { PrepareCall } from '../../itemCall';
import type { EarlierAttempts } from '../../once/once';
import { toItems, type StagedOperation, type Stages } from '../../operation';
import * as field from './sendFields';
import { withEvidence } from './sending/digests';
import { validate, validated, type Draft } from './sending/draft';
import { begunEarlier, foundAgain, foundLater } from './sending/earlierSends';
import { guardsField, strayGuards } from './sending/guards';
import { prepared } from './sending/prepare';
import { sendsOnce } from './sending/sendsOnce';
import { sentOnce } from './sending/submit';
import * as waiting from './waiting/options';
import { requireDelivery, waitedFor, type FaxResult, type SentFax } from './waiting/result';
import { wordsForCarriedOut } from './waiting/words';

/** POST /accounts/{user_id}/files, then POST /accounts/{user_id}/outbox (docs/api.md, "Sending") */
export const send: StagedOperation = {
	value: 'send',
	name: 'Send',
	action: 'Send fax',
	description: 'Send files, a text, a file at an address or an existing fax to one or more fax numbers',
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
		'Before you send it again, wait a few minutes, and look at the outbox and at the sent faxes, in Fax.Plus or with "Get Many": a second fax reaches the recipient too.',
	advice: {
		'413':
			'Check the size of the files: 150 MB in all is the most that the service takes in one fax. Send several faxes.',
		fax_not_found:
			'Check Fax: the service found nothing with it. It may have been deleted, or belong to another account.',
		[DOCUMENT_NOT_READ]:
			'Check URL, whether it is the address of the file and not of a page that shows it, and whether it can be opened without a login and from the machine that n8n runs on. To read it with a credential, use n8n\'s "HTTP Request" node, and Files of the Item under Document.',
		bad_request:
			'Check that From is one of your own numbers, and the values of the other fields: To and the cover page.',
		'403':
			'Check that From is one of your own numbers. If it is, the token may not do this: a personal access token needs fax:all:edit, or fax:fax:edit with fax:file:edit, and to send an existing fax or to wait fax:all:read or fax:fax:read too.',
	},
	userField: userIdField,
	output: { id: 'string?', to: 'string', from: 'string', status: 'string' },
	fields: [
		field.costNotice,
		field.guardsNotice,
		field.fromField,
		field.toField,
		field.sourceField,
		field.binaryPropertyNamesField,
		field.textField,
		field.documentUrlField,
		field.base64Field,
		field.fileNameField,
		field.sentFaxIdField,
		waiting.waitUntilSentField,
		guardsField,
		...strayGuards,
	],
	options: [
		field.allowHttpOption,
		field.commentOption,
		field.countryOption,
		field.coverPageOption,
		field.enhancementOption,
		field.evidenceOption,
		field.retryCountOption,
		field.retryDelayOption,
		field.sendTimeOption,
		field.tagsOption,
		...waiting.switchedWaitOptions,
	],
	validate,
	inWords: wordsForCarriedOut,
	async prepare(call) {
		const did = await (await sendsOnce(call.context)).earlier(call.itemIndex);
		const draft = validated(call);
		return did === 'nothing' && draft ? await newSend(call, draft) : earlierSend(call, did);
	},
};

async function newSend(call: PrepareCall, draft: Draft): Promise<Stages> {
	const ready = await prepared(call, draft);
	const tellsEvidence = call.options.isOn(field.evidenceOption);
	const { wait, isDeliveryRequired } = draft.terms;
	let sent: SentFax[] = [];
	let results: FaxResult[] = [];
	return {
		async carryOut(writes) {
			sent = await sentOnce(writes, ready);
			if (tellsEvidence) sent = withEvidence(sent, ready.evidence);
			return toItems(sent);
		},
		async followUp(reads) {
			results = wait ? await waitedFor(reads, draft.userId, sent, wait, true) : sent;
			return toItems(results);
		},
		judge(reads) {
			if (wait && isDeliveryRequired) requireDelivery(reads, results);
		},
	};
}

/** Nothing is uploaded where an earlier attempt of the execution may have sent the fax. */
function earlierSend(call: PrepareCall, did: EarlierAttempts): Stages {
	const send = begunEarlier(call, did);
	const tellsEvidence = call.options.isOn(field.evidenceOption);
	const { wait, isDeliveryRequired } = send.terms;
	let found: SentFax[] = [];
	let results: FaxResult[] = [];
	return {
		async carryOut(writes) {
			found = await foundAgain(writes, send);
			return toItems(found);
		},
		async followUp(reads) {
			found = await foundLater(reads, send, found);
			// The documents of now may not be those that were sent.
			if (tellsEvidence) found = withEvidence(found, null);
			results = wait ? await waitedFor(reads, send.userId, found, wait, false) : found;
			return toItems(results);
		},
		judge(reads) {
			if (wait && isDeliveryRequired) requireDelivery(reads, results);
		},
	};
}
