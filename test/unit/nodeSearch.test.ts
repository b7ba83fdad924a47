import { sublimeSearch } from '@n8n/utils/search/sublime-search';

import actionCodex from '../../nodes/FaxPlus/FaxPlus.node.json';
import { FaxPlus } from '../../nodes/FaxPlus/FaxPlus.node';
import pollingCodex from '../../nodes/FaxPlusPollingTrigger/FaxPlusPollingTrigger.node.json';
import { FaxPlusPollingTrigger } from '../../nodes/FaxPlusPollingTrigger/FaxPlusPollingTrigger.node';

/**
 * Entries of n8n's nodes panel, which leaves out the word "Trigger" for a trigger that has actions. The webhook trigger has
 * no entry of its own, because it's listed with the actions of "Fax.Plus".
 */
const ENTRIES = [
	{ name: new FaxPlus().description.displayName, alias: actionCodex.alias },
	{
		name: new FaxPlusPollingTrigger().description.displayName.replace(' Trigger', ''),
		alias: pollingCodex.alias,
	},
];

/** What the nodes panel searches, and the weight of each key. */
const KEYS = [
	{ key: 'name', weight: 1.3 },
	{ key: 'alias', weight: 1 },
];

function firstFor(phrase: string): string | undefined {
	const searched = phrase.toLowerCase().replace('trigger', '').replace('node', '').trimEnd();
	return sublimeSearch(searched, ENTRIES, KEYS)[0]?.item.name;
}

test.each([
	'fax',
	'fax plus',
	'fax.plus',
	'send a fax',
	'send fax',
	'send fax failed',
	'fax failed',
	'failed fax',
	'fax error',
	'fax not sent',
	'fax not delivered',
	'fax undelivered',
	'alert fax not sent',
	'alert me when a fax fails',
	'notify fax',
	'get notified fax',
	'fax notification',
	'fax reminder',
	'resend fax',
	'busy fax',
	'new fax',
	'fax received',
	'fax received email',
	'email received fax',
	'fax arrived',
	'when a fax arrives',
	'fax came in',
	'receive a fax',
	'who faxed us',
	'check for faxes',
	'get fax',
	'list faxes',
	'unread fax',
	'download fax',
	'save fax',
	'forward fax',
	'fax number',
	'buy fax number',
	'fax a pdf',
	'pdf to fax',
	'fax document',
	'send file by fax',
	'fax cover page',
	'fax broadcast',
	'fax report',
	'fax status',
	'fax wait',
	'wait for fax',
	'wait fax sent',
	'fax history',
	'fax credits',
	'fax api',
	'fax api key',
	'fax api token',
	'fax access token',
	'fax trigger',
	'fax webhook',
	'email to fax',
	'incoming fax',
	'who faxed',
	'fax today',
	'schedule fax',
	'fax tomorrow',
	'fax a letter',
	'fax several people',
	'fax list of numbers',
	'sign and fax back',
	'fax contract',
	'read fax',
	'read handwriting fax',
	'print fax',
	'fax to google drive',
	'fax to folder',
	'fax from gmail',
	'fax invoice',
	'cancel fax',
	'fax confirmation',
	'proof of fax',
	'fax did not arrive',
	'wrong fax number',
	'fax stuck',
	'is fax delivered',
	'scan to fax',
	'fax spam',
	'eFax',
	'thumbnail',
	'OCR',
])('searching nodes for "%s" finds Fax.Plus first', (phrase) => {
	expect(firstFor(phrase)).toBe('Fax.Plus');
});

test.each(['fax polling', 'poll'])('searching nodes for "%s" finds the polling trigger', (phrase) => {
	expect(firstFor(phrase)).toBe('Fax.Plus Polling');
});
