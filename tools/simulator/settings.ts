/** Behavior that Fax.Plus's documentation leaves open, with the simulator's defaults. */
export const DEFAULT_SETTINGS = {
	/** Shape of the list of webhook endpoints. */
	webhookListShape: 'records' as WebhookListShape,
	/** Milliseconds until the list of webhook endpoints shows a new one. */
	webhookListLag: 0,
	/** Suffix of an event's numbers: `from` and `to`, or `from_number` and `to_number` as in Fax.Plus's SDK. */
	numberSuffix: '' as NumberSuffix,
	/** Suffix of the numbers in fax records. */
	recordNumbers: '' as NumberSuffix,
	/** Milliseconds until the record of a new fax can be read. */
	recordDelay: 0,
	/** Milliseconds until the list of faxes shows a new fax. The list never shows it before its record can be read. */
	listLag: 0,
	/** Milliseconds until the document of a received fax exists. */
	documentDelay: 0,
	/** Whether the list of faxes includes those that are still being received. */
	listsFaxesInProgress: false,
	/** Whether a fax keeps its id from the outbox in its record. */
	faxIdKept: true,
	/** Id of a received fax in events. Either the ID of its record, or the ID of its session, which then differs. */
	eventIds: 'record' as 'record' | 'session',
	/** File name of a fax in events. Either the name in its record, or a different one. */
	eventFiles: 'record' as 'record' | 'event',
	/** Whether a fax to several numbers has one record in the outbox for each number, or one for all. */
	outboxRecords: 'perRecipient' as 'perRecipient' | 'together',
	/** Status for a missing fax, number, or fax in the outbox. */
	missingStatus: 400 as 400 | 404,
	/** Response if no body is documented: 204 without a body, or 200 with an empty object. */
	emptyAnswer: 'empty' as 'empty' | 'object',
	/**
	 * Body of a send's response if `return_ids` is true: with the ids, with the id of the last recipient only, without `ids`,
	 * with an empty `ids` object, or no body. If `return_ids` isn't true, `ids` has the same effect as `none`.
	 */
	idsInAnswer: 'ids' as 'ids' | 'lastId' | 'none' | 'emptyObject' | 'emptyBody',
	/** Whether the list of members includes administrators. */
	listsAdministrators: true,
	/** Whether the response to an invitation of members has a message. */
	answersInvitations: true,
	/** Whether other members keep a number that is assigned to a member. */
	assigningAdds: true,
	/** Whether the list of faxes uses `offset`. */
	usesOffset: true,
	/** Date that `after` and `before` apply to, and by which the list is sorted. */
	listDate: 'start_time' as 'start_time' | 'submit_time' | 'last_update',
	/** Whether the list includes a fax of exactly the same second as `before`. */
	beforeIsInclusive: false,
	/** Whether the list includes a fax of exactly the same second as `after`. */
	afterIsInclusive: true,
	/**
	 * Maximum number of faxes on a page, even if `limit` is higher. Fewer than 50 contradicts docs/contributing/api.md,
	 * "Pages".
	 */
	maxPageSize: 1000,
	uploadStatus: 201 as 200 | 201,
	/** Start of the paths of uploads. */
	uploadPath: '/storage/transient-' as '/storage/transient-' | '/transient-',
	/** Status of the response to a request for extracted fields or text. */
	aiRequestStatus: 200 as 200 | 202,
	/** How contacts refer to their groups. */
	contactGroups: 'ids' as 'ids' | 'names' | 'objects',
	/** Whether the list of contacts returns their total number. */
	returnsContactTotal: true,
	/** Whether the list of contacts uses `offset`. */
	usesContactOffset: true,
	/**
	 * Maximum number of contacts on a page, even if `limit` is higher. Fewer than 50 contradicts docs/contributing/api.md,
	 * "Pages".
	 */
	maxContactPageSize: 50,
	/** Whether the shop's area codes start with the country code. */
	areaCodes: 'national' as 'national' | 'international',
	/** Whether the shop only lists numbers that contain the requested digits. */
	filtersByDigits: true,
	/** Where the authorization server expects a refresh token and its grant type. */
	refreshParameters: 'either' as 'either' | 'query' | 'body',
};

export type Settings = typeof DEFAULT_SETTINGS;

type NumberSuffix = '' | '_number';

export type WebhookListShape = 'array' | 'records' | 'data' | 'data.records';

/** Applies the settings in `values`, which may also contain other things. */
export function applySettings(settings: Settings, values: object): void {
	const given = Object.entries(values).filter(
		([name, value]) => name in DEFAULT_SETTINGS && value !== undefined,
	);
	Object.assign(settings, Object.fromEntries(given));
}
