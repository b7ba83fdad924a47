import type { Subject } from './finding';
import { administrator, plan, status } from './person/account';
import { accessToken, expiry, scopes } from './person/accessToken';
import { clock } from './person/clock';
import { balance, credits } from './person/funds';
import { numbers } from './person/numbers';
import { endpoints, webhooks } from './person/webhooks';
import { areaCodes } from './readings/areas';
import { bounds } from './readings/bounds';
import { contactGroups, contactOffset, contactPage, contactTotal } from './readings/contacts';
import { documents } from './readings/documents';
import { ids } from './readings/ids';
import { listDate } from './readings/listDate';
import { inProgress, lag } from './readings/listing';
import { administrators } from './readings/members';
import { missing } from './readings/missing';
import { numberNames } from './readings/numberNames';
import { keptId, outboxRecords } from './readings/outbox';
import { faxOffset, faxPage } from './readings/pages';
import { webhookWrapper, wrappers } from './readings/wrappers';
import { writes } from './readings/writes';

/** What a person wants to know of the account, in this order. */
export const FOR_THE_PERSON: readonly Subject[] = [
	...[accessToken, scopes, expiry, plan, administrator, status, numbers],
	...[webhooks, endpoints, credits, balance, clock],
];

/** What docs/api.md leaves open. A reading that is added here comes out as an item and stands in the report. */
export const OF_THE_SERVICE: readonly Subject[] = [
	...[outboxRecords, numberNames, listDate, bounds, faxOffset, faxPage, inProgress, lag],
	...[webhookWrapper, wrappers, ids, missing, documents, administrators],
	...[contactTotal, contactOffset, contactPage, contactGroups, areaCodes, writes, keptId],
];
