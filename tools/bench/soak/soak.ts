import { setTimeout as pause } from 'node:timers/promises';

import {
	killMain,
	untilEnded,
	type BrokenExecutions,
	type RequestCounts,
	type Tally,
} from '../../harness/endurance';
import type { Bench } from './bench';
import { Clock, insist } from './clock';
import { failDuring, Restarts } from './faults';
import { measure, type Moment } from './moments';
import type { Schedule } from './schedule';
import { tallyOfSends, type SendTally } from './sendTally';

const MINUTE = 60_000;

/**
 * How long to wait without progress, in milliseconds. If n8n loses the result of a poll, the trigger hands over its faxes
 * again after 15 minutes.
 */
const PATIENCE_MS = 20 * MINUTE;

/**
 * How long to wait in a run about missed faxes. The trigger finds faxes that are listed late when it reads entire lists, every
 * ten minutes.
 */
const MISSED_PATIENCE_MS = 12 * MINUTE;
/**
 * Pause between restarts of n8n in queue mode, in milliseconds. In queue mode, the trigger reads entire lists only once an
 * hour and when n8n starts.
 */
const START_AGAIN_MS = MINUTE;
/** Matches the error of a trigger if its lists and deliveries share no key. */
const HELD = /No delivery matches any fax/;

/** How long to wait after somebody stopped the run. */
const STOPPED_PATIENCE_MS = 3 * MINUTE;

const CHECK_MS = 5_000;
const RETRY_EVERY = 6;
const ENDS_WITHIN_MS = 2 * MINUTE;

/** The results of a run, at its end or so far. */
export interface Outcome {
	minutes: number;
	deliveries: Tally;
	faxes: Tally;
	sends: SendTally;
	copies: number;
	attempts: number;
	/** Number of executions that report that it's unknown which faxes were delivered. Undefined if no such report is expected. */
	heldReports?: number | undefined;
	/** Number of the trigger's items by how they were verified. */
	confirmations: Record<string, number>;
	/**
	 * Deliveries that a starting n8n instance accepted: their number, how many are still missing, and how many seconds it
	 * took to find the rest.
	 */
	swallowed: Record<string, number>;
	faults: {
		kills: number;
		stops: number;
		publishes: number;
		requests: number;
		failedRequests: number;
	};
	executions: { crashed: number; givenUp: number; failed: number; outagesShown: number; retried: number };
	/** Messages of failed executions, and the stories of faxes that didn't start their workflow once. */
	messages: string[];
	moments: Moment[];
	/** Responses of the simulator that don't match its own API description. */
	violations: readonly string[];
}

/** Runs the events and faults of a schedule against n8n, and collects the results. */
export class Soak {
	readonly moments: Moment[] = [];

	private readonly restarts: Restarts;

	private publishes = 0;

	private requests: RequestCounts = { requests: 0, failed: 0 };

	private readonly clock: Clock;

	constructor(
		private readonly bench: Bench,
		private readonly schedule: Schedule,
		signal: AbortSignal,
	) {
		this.restarts = new Restarts(bench.rig);
		this.clock = new Clock(signal);
	}

	/** Minutes since the run began. */
	get minutes(): number {
		return this.clock.now / MINUTE;
	}

	/** Runs the schedule to its end or until the signal, and then waits for all work that was started. */
	async run(): Promise<void> {
		const { bench, schedule, clock } = this;
		const { webhook, polling, rig, simulator } = bench;
		this.moments.push(await measure(rig, 'start', { from: 0, to: 0 }, clock));
		const outages = failDuring(simulator, schedule.outages, clock);
		this.requests = outages.counts;
		const triggers = { faxPlusTrigger: webhook, faxPlusPollingTrigger: polling };
		await Promise.all([
			clock.each(schedule.events, (event) => {
				bench.startEvent(event);
			}),
			clock.each(schedule.restarts, (restart) => this.restarts.restart(restart)),
			clock.each(schedule.publishes, async ({ trigger }) => {
				await insist(() => triggers[trigger].publish());
				this.publishes += 1;
			}),
			clock.each(schedule.deletions, () => webhook.deleteEndpoint()),
			clock.each(schedule.measuring, async ({ name, ...period }) => {
				this.moments.push(await measure(rig, name, period, clock));
			}),
			clock.until(schedule.duration),
		]);
		outages.end();
		await this.untilAllPassed();
	}

	/** The results so far. */
	get outcome(): Outcome {
		const { bench, restarts } = this;
		const { webhook, polling, sends } = bench;
		const { kills } = restarts;
		const ledgers = [webhook.ledger, polling.ledger] as const;
		const [deliveries, faxes] = [webhook.ledger.tally({ kills }), polling.ledger.tally({ kills })];
		const broken = ledgers.map((ledger) => ledger.broken);
		const of: BrokenExecutions['of'] = (...kinds) => broken.flatMap((one) => one.of(...kinds));
		const held = of('failed', 'givenUp', 'outage').filter(({ message }) => HELD.test(message));
		return {
			minutes: Math.round(this.minutes * 10) / 10,
			deliveries,
			faxes,
			sends: tallyOfSends(sends.asked, sends.reported, sends.made, kills),
			copies: webhook.faxes.copies,
			attempts: webhook.faxes.attempts,
			confirmations: webhook.confirmations,
			swallowed: bench.swallowed,
			heldReports: webhook.isKeyless ? held.length : undefined,
			faults: {
				kills: kills.length,
				stops: restarts.stops,
				publishes: this.publishes,
				requests: this.requests.requests,
				failedRequests: this.requests.failed,
			},
			executions: {
				crashed: of('crashed').length,
				givenUp: of('givenUp').length,
				failed: of('failed').length,
				outagesShown: of('outage').length,
				retried: broken.reduce((sum, { retries }) => sum + retries.size, 0),
			},
			messages: [...webhook.ledger.explain(deliveries), ...polling.ledger.explain(faxes)],
			moments: this.moments,
			violations: bench.simulator.violations,
		};
	}

	private get patience(): number {
		if (this.clock.isStopped) return STOPPED_PATIENCE_MS;
		const { faxes, isKeyless } = this.bench.webhook;
		return faxes.findsMissed || isKeyless ? MISSED_PATIENCE_MS : PATIENCE_MS;
	}

	/** Waits until every delivery and fax has started its workflow, or until there's no progress for a long time. */
	private async untilAllPassed(): Promise<void> {
		const { bench } = this;
		await bench.rig.supervisor.untilAllRun();
		await Promise.all([bench.webhook.faxes.settled(), bench.sends.settled()]);
		const { api } = bench.rig.main;
		await untilEnded(api, bench.sends.workflowId, ENDS_WITHIN_MS);
		let [before, changedAt, startedAt] = ['', Date.now(), Date.now()];
		for (let check = 0; Date.now() - changedAt < this.patience; check++) {
			const { deliveries, faxes } = bench.outstanding;
			if (deliveries + faxes === 0) break;
			const now = `${deliveries} ${faxes}`;
			if (now !== before) [before, changedAt] = [now, Date.now()];
			if (
				bench.webhook.faxes.findsMissed &&
				bench.rig.processes.length > 1 &&
				Date.now() - startedAt > START_AGAIN_MS
			) {
				await killMain(bench.rig);
				startedAt = Date.now();
			}
			if (check % RETRY_EVERY === 0) await bench.retryFailed().catch(() => undefined);
			await pause(CHECK_MS);
		}
		for (const { workflowId } of [bench.webhook.listener, bench.polling.watcher]) {
			await untilEnded(api, workflowId, ENDS_WITHIN_MS);
		}
		await insist(() => bench.retryFailed());
	}
}
