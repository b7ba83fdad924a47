import type { Simulator } from '../simulator';
import type { Endpoint } from '../simulator/state';

/** The webhook endpoints of all accounts. */
export function endpointsOf(simulator: Simulator): Endpoint[] {
	return [...simulator.state.accounts.keys()].flatMap((accountId) => simulator.endpointsOf(accountId));
}
