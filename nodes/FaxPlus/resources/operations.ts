// `npm run generate` writes this file. It lists every file in the folders next to it that exports an operation.
import type { Operation } from '../operation/operation';
import { get as accessTokenGet } from './accessToken/get';
import { check as accountCheck } from './account/check';
import { get as accountGet } from './account/get';
import { getPlan as accountGetPlan } from './account/getPlan';
import { get as aiCreditGet } from './aiCredit/get';
import { getAll as contactGetAll } from './contact/getAll';
import { deleteOperation as contactGroupDelete } from './contactGroup/delete';
import { share as contactGroupShare } from './contactGroup/share';
import { create as customFieldCreate } from './customField/create';
import { getAll as customFieldGetAll } from './customField/getAll';
import { update as customFieldUpdate } from './customField/update';
import { deleteOperation as faxDelete } from './fax/delete';
import { download as faxDownload } from './fax/download';
import { get as faxGet } from './fax/get';
import { getAll as faxGetAll } from './fax/getAll';
import { getProof as faxGetProof } from './fax/getProof';
import { getReport as faxGetReport } from './fax/getReport';
import { getThumbnail as faxGetThumbnail } from './fax/getThumbnail';
import { send as faxSend } from './fax/send';
import { update as faxUpdate } from './fax/update';
import { waitForResult as faxWaitForResult } from './fax/waitForResult';
import { get as faxTextGet } from './faxText/get';
import { correct as fieldExtractionCorrect } from './fieldExtraction/correct';
import { get as fieldExtractionGet } from './fieldExtraction/get';
import { create as legacyHookCreate } from './legacyHook/create';
import { deleteOperation as legacyHookDelete } from './legacyHook/delete';
import { getAll as legacyHookGetAll } from './legacyHook/getAll';
import { get as memberGet } from './member/get';
import { getAll as memberGetAll } from './member/getAll';
import { invite as memberInvite } from './member/invite';
import { update as memberUpdate } from './member/update';
import { assign as numberAssign } from './number/assign';
import { get as numberGet } from './number/get';
import { getAll as numberGetAll } from './number/getAll';
import { revoke as numberRevoke } from './number/revoke';
import { deleteOperation as outboxFaxDelete } from './outboxFax/delete';
import { get as outboxFaxGet } from './outboxFax/get';
import { getAll as outboxFaxGetAll } from './outboxFax/getAll';
import { update as outboxFaxUpdate } from './outboxFax/update';
import { getAreas as shopGetAreas } from './shop/getAreas';
import { getBalance as shopGetBalance } from './shop/getBalance';
import { getCountries as shopGetCountries } from './shop/getCountries';
import { purchaseNumber as shopPurchaseNumber } from './shop/purchaseNumber';
import { searchNumbers as shopSearchNumbers } from './shop/searchNumbers';
import { check as webhookEndpointCheck } from './webhookEndpoint/check';
import { create as webhookEndpointCreate } from './webhookEndpoint/create';
import { deleteOperation as webhookEndpointDelete } from './webhookEndpoint/delete';
import { getAll as webhookEndpointGetAll } from './webhookEndpoint/getAll';
import { update as webhookEndpointUpdate } from './webhookEndpoint/update';

/** The operations of a resource, by the names of their files. */
type Operations = Readonly<Record<string, Operation>>;

export const accessToken: Operations = {
	get: accessTokenGet,
};

export const account: Operations = {
	check: accountCheck,
	get: accountGet,
	getPlan: accountGetPlan,
};

export const aiCredit: Operations = {
	get: aiCreditGet,
};

export const contact: Operations = {
	getAll: contactGetAll,
};

export const contactGroup: Operations = {
	delete: contactGroupDelete,
	share: contactGroupShare,
};

export const customField: Operations = {
	create: customFieldCreate,
	getAll: customFieldGetAll,
	update: customFieldUpdate,
};

export const fax: Operations = {
	delete: faxDelete,
	download: faxDownload,
	get: faxGet,
	getAll: faxGetAll,
	getProof: faxGetProof,
	getReport: faxGetReport,
	getThumbnail: faxGetThumbnail,
	send: faxSend,
	update: faxUpdate,
	waitForResult: faxWaitForResult,
};

export const faxText: Operations = {
	get: faxTextGet,
};

export const fieldExtraction: Operations = {
	correct: fieldExtractionCorrect,
	get: fieldExtractionGet,
};

export const legacyHook: Operations = {
	create: legacyHookCreate,
	delete: legacyHookDelete,
	getAll: legacyHookGetAll,
};

export const member: Operations = {
	get: memberGet,
	getAll: memberGetAll,
	invite: memberInvite,
	update: memberUpdate,
};

export const number: Operations = {
	assign: numberAssign,
	get: numberGet,
	getAll: numberGetAll,
	revoke: numberRevoke,
};

export const outboxFax: Operations = {
	delete: outboxFaxDelete,
	get: outboxFaxGet,
	getAll: outboxFaxGetAll,
	update: outboxFaxUpdate,
};

export const shop: Operations = {
	getAreas: shopGetAreas,
	getBalance: shopGetBalance,
	getCountries: shopGetCountries,
	purchaseNumber: shopPurchaseNumber,
	searchNumbers: shopSearchNumbers,
};

export const webhookEndpoint: Operations = {
	check: webhookEndpointCheck,
	create: webhookEndpointCreate,
	delete: webhookEndpointDelete,
	getAll: webhookEndpointGetAll,
	update: webhookEndpointUpdate,
};
