import type { INode, INodeParameters } from 'n8n-workflow';

import { seed } from '../../../simulator';
import { token } from '../../../simulator/makers';
import type { StoredCredential } from '../../../harness/n8n';
import { forSeconds, REMOVAL_SECONDS, until, useTriggerBench } from './support';

const bench = useTriggerBench();

/** For so long a failure excuses all that n8n calls for this workflow. */
const AFTERMATH_SECONDS = 11;

const TOKEN = token('alohi_pat_that_expires', seed.ownerId);

let account: StoredCredential;

beforeAll(async () => {
	const { n8n, simulator } = bench();
	account = await n8n.api.createCredential({
		name: 'Account with a token that expires',
		type: 'faxPlusApi',
		data: { accessToken: TOKEN.value, baseUrl: simulator.baseUrl },
	});
});

function setExpired(isExpired: boolean): void {
	const expiresAt = isExpired ? 0 : Date.now() + 3_600_000;
	bench().simulator.state.tokens.set(TOKEN.value, { ...TOKEN, expiresAt });
}

beforeEach(() => {
	setExpired(false);
});

function trigger(webhookId: string, parameters: INodeParameters = {}): INode {
	return bench().trigger(webhookId, parameters, { credentials: [account, bench().secret] });
}

const fresh = (from: number) => bench().n8n.log.slice(from);

describe('A publish that fails', () => {
	it('over a typo in Numbers costs neither the endpoint nor its secret; what is refused meanwhile arrives after the mend', async () => {
		const { api } = bench().n8n;
		const name = 'kept-over-a-typo';
		const { id, endpoint } = await bench().activate(trigger(name));
		const { nodes } = await api.getWorkflow(id);
		await api.updateWorkflow(id, {
			nodes: nodes.map((node) => (node.webhookId === name ? trigger(name, { channels: '0555' }) : node)),
		});

		expect(await api.publishInVain(id)).toMatch(/"0555" is not a number/);
		// n8n has given up by then, and a removal would have been made.
		await forSeconds(REMOVAL_SECONDS + 2);
		const delivery = bench().faxReceived(endpoint);
		await until(() => delivery.attempts.length > 0 || undefined);
		expect(delivery.attempts[0]?.status).not.toBe(200);
		await bench().publish(id, trigger(name, { events: ['fax_received', 'fax_sent'] }));

		expect((await delivery.settled).state).toBe('delivered');
		expect(bench().endpointsOf(trigger(name))).toEqual([
			expect.objectContaining({ id: endpoint.id, secret: endpoint.secret }),
		]);
		expect(await bench().passed(id)).toHaveLength(1);
		await bench().retire(id, trigger(name));
	});

	it('is told apart from a deactivation after it, which removes the endpoint', async () => {
		const { api } = bench().n8n;
		const { id } = await bench().activate(trigger('given-up'));
		const { nodes } = await api.getWorkflow(id);
		await api.updateWorkflow(id, {
			nodes: nodes.map((node) =>
				node.webhookId === 'given-up' ? trigger('given-up', { channels: 'typo' }) : node,
			),
		});
		await api.publishInVain(id);
		await forSeconds(AFTERMATH_SECONDS);
		expect(bench().endpointsOf(trigger('given-up'))).toHaveLength(1);

		// n8n 2.8 has deactivated it by itself, and calls nothing more.
		if (bench().n8n.version.startsWith('2.8')) return;
		await bench().retire(id, trigger('given-up'));
	});
});

describe('A second trigger of the workflow that cannot be registered', () => {
	it('costs the first neither its endpoint nor its secret', async () => {
		const { api } = bench().n8n;
		const first = trigger('first-of-two');
		const { id, endpoint } = await bench().activate(first);
		const second = { ...trigger('second-of-two', { channels: 'typo' }), id: 'second', name: 'Second' };
		const { nodes } = await api.getWorkflow(id);
		await api.updateWorkflow(id, { nodes: [...nodes, second] });

		expect(await api.publishInVain(id)).toMatch(/"typo" is not a number/);
		await forSeconds(REMOVAL_SECONDS + 2);
		expect(bench().endpointsOf(first)).toEqual([expect.objectContaining({ id: endpoint.id })]);

		await bench().publish(id, first);
		const delivery = bench().faxReceived(endpoint);
		expect((await delivery.settled).state).toBe('delivered');
		await forSeconds(AFTERMATH_SECONDS);
		await bench().retire(id, first);
	});
});

describe('With an expired token and nothing changed', () => {
	it('a publish and a restart of n8n leave the trigger alive, and no delivery is refused', async () => {
		const { n8n } = bench();
		const { id, endpoint } = await bench().activate(trigger('unchanged'));
		setExpired(true);
		const from = n8n.log.length;

		// n8n 2.41 registers a trigger anew only if its node was changed.
		await bench().publish(id, trigger('unchanged', { options: { rememberDeliveries: 1000 } }));
		await until(() => /its endpoint is kept as it is/.exec(fresh(from)) ?? undefined);
		const published = bench().faxReceived(endpoint);
		expect((await published.settled).attempts.map(({ status }) => status)).toEqual([200]);
		await n8n.restart();
		await forSeconds(REMOVAL_SECONDS + 2);
		const restarted = bench().faxReceived(endpoint);
		expect((await restarted.settled).attempts.map(({ status }) => status)).toEqual([200]);

		expect(await bench().passed(id)).toHaveLength(2);
		setExpired(false);
		await bench().retire(id, trigger('unchanged'));
	});
});
