import { inOneMessage, toNodeError } from '../../../shared/editor/errors';
import { beforeAnyChange, ServiceFault } from '../../../shared/http/faults';
import { DOCUMENT_NOT_READ } from '../../../shared/files/fileAtUrl';
import { saveFaxIds } from '../../../shared/faxes/customData';
import { logNumbersOption } from '../../../shared/audit';
import { userIdField } from '../../fields/common';
import type { PrepareCall } from '../../operation/itemCall';
import { toItems, type StagedOperation, type Stages } from '../../operation/operation';
import * as field from './sending/read/sendFields';
import { sendBetweenOption } from './sending/read/sendBetween';
import { withEvidence } from './sending/prepare/digests';
import { begunEarlier, foundAgain, foundLater, type EarlierSend } from './sending/submit/earlierSends';
import { EARLIER_FAXES_NOT_READ } from './sending/guard/earlierFaxes';
import { guardedFields, guardsField, strayGuards } from './sending/guard/guards';
import { withRefusalsAudited } from './sending/guard/refused';
import { prepared } from './sending/prepare/prepare';
import { sentOnce } from './sending/submit/submit';
import { checked, checkOutput, noteReviewed } from './sending/check/check';
import { validate, type CheckItem, type SendItem, type ValidSend } from './sending/guard/validate';
import * as waiting from './waiting/options';
import type { WaitTerms } from './waiting/options';
import { idsOf, type FaxResult, type SentFax } from './waiting/faxResult';
import { requireDelivery, waitedFor } from './waiting/waitForSend';
import { wordsForCarriedOut } from './waiting/resultTexts';

/** POST /accounts/{user_id}/files, then POST /accounts/{user_id}/outbox (docs/contributing/api.md, "Sending") */
export const send: StagedOperation<SendItem | CheckItem> = {
	value: 'send',
	name: 'Send',
	action: 'Send fax',
	description: 'Send files, text, a file from a URL or an existing fax to fax numbers',
	caution: "Each is a real fax. It costs money and can't be undone.",
	kind: 'staged',
	refusesRetryOnFail: true,
	scopes: [
		'fax:all:edit',
		'fax:fax:edit with fax:file:edit',
		'and to send an existing fax, to wait or to look at earlier faxes also fax:all:read or fax:fax:read',
	],
	effect: 'the fax was sent',
	ifNotDone: "The fax wasn't sent.",
	howToCheck:
		'Before you send it again, wait a few minutes. Then check the outbox and the sent faxes, in Fax.Plus or with "Get Many". Otherwise, the recipient may get the fax twice.',
	advice: {
		'413': 'Fax.Plus accepts 150 MB in one fax. Send smaller files or several faxes.',
		fax_not_found:
			'Check "Fax". Fax.Plus can\'t find it. It may have been deleted, or belong to another account.',
		[DOCUMENT_NOT_READ]:
			'Check "URL". It must be the address of the file itself, and open without a login from the machine that runs n8n. To use a login, download the file with the HTTP Request node, and select "Files of the Item" under "Document".',
		[EARLIER_FAXES_NOT_READ]:
			'Try again later. If that fails too, check that the token has fax:all:read or fax:fax:read. A person can also remove what needs earlier faxes.',
		bad_request:
			'Check that "From" is one of your own numbers. Then check "To" and "Cover Page". An extension in "From" and "Resolution" aren\'t documented, so try without them.',
		'403':
			'Check that "From" is one of your own numbers. If it is, the token lacks a scope. Sending needs fax:all:edit, or fax:fax:edit with fax:file:edit. Waiting, or sending an existing fax, also needs fax:all:read or fax:fax:read.',
	},
	userField: userIdField,
	output: { id: 'string?', to: 'string', from: 'string', status: 'string' },
	checkOutput,
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
		field.checkOnlyField,
	],
	lastFields: [guardsField, ...strayGuards],
	guardedInTool: guardedFields,
	options: [
		field.allowHttpOption,
		field.commentOption,
		field.countryOption,
		field.coverPageOption,
		field.enhancementOption,
		field.evidenceOption,
		logNumbersOption,
		field.resolutionOption,
		field.retryCountOption,
		field.retryDelayOption,
		field.minutesBetweenOption,
		sendBetweenOption,
		field.sendTimeOption,
		field.tagsOption,
		...waiting.switchedWaitOptions,
	],
	takesRefusal: true,
	async validate(call, refusal) {
		const item = await withRefusalsAudited(call, async () => validate(call, refusal));
		if ('review' in item) noteReviewed(call, item);
		return item;
	},
	inWords: wordsForCarriedOut,
	async prepare(call, item) {
		if ('review' in item) return await checked(call, item, (error) => inOneText(call, error));
		await item.once.recordStart();
		if (item.valid) return await newSend(call, item, item.valid);
		return earlierSend(call, begunEarlier(call, item));
	},
};

/** Returns the text of an error as the node would show it, including what to do. */
function inOneText({ context, itemIndex }: PrepareCall, cause: unknown): string {
	const fault = cause instanceof ServiceFault ? beforeAnyChange(cause) : cause;
	return inOneMessage(toNodeError(context.getNode(), fault, { ...send, hasTimeout: true }, itemIndex))
		.message;
}

type SendStages = Stages<SentFax[], FaxResult[]>;

async function newSend(call: PrepareCall, item: SendItem, valid: ValidSend): Promise<SendStages> {
	const ready = await withRefusalsAudited(call, async () => prepared(call, item, valid));
	const returnsEvidence = call.options.isOn(field.evidenceOption);
	const { wait } = valid.terms;
	return {
		async carryOut(writes) {
			const sent = await withRefusalsAudited(writes, async () => sentOnce(writes, ready));
			saveFaxIds(
				writes.context,
				sent.map(({ id }) => id),
			);
			return returnsEvidence ? withEvidence(sent, ready.evidence) : sent;
		},
		followUp: async (reads, sent) => (wait ? await waitedFor(reads, ready.userId, sent, wait, true) : sent),
		...ending(valid.terms),
	};
}

/** Looks for a fax that an earlier attempt of the execution may have sent. Nothing is uploaded or sent. */
function earlierSend(call: PrepareCall, send: EarlierSend): SendStages {
	const returnsEvidence = call.options.isOn(field.evidenceOption);
	const { wait } = send.terms;
	return {
		carryOut: async (writes) => await foundAgain(writes, send),
		async followUp(reads, foundBefore) {
			const found = await foundLater(reads, send, foundBefore);
			// The current documents may differ from the ones that were sent.
			const faxes = returnsEvidence ? withEvidence(found, null) : found;
			return wait ? await waitedFor(reads, send.userId, faxes, wait, false) : faxes;
		},
		...ending(send.terms),
	};
}

/**
 * Returns the last steps of a send, which are the same for a new and an earlier one. They create the output, and fail the
 * item if delivery is required but not certain.
 */
function ending({ wait, isDeliveryRequired }: WaitTerms): Pick<SendStages, 'judge' | 'outputOf'> {
	return {
		judge(reads, results) {
			saveFaxIds(reads.context, results.flatMap(idsOf));
			if (wait && isDeliveryRequired) requireDelivery(reads, results);
		},
		outputOf: toItems,
	};
}
