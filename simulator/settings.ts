/** How the simulator answers where the service's documentation leaves it open. */
export interface Settings {
	/** Of the list of webhook endpoints. */
	webhookListShape: WebhookListShape;
	/** Milliseconds until the list of webhook endpoints shows a new one. */
	webhookListLag: number;
	/** Of the names of an event's numbers: `from` and `to`, or `from_number` and `to_number` as in the service's SDK. */
	numberSuffix: NumberSuffix;
	/** The same for fax records. */
	recordNumbers: NumberSuffix;
	/** Milliseconds until the record of a fax that was sent or has arrived can be read. */
	recordDelay: number;
	/** Milliseconds until the list of faxes shows it; never before it can be read. */
	listLag: number;
	/** Milliseconds until the document of a fax that has arrived is there. */
	documentDelay: number;
	/** Whether the list of faxes shows those that are still arriving. */
	listsFaxesInProgress: boolean;
	/** Whether the id of a fax in the outbox is that of its record, too. */
	faxIdKept: boolean;
	/** What events call a fax that has arrived: the id of its record, or that of its session, which is then another. */
	eventIds: 'record' | 'session';
	/** What they call its file: as its record does, or by a name of their own. */
	eventFiles: 'record' | 'event';
	/** Whether a fax to several numbers is one record of the outbox for each of them, or one for all. */
	outboxRecords: 'perRecipient' | 'together';
	/** Status for a fax, a fax in the outbox or a number that is not there. */
	missingStatus: 400 | 404;
	/** What comes where nothing is promised: 204 without a body, or 200 with an empty object. */
	voidAnswer: 'empty' | 'object';
	/**
	 * What a send answers whose `return_ids` is true: the ids, no `ids`, an empty object of them, or no body at all.
	 * Without `return_ids` it is the same, but for `ids`, which is then as `none`.
	 */
	idsInAnswer: 'ids' | 'none' | 'emptyObject' | 'emptyBody';
	/** Whether the list of members has the administrators too. */
	listsAdministrators: boolean;
	/** Whether an invitation of members is answered with a message, not with nothing. */
	answersInvitations: boolean;
	/** Whether a number that is assigned to a member stays with the others who have it. */
	assigningAdds: boolean;
	/** Whether the list of faxes heeds `offset`. */
	offsetHonoured: boolean;
	/** What `after` and `before` compare, and the list is sorted by. */
	listDate: 'start_time' | 'submit_time' | 'last_update';
	/** Whether a fax of the very second of `before` is listed. */
	beforeIsInclusive: boolean;
	/** Whether one of the very second of `after` is. */
	afterIsInclusive: boolean;
	/** The list of faxes gives no more at once, whatever `limit` says. */
	largestLimit: number;
	uploadStatus: 200 | 201;
	/** Beginning of the paths of uploads. */
	uploadPath: '/storage/transient-' | '/transient-';
	/** Of a request for an extraction or the text. */
	aiRequestStatus: 200 | 202;
	/** What the contacts call their groups. */
	contactGroups: 'ids' | 'names' | 'objects';
	/** Whether the list of contacts tells how many there are in all. */
	contactsTotalTold: boolean;
	/** Whether it heeds `offset`. */
	contactsOffsetHonoured: boolean;
	/** It gives no more at once, whatever `limit` says. */
	largestContactPage: number;
	/** Whether the shop's codes of areas begin with that of the country. */
	areaCodes: 'national' | 'international';
}

export type NumberSuffix = '' | '_number';

export type WebhookListShape = 'array' | 'records' | 'data' | 'data.records';

export const DEFAULT_SETTINGS: Readonly<Settings> = {
	webhookListShape: 'records',
	webhookListLag: 0,
	numberSuffix: '',
	recordNumbers: '',
	recordDelay: 0,
	listLag: 0,
	documentDelay: 0,
	listsFaxesInProgress: false,
	faxIdKept: true,
	eventIds: 'record',
	eventFiles: 'record',
	outboxRecords: 'perRecipient',
	missingStatus: 400,
	voidAnswer: 'empty',
	idsInAnswer: 'ids',
	listsAdministrators: true,
	answersInvitations: true,
	assigningAdds: true,
	offsetHonoured: true,
	listDate: 'start_time',
	beforeIsInclusive: false,
	afterIsInclusive: true,
	largestLimit: 1000,
	uploadStatus: 201,
	uploadPath: '/storage/transient-',
	aiRequestStatus: 200,
	contactGroups: 'ids',
	contactsTotalTold: true,
	contactsOffsetHonoured: true,
	largestContactPage: 50,
	areaCodes: 'national',
};

/** Sets what is among the values; they may hold other things, which are left alone. */
export function applySettings(settings: Settings, values: object): void {
	const known = Object.entries(values).filter(
		([name, value]) => name in DEFAULT_SETTINGS && value !== undefined,
	);
	Object.assign(settings, Object.fromEntries(known));
}
