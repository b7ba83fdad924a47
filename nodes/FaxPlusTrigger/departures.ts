import type { IHttpRequestOptions, IN8nHttpFullResponse, Logger } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Api } from '../shared/api';
import { inWords } from '../shared/errors';
import { ServiceFault } from '../shared/faults';
import { deleteEndpointIfThere, listEndpoints } from '../shared/webhookEndpoints';
import { takingTurns } from './exclusive';
import { TRIGGER_HEADER } from './subscription';

const ATTEMPTS = 3;

/** An endpoint that is to be removed unless its URL is taken up again, with everything that its removal needs. */
export interface Departure {
	url: string;
	/** Credential and base URL: with another account the endpoint at this one is left behind. */
	account: string;
	/** Fingerprint with which triggers mark their refusals. */
	owner: string;
	/** Undefined when it is not remembered; then the URL finds it. */
	endpointId: string | undefined;
	lingerMilliseconds: number;
	api: Api;
	logger: Logger;
	/** How log lines call the trigger. */
	name: string;
	/** Makes a request without credentials. */
	request: (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;
}

/** A URL in the hands of this process; another one for each time that it is taken up. */
export interface Hold {
	readonly account: string;
	/** Whether the endpoint was about to be removed until then. */
	readonly wasLingering: boolean;
}

/**
 * n8n removes and creates the webhook of a trigger on every publish, and nothing tells that apart from a deactivation.
 * An endpoint removed at once would take its signing secret along. So endpoints linger, and what happens to one URL
 * happens in turn.
 */
class Departures {
	private readonly inTurn = takingTurns();

	/** The URLs that this process holds. */
	private readonly holds = new Map<string, Hold>();

	private readonly leaving = new Map<string, Departure>();

	/**
	 * Takes a URL up for an account, so that its endpoint is not removed.
	 *
	 * @param work looks after the endpoint
	 */
	async takeUp<T>(url: string, account: string, work: (hold: Hold) => Promise<T>): Promise<T> {
		return await this.inTurn(url, async () => {
			const hold = { account, wasLingering: this.leaving.delete(keyOf(url, account)) };
			this.holds.set(url, hold);
			return await work(hold);
		});
	}

	/** Does work for a URL if it has neither been let go nor taken up anew since; returns whether it was done. */
	async ifStillHeld(url: string, hold: Hold, work: () => Promise<void>): Promise<boolean> {
		return await this.inTurn(url, async () => {
			if (this.holds.get(url) !== hold) return false;
			await work();
			return true;
		});
	}

	/** Lets a URL go, but keeps its endpoint at the service. */
	release(url: string, account: string): void {
		if (this.holds.get(url)?.account === account) this.holds.delete(url);
	}

	/** Lets a URL and its endpoint go; returns at once. */
	leave(departure: Departure): void {
		const { url, account } = departure;
		this.release(url, account);
		this.leaving.set(keyOf(url, account), departure);
		void this.removeLater(departure);
	}

	private async removeLater(departure: Departure): Promise<void> {
		for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
			await sleep(departure.lingerMilliseconds);
			const isSettled = await this.inTurn(departure.url, async () => await this.settle(departure));
			if (isSettled) break;
		}
		if (this.isStillLeaving(departure)) this.leaving.delete(keyOf(departure.url, departure.account));
	}

	/** Removes the endpoint if nobody has taken its URL up; returns whether nothing is left to do. */
	private async settle(departure: Departure): Promise<boolean> {
		if (!this.isStillLeaving(departure)) return true;
		const { logger, name } = departure;
		try {
			const obstacle = this.holds.has(departure.url) ? undefined : await obstacleTo(departure);
			if (obstacle === undefined) {
				await remove(departure);
			} else {
				logger.warn(`${name}: the endpoint at the service is kept, because ${obstacle}`);
			}
			return true;
		} catch (error) {
			const isPassing = error instanceof ServiceFault && error.isPassing;
			logger.warn(
				`${name}: the endpoint at the service could not be removed (${inWords(error)}). Delete it with the Fax.Plus node if it stays.`,
			);
			return !isPassing;
		}
	}

	private isStillLeaving(departure: Departure): boolean {
		return this.leaving.get(keyOf(departure.url, departure.account)) === departure;
	}
}

/** The departures of this process. */
export const departures = new Departures();

function keyOf(url: string, account: string): string {
	return `${account} ${url}`;
}

/**
 * Asks n8n itself, through the webhook URL, whether somebody has taken it up outside this process: another main process,
 * or this package after a reload.
 *
 * @returns what speaks against the removal; undefined when n8n says that the URL is nobody's, or another account's
 */
async function obstacleTo({ url, owner, request }: Departure): Promise<string | undefined> {
	let answer: IN8nHttpFullResponse;
	try {
		answer = await request({
			method: 'POST',
			url,
			body: {},
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: 20_000,
		});
	} catch (error) {
		return `its webhook URL does not answer (${inWords(error)})`;
	}
	if (answer.statusCode === 404 && isUnregisteredWebhook(answer.body)) return undefined;
	const holder = answer.headers[TRIGGER_HEADER];
	if (answer.statusCode === 401 && typeof holder === 'string') {
		return holder === owner ? 'a trigger is using its webhook URL again' : undefined;
	}
	return `its webhook URL answers with status ${answer.statusCode}, which does not tell whether it is in use`;
}

/** n8n's own "not found" for webhooks; a proxy's would not look like it. */
function isUnregisteredWebhook(body: unknown): boolean {
	const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
	return code === 404 && typeof message === 'string' && message.includes('is not registered');
}

/** Removes the endpoint after a last look: its id may meanwhile have another URL. */
async function remove({ api, url, endpointId, logger, name }: Departure): Promise<void> {
	const endpoints = (await listEndpoints(api)).filter(
		(endpoint) => endpoint.url === url && (endpointId === undefined || endpoint.id === endpointId),
	);
	for (const { id } of endpoints) {
		await deleteEndpointIfThere(api, id);
		logger.info(`${name}: removed webhook endpoint ${id}`);
	}
}
