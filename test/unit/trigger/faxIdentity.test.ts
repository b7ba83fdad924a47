import { identityOf } from '../../../nodes/shared/faxes/faxIdentity';

const sentFax = (id: string, to: string, more: object) => ({
	json: { event: 'fax_sent', data: { id, to, file: 'uploads/same.pdf', status: 'success' }, ...more },
});

it('does not name two sent faxes alike that share only their file', () => {
	const one = identityOf(
		sentFax('fax1', '+15550100001', { confirmedBy: 'signature', webhookId: 'msg1' }),
		500,
	);
	const other = identityOf(sentFax('fax2', '+15550100002', { confirmedBy: 'service', webhookId: null }), 500);
	expect(one?.shared?.filter((name) => other?.shared?.includes(name))).toEqual([]);
});

it('names a sent fax alike by its file and number, where its ids differ', () => {
	const one = identityOf(
		sentFax('fax1', '+15550100001', { confirmedBy: 'signature', webhookId: 'msg1' }),
		500,
	);
	const other = identityOf(sentFax('fax2', '15550100001', { confirmedBy: 'service', webhookId: null }), 500);
	expect(one?.shared?.filter((name) => other?.shared?.includes(name))).toHaveLength(1);
});
