/** Names of everything that exists when the simulator starts, so that tests are easy to read. */
export const seed = {
	ownerId: 'u_owner',
	memberId: 'u_member',
	secondMemberId: 'u_member_2',
	otherOwnerId: 'u_other',
	accountId: 'acc_clinic',
	otherAccountId: 'acc_other',
	/** Personal access tokens with all scopes: of the owner, of a member, and of an independent account. */
	ownerToken: 'alohi_pat_owner_0123456789abcdef',
	memberToken: 'alohi_pat_member_0123456789abcdef',
	otherToken: 'alohi_pat_other_0123456789abcdef',
	clientId: 'APIK-simulator-client',
	clientSecret: 'simulator-client-secret',
	groupIds: ['grp_referrals', 'grp_pharmacies'],
	/** Three contacts: one in one of these groups, one in both, and one in none. */
	contactIds: ['con_hill', 'con_pharmacy', 'con_berg'],
	outboxFaxId: 'out_scheduled',
	memberOutboxFaxId: 'out_of_member',
	faxId: 'fax_referral',
	/** A fax whose thumbnail is about 1 MB. */
	largeFaxId: 'fax_large',
	/** A fax whose extraction is pending for two reads and then finished. */
	pendingFaxId: 'fax_pending',
	unreadableFaxId: 'fax_unreadable',
	memberFaxId: 'fax_of_member',
	/** A fax whose extraction and text were never requested. */
	unreadFaxId: 'fax_unread',
	sentFaxId: 'fax_sent_contract',
	/** A sent fax whose line was busy. */
	busyFaxId: 'fax_sent_busy',
	spamFaxId: 'fax_spam',
	customFieldId: 'cf_patient',
	ownedNumber: '+15550100000',
	offerId: 'item_us_212_1',
	expensiveOfferId: 'item_us_212_expensive',
	/** An offer in a country whose numbers can't be bought through the API. */
	unavailableOfferId: 'item_de_30',
} as const;
