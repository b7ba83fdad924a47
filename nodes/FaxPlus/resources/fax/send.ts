import { DOCUMENT_NOT_READ } from '../../../shared/files/fileAtUrl';
import { fromServiceForm } from '../../../shared/values/times';
import { userIdField } from '../../fields/common';
import { waitOf, type Wait } from '../../fields/waitOptions';
import type { PrepareCall, WriteCall } from '../../itemCall';
import type { Earlier } from '../../once/once';
import { toItems, type StagedOperation } from '../../operation';
import * as field from './sendFields';
import { Digests, type DocumentEvidence } from './sending/digests';
import { documentsOf, upload } from './sending/documents';
import { foundAgain, sendsOnce, sentEarlier } from './sending/earlierSends';
import { addressRuleOf, validateDraft, draftOf, guardsField, guardsOf } from './sending/guards';
import { addressedOf } from './sending/job';
import { submit } from './sending/submit';
import * as waiting from './waiting/options';
import { requireDelivery, resultsOf, type SentFax } from './waiting/result';

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
		'Before you send it again, look at the outbox and at the sent faxes, in Fax.Plus or with "Get Many": a second fax reaches the recipient too.',
	advice: {
		'413':
			'Check the size of the files: 150 MB in all is the most that the service takes in one fax. Send several faxes.',
		fax_not_found:
			'Check Fax: the service found nothing with it. It may have been deleted, or belong to another account.',
		[DOCUMENT_NOT_READ]:
			'Check URL, and whether it can be opened without a login and from the machine that n8n runs on. To read it with a credential, use n8n\'s "HTTP Request" node, and Files of the Item under Document.',
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
	],
	options: [
		field.allowHttpOption,
		field.commentOption,
		field.coverPageOption,
		field.enhancementOption,
		field.evidenceOption,
		field.retryCountOption,
		field.retryDelayOption,
		field.sendTimeOption,
		field.tagsOption,
		...waiting.switchedWaitOptions,
	],
	validate: validateDraft,
	async prepare(call) {
		const userId = call.userId();
		const wait = call.isOn(waiting.waitUntilSentField) ? waitOf(call) : undefined;
		const isRequired = waiting.mustBeDelivered(call);
		const earlier = await sendsOnce(call.context).earlier(call.itemIndex);
		const { submitting, evidence } =
			earlier === 'nothing' ? await newSend(call, userId, wait) : earlierSend(call, userId, earlier);
		const told = call.options.isOn(field.evidenceOption) ? { evidence } : {};
		let sent: SentFax[] = [];
		return {
			async carryOut(writes) {
				sent = (await submitting(writes)).map((fax) => ({ ...fax, ...told }));
				return toItems(sent);
			},
			async followUp(reads) {
				if (earlier === 'done') {
					const again = await foundAgain(reads, userId, addressedOf(call), sent, wait);
					sent = again.map((fax) => ({ ...fax, ...told }));
				}
				if (!wait) return toItems(sent);
				const results = await resultsOf(reads, userId, sent, wait, earlier === 'nothing');
				if (isRequired) requireDelivery(results);
				return toItems(results);
			},
		};
	},
};

/** A fax that is ready to be sent, or perhaps was by an earlier attempt of the execution. */
interface Prepared {
	submitting: (call: WriteCall) => Promise<SentFax[]>;
	/** Null where the documents of now may not be those that were sent. */
	evidence: DocumentEvidence[] | null;
}

async function newSend(call: PrepareCall, userId: string, wait: Wait | undefined): Promise<Prepared> {
	const { job, source } = await draftOf(call);
	if (wait) waiting.requireTimeWithin(fromServiceForm(job.send_time), wait.limit);
	const digests = new Digests(await documentsOf(call, source, addressRuleOf(call)));
	const paths = await upload(call, userId, digests.files);
	const { evidence } = digests;
	// Of an existing fax the service may make another file each time.
	const content = source.kind === 'fax' ? `fax ${source.faxId}` : JSON.stringify(evidence);
	const unrepeated = guardsOf(call).refuseSameFax ? content : undefined;
	const send = { userId, job, paths, unrepeated };
	return { submitting: async (writes) => await submit({ ...send, call: writes }), evidence };
}

/** Nothing is uploaded where an earlier attempt of the execution may have sent the fax. */
function earlierSend(call: PrepareCall, userId: string, earlier: Exclude<Earlier, 'nothing'>): Prepared {
	const addressed = addressedOf(call);
	return {
		submitting: async (writes) => await sentEarlier(writes, userId, addressed, earlier),
		evidence: null,
	};
}
