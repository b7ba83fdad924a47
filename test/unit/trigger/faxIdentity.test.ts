import { identityOf } from '../../../nodes/shared/faxes/faxIdentity';

const sentFax = (id: string, to: string, more: object) => ({
	json: { event: 'fax_sent', data: { id, to, file: 'uploads/same.pdf', status: 'success' }, ...more },
});

it.each([
	['does not name two sent faxes alike that share only their file', '+15550100002', 0],
	['names a sent fax alike by its file and number, where its ids differ', '15550100001', 1],
])('%s', (_what, to, count) => {
	const one = identityOf(sentFax('fax1', '+15550100001', { confirmedBy: 'signature', webhookId: 'msg1' }));
	const other = identityOf(sentFax('fax2', to, { confirmedBy: 'service', webhookId: null }));
	expect(one?.shared?.filter((name) => other?.shared?.includes(name))).toHaveLength(count);
});
