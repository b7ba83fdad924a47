import { accessTokenDraft } from '../../../tools/harness/n8n/credentials';
import { node, workflow, manualTrigger } from '../../../tools/harness/n8n/workflows';
import { seed } from '../../../tools/simulator';
import { signed, until, useTriggerBench } from '../support/triggerBench';

const bench = useTriggerBench();

test('a secret that was rotated in Fax.Plus delays faxes until it is added, and loses none', async () => {
	const { n8n, simulator } = bench();
	const trigger = bench().trigger('rotated', { options: { onlySigned: true } });
	const { id, endpoint } = await bench().activate(trigger);
	const old = endpoint.secret;
	const before = bench().faxReceived(endpoint);
	await before.settled;

	const rotated = simulator.rotateSecret(endpoint.id) ?? '';
	const between = bench().faxReceived(endpoint);
	await until(() => between.attempts.some(({ status }) => status === 401) || undefined);
	await bench().setSecrets(old, rotated);
	await between.settled;
	// A delivery that Fax.Plus signed before the rotation may still be on its way.
	const late = signed(old, { id: 'msg_late' });
	expect((await bench().post(endpoint.url, late.body, late.headers)).status).toBe(200);
	await bench().setSecrets('', rotated);
	const after = bench().faxReceived(endpoint);
	await after.settled;

	const ids = [before, between, after].map(({ webhookId }) => webhookId);
	expect(await bench().passedIds(id)).toEqual([...ids, 'msg_late'].sort());
	const refused = async () => {
		const { body, headers } = signed(old, { id: 'msg_too_late' });
		return (await bench().post(endpoint.url, body, headers)).status === 401 || undefined;
	};
	await until(refused);
	expect(n8n.log).not.toContain(rotated);
});

test('a token that was replaced in the same credential works at once, without another publish', async () => {
	const { n8n, simulator, account } = bench();
	// Without a secret, the trigger needs the token to check each fax with Fax.Plus.
	const trigger = bench().trigger('replaced', {}, { credentials: [account] });
	const { id, endpoint } = await bench().activate(trigger);
	const plan = node(
		'Plan',
		'n8n-nodes-faxplus.faxPlus',
		{ authentication: 'accessToken', resource: 'account', operation: 'getPlan' },
		{ credentials: [account] },
	);
	const action = await n8n.api.createWorkflow(workflow('Plan', [manualTrigger, plan]));
	const { tokens } = simulator.state;
	const old = tokens.get(seed.ownerToken);
	if (!old) throw new Error('The owner has no token');
	const renewed = { ...old, value: 'alohi_pat_renewed' };

	try {
		tokens.set(renewed.value, renewed);
		const draft = accessTokenDraft(simulator, renewed.value, account.name);
		await n8n.api.updateCredential(account.id, draft);
		tokens.delete(old.value);
		const delivery = await bench().faxReceived(endpoint, { faxId: 'fax_renewed' }).settled;

		expect(delivery.attempts.map(({ status }) => status)).toEqual([200]);
		expect(await bench().passed(id)).toEqual([expect.objectContaining({ confirmedBy: 'service' })]);
		const { data } = await n8n.api.runManually(action.id, manualTrigger.name);
		expect(data.resultData.error?.message).toBeUndefined();
	} finally {
		tokens.set(old.value, old);
		await n8n.api.updateCredential(account.id, accessTokenDraft(simulator, old.value, account.name));
	}
});
