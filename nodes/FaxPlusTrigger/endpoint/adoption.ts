import type { IHookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Api } from '../../shared/service/api';
import { inWords } from '../../shared/editor/errors';
import { ServiceFault } from '../../shared/service/faults';
import type { WebhookEndpoint, WebhookEndpointSettings } from '../../shared/service/types';
import {
	createEndpoint,
	deleteEndpointIfThere,
	hasSettings,
	isSameUrl,
	listEndpoints,
	updateEndpoint,
} from '../../shared/service/webhookEndpoints';
import type { Hold } from './departures';
import { departures } from './departures';
import { registrationOf } from './registration';
import { nameOf } from '../marks';

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
	const candidates = (await listEndpoints(api)).filter(({ url }) => isSameUrl(url, settings.url));
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
export async function adoptLater(adoption: LaterAdoption): Promise<void> {
	const { context, settings, hold, pause } = adoption;
	const name = nameOf(context);
	for (let attempt = 0; attempt < LATER_ATTEMPTS; attempt++) {
		await sleep(Math.min(pause * 2 ** attempt, LONGEST_PAUSE));
		try {
			await departures.ifStillHeld(settings.url, hold, async () => {
				await adoptNow(adoption, name);
			});
			return;
		} catch (error) {
			context.logger.warn(`${name}: its endpoint still cannot be looked after (${inWords(error)})`);
			if (!isPassing(error)) break;
		}
	}
	context.logger.error(
		`${name}: its endpoint is left as it is. Once the cause is mended, change a field of the trigger and publish the workflow.`,
	);
}

async function adoptNow(
	{ context, api, settings, rememberedId, hold }: LaterAdoption,
	name: string,
): Promise<void> {
	const endpoint =
		(await adopt(context, api, settings, rememberedId)) ?? (await recreate(context, api, settings));
	if (!endpoint) {
		context.logger.info(`${name}: its endpoint is gone, and n8n takes no deliveries for it any more`);
		return;
	}
	hold.endpointId = endpoint.id;
	const advice = endpoint.id === rememberedId ? '' : '. Copy its signing secret into the credential';
	context.logger.info(
		`${name}: the service answers again, endpoint ${endpoint.id} is as it should be${advice}`,
	);
}

/** Creates the endpoint, unless another main process has deactivated the trigger meanwhile. */
async function recreate(
	context: IHookFunctions,
	api: Api,
	settings: WebhookEndpointSettings,
): Promise<WebhookEndpoint | undefined> {
	const registration = await registrationOf(settings.url, context.helpers);
	return registration.by === 'nobody' ? undefined : await createEndpoint(api, settings);
}

/** Whether the service did not answer, or not properly, so that it may when it is asked again. */
export function isPassing(error: unknown): error is ServiceFault {
	return error instanceof ServiceFault && error.isPassing;
}
