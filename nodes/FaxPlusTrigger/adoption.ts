import type { IHookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Api } from '../shared/api';
import { inWords } from '../shared/errors';
import { ServiceFault } from '../shared/faults';
import type { WebhookEndpoint, WebhookEndpointSettings } from '../shared/types';
import {
	createEndpoint,
	deleteEndpointIfThere,
	hasSettings,
	listEndpoints,
	updateEndpoint,
} from '../shared/webhookEndpoints';
import type { Hold } from './departures';
import { departures } from './departures';
import { nameOf } from './subscription';

/** The service is asked again after two minutes, and then in growing pauses, for about a day. */
const LATER_ATTEMPTS = 28;
const LONGEST_PAUSE = 3_600_000;

/** What it takes to look after an endpoint when the service did not answer at first. */
interface LaterAdoption {
	context: IHookFunctions;
	api: Api;
	settings: WebhookEndpointSettings;
	rememberedId: string;
	hold: Hold;
	/** Before the first attempt, in milliseconds. */
	pause: number;
}

/**
 * Finds the endpoint of a URL, changes it where it differs from what is wanted, and removes others with the same URL.
 *
 * @param rememberedId of the endpoint to keep if there are several
 * @returns undefined if there is none
 * @throws ServiceFault
 */
export async function adopt(
	context: IHookFunctions,
	api: Api,
	settings: WebhookEndpointSettings,
	rememberedId: string | undefined,
): Promise<WebhookEndpoint | undefined> {
	const candidates = (await listEndpoints(api)).filter(({ url }) => url === settings.url);
	const endpoint = candidates.find(({ id }) => id === rememberedId) ?? candidates[0];
	if (!endpoint) return undefined;

	for (const { id } of candidates.filter((candidate) => candidate !== endpoint)) {
		context.logger.warn(
			`${nameOf(context)}: removing endpoint ${id}, which has the same URL as ${endpoint.id}`,
		);
		await deleteEndpointIfThere(api, id);
	}
	if (!hasSettings(endpoint, settings)) {
		const { filter_types, channels } = settings;
		await updateEndpoint(api, endpoint.id, { filter_types, channels });
	}
	return endpoint;
}

/**
 * Brings the endpoint in line with the fields once the service answers again, unless the trigger has been published or
 * deactivated meanwhile. It never throws.
 */
export async function adoptLater({
	context,
	api,
	settings,
	rememberedId,
	hold,
	pause,
}: LaterAdoption): Promise<void> {
	const { logger } = context;
	const name = nameOf(context);
	for (let attempt = 0; attempt < LATER_ATTEMPTS; attempt++) {
		await sleep(Math.min(pause * 2 ** attempt, LONGEST_PAUSE));
		try {
			await departures.ifStillHeld(settings.url, hold, async () => {
				const endpoint =
					(await adopt(context, api, settings, rememberedId)) ?? (await createEndpoint(api, settings));
				hold.endpointId = endpoint.id;
				const advice = endpoint.id === rememberedId ? '' : '. Copy its signing secret into the credential';
				logger.info(
					`${name}: the service answers again, endpoint ${endpoint.id} is as it should be${advice}`,
				);
			});
			return;
		} catch (error) {
			logger.warn(`${name}: its endpoint still cannot be looked after (${inWords(error)})`);
			if (!isPassing(error)) return;
		}
	}
}

/** Whether the service did not answer, or not properly, so that it may when it is asked again. */
export function isPassing(error: unknown): error is ServiceFault {
	return error instanceof ServiceFault && error.isPassing;
}
