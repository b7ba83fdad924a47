import type { AxiosInstance, AxiosResponse } from 'axios';
import axios from 'axios';

import { seed } from '../../tools/simulator/seed';
import type { Simulator } from '../../tools/simulator/simulator';

/**
 * Returns a client of the simulator's API for tests of the simulator itself. It returns refusals as responses instead of
 * throwing them.
 *
 * @param accessToken the owner's token by default, or null for no token
 * @param clientId is sent as x-fax-clientid
 */
export function apiClient(
	{ baseUrl }: Simulator,
	accessToken: string | null = seed.ownerToken,
	clientId?: string,
): AxiosInstance {
	return axios.create({
		baseURL: baseUrl,
		headers: {
			...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
			...(clientId === undefined ? {} : { 'x-fax-clientid': clientId }),
		},
		validateStatus: () => true,
	});
}

/** Returns only the status and the error code of a refusal, to keep comparisons short. */
export function refusalIn({ status, data }: AxiosResponse<{ error?: string }>): [number, string | undefined] {
	return [status, data.error];
}
