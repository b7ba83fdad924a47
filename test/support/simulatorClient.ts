import type { AxiosInstance, AxiosResponse } from 'axios';
import axios from 'axios';

import { seed } from '../../tools/simulator/seed';
import type { Simulator } from '../../tools/simulator/simulator';

/**
 * A client of the simulator's API for tests of the simulator itself; refusals are answers, not errors.
 *
 * @param accessToken the owner's when left out; none when null
 * @param clientId goes out as x-fax-clientid
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

/** Status and error code of a refusal, for short comparisons. */
export function refusalIn({ status, data }: AxiosResponse<{ error?: string }>): [number, string | undefined] {
	return [status, data.error];
}
