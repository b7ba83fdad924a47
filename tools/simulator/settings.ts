/** How the simulator answers where the service's documentation leaves it open: as it does unless it is told otherwise. */
export const DEFAULT_SETTINGS = {
	/** Of the list of webhook endpoints. */
	webhookListShape: 'records' as WebhookListShape,
	/** Milliseconds until the list of webhook endpoints shows a new one. */
	webhookListLag: 0,
	/** Of the names of an event's numbers: `from` and `to`, or `from_number` and `to_number` as in the service's SDK. */
	numberSuffix: '' as NumberSuffix,
	/** The same for fax records. */
	recordNumbers: '' as NumberSuffix,
	/** Milliseconds until the record of a fax that was sent or has arrived can be read. */
	recordDelay: 0,
	/** Milliseconds until the list of faxes shows it; never before it can be read. */
	listLag: 0,
	/** Milliseconds until the document of a fax that has arrived is there. */
	documentDelay: 0,
	/** Whether the list of faxes shows those that are still arriving. */
	listsFaxesInProgress: false,
	/** Whether the id of a fax in the outbox is that of its record, too. */
	faxIdKept: true,
	/** What events call a fax that has arrived: the id of its record, or that of its session, which is then another. */
	eventIds: 'record' as 'record' | 'session',
	/** What they call its file: as its record does, or by a name of their own. */
	eventFiles: 'record' as 'record' | 'event',
	/** Whether a fax to several numbers is one record of the outbox for each of them, or one for all. */
	outboxRecords: 'perRecipient' as 'perRecipient' | 'together',
	/** Status for a fax, a fax in the outbox or a number that is not there. */
	missingStatus: 400 as 400 | 404,
	/** What comes where nothing is promised: 204 without a body, or 200 with an empty object. */
	voidAnswer: 'empty' as 'empty' | 'object',
	/**
	 * What a send answers whose `return_ids` is true: the ids, no `ids`, an empty object of them, or no body at all.
	 * Without `return_ids` it is the same, but for `ids`, which is then as `none`.
	 */
	idsInAnswer: 'ids' as 'ids' | 'none' | 'emptyObject' | 'emptyBody',
	/** Whether the list of members has the administrators too. */
	listsAdministrators: true,
	/** Whether an invitation of members is answered with a message, not with nothing. */
	answersInvitations: true,
	/** Whether a number that is assigned to a member stays with the others who have it. */
	assigningAdds: true,
	/** Whether the list of faxes uses `offset`. */
	usesOffset: true,
	/** What `after` and `before` compare, and the list is sorted by. */
	listDate: 'start_time' as 'start_time' | 'submit_time' | 'last_update',
	/** Whether a fax of the very second of `before` is listed. */
	beforeIsInclusive: false,
	/** Whether one of the very second of `after` is. */
	afterIsInclusive: true,
	/** The most faxes on one page, whatever `limit` says. Less than 50 contradicts docs/contributing/api.md, "Pages". */
	maxPageSize: 1000,
	uploadStatus: 201 as 200 | 201,
	/** Beginning of the paths of uploads. */
	uploadPath: '/storage/transient-' as '/storage/transient-' | '/transient-',
	/** Of a request for an extraction or the text. */
	aiRequestStatus: 200 as 200 | 202,
	/** What the contacts call their groups. */
	contactGroups: 'ids' as 'ids' | 'names' | 'objects',
	/** Whether the list of contacts returns how many there are in all. */
	returnsContactTotal: true,
	/** Whether the list of contacts uses `offset`. */
	usesContactOffset: true,
	/** The most contacts on one page, whatever `limit` says. Less than 50 contradicts docs/contributing/api.md, "Pages". */
	maxContactPageSize: 50,
	/** Whether the shop's codes of areas begin with that of the country. */
	areaCodes: 'national' as 'national' | 'international',
	/** Whether the shop lists only numbers that contain the requested digits. */
	filtersByDigits: true,
	/** Where the authorization server looks for a refresh token and its grant type. */
	refreshParameters: 'either' as 'either' | 'query' | 'body',
};

export type Settings = typeof DEFAULT_SETTINGS;

type NumberSuffix = '' | '_number';

export type WebhookListShape = 'array' | 'records' | 'data' | 'data.records';

/** Sets what is among the values; they may hold other things, which are left alone. */
export function applySettings(settings: Settings, values: object): void {
	const given = Object.entries(values).filter(
		([name, value]) => name in DEFAULT_SETTINGS && value !== undefined,
	);
	Object.assign(settings, Object.fromEntries(given));
}
