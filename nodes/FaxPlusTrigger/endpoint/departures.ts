import type { Logger } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Api } from '../../shared/service/api';
import { inWords } from '../../shared/editor/errors';
import { ServiceFault } from '../../shared/service/faults';
import { deleteEndpointIfThere, isSameUrl, listEndpoints } from '../../shared/service/webhookEndpoints';
import type { Helpers } from './registration';
import { registrationOf } from './registration';
import { fingerprintOf } from '../marks';
import { takingTurns } from '../mutex';

const ATTEMPTS = 3;

/** An endpoint that is to be removed unless its URL is taken up again, with everything that its removal needs. */
export interface Departure {
	url: string;
	/** Credential and base URL: with another account the endpoint at this one is left behind. */
	account: string;
	/** Fingerprint with which triggers mark their refusals. */
	owner: string;
	/** Undefined when it is not remembered. */
	endpointId: string | undefined;
	lingerMilliseconds: number;
	api: Api;
	logger: Logger;
	/** How log lines call the trigger. */
	name: string;
	helpers: Helpers;
}

/** A URL in the hands of this process; another one for each time that it is taken up. */
export interface Hold {
	readonly account: string;
	/** The endpoint that was about to be removed until then. */
	readonly lingering: Pick<Departure, 'endpointId'> | undefined;
	/** The endpoint in use, once the service has told. */
	endpointId?: string;
}

/** What may be done about an endpoint that leaves. */
type Verdict =
	| { obstacle: string; isPassing?: boolean }
	/** Decides by its id whether an endpoint with the URL may be removed. */
	| { isRemovable: (id: string) => boolean };

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
			const key = keyOf(url, account);
			const hold: Hold = { account, lingering: this.leaving.get(key) };
			this.leaving.delete(key);
			this.holds.set(url, hold);
			return await work(hold);
		});
	}

	/** Does work for a URL if it has neither been let go nor taken up anew since. */
	async ifStillHeld(url: string, hold: Hold, work: () => Promise<void>): Promise<void> {
		await this.inTurn(url, async () => {
			if (this.holds.get(url) === hold) await work();
		});
	}

	/** The endpoint of a URL that this process holds for an account, if the service has told. */
	endpointId(url: string, account: string): string | undefined {
		const hold = this.holds.get(url);
		return hold?.account === account ? hold.endpointId : undefined;
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
			const hold = this.holds.get(departure.url);
			const verdict = hold ? verdictBeside(hold) : await verdictOfN8n(departure);
			if ('isRemovable' in verdict) {
				await remove(departure, verdict.isRemovable);
				return true;
			}
			logger.warn(`${name}: the endpoint at the service is kept, because ${verdict.obstacle}`);
			return !verdict.isPassing;
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
 * This process has taken the URL up again, with another credential. That may be one of the same account, and the
 * endpoint the same: then it is in use.
 */
function verdictBeside({ endpointId }: Hold): Verdict {
	if (endpointId !== undefined) return { isRemovable: (id) => id !== endpointId };
	return { obstacle: 'the service has not told yet which endpoint the trigger uses now', isPassing: true };
}

/** Whether somebody has taken the URL up outside this process. */
async function verdictOfN8n({ url, owner, endpointId, helpers }: Departure): Promise<Verdict> {
	const registration = await registrationOf(url, helpers);
	if (registration.by === 'unclear') return registration;
	if (registration.by === 'nobody') return { isRemovable: () => true };
	const { endpoint } = registration;
	const isOther =
		endpointId !== undefined && endpoint !== undefined && endpoint !== fingerprintOf(endpointId);
	if (registration.owner !== owner && isOther) return { isRemovable: (id) => id === endpointId };
	return { obstacle: 'a trigger is using its webhook URL again' };
}

/** Removes what has the URL after a last look: the endpoint may meanwhile have another one. */
async function remove(
	{ api, url, logger, name }: Departure,
	isRemovable: (id: string) => boolean,
): Promise<void> {
	const endpoints = (await listEndpoints(api)).filter(
		(endpoint) => isSameUrl(endpoint.url, url) && isRemovable(endpoint.id),
	);
	if (endpoints.length === 0) logger.info(`${name}: no webhook endpoint was left to remove`);
	for (const { id } of endpoints) {
		await deleteEndpointIfThere(api, id);
		logger.info(`${name}: removed webhook endpoint ${id}`);
	}
}
