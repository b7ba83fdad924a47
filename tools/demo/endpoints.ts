import { seed, type Simulator } from '../simulator';
import type { Endpoint } from '../simulator/state';

/**
 * An endpoint of an n8n instance that no longer exists, for the example that cleans up. Its number has no faxes, so nothing is
 * delivered there.
 */
const ABANDONED: Endpoint = {
	id: 'ep_old_server',
	url: 'https://old-n8n.example.com/webhook/faxes',
	filter_types: ['fax_received'],
	channels: ['+15550100001'],
	secret: `whsec_${Buffer.from('of an old server').toString('base64')}`,
};

/** Adds the endpoint that the user can delete. */
export function addAbandonedEndpoint({ state }: Simulator): void {
	state.accounts.get(seed.accountId)?.endpoints.set(ABANDONED.id, ABANDONED);
}

/** The webhook endpoints of all accounts, without the abandoned one. */
export function endpointsOf(simulator: Simulator): Endpoint[] {
	return simulator.endpoints.filter(({ id }) => id !== ABANDONED.id);
}
