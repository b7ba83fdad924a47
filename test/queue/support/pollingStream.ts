import { setTimeout as pause } from 'node:timers/promises';

import type { Simulator } from '../../../tools/simulator';
import { serviceTime } from '../../../tools/simulator/faxing/times';

/** What Fax.Plus does instead of responding normally. */
const FAULTS = [500, 'reset-body', 'silence'] as const;

/** Share of Fax.Plus's responses that fail. */
const FAILING = 1 / 3;

const MINUTE = 60_000;
const LONGEST_FAX = 40 * MINUTE;

/** A fax that was listed. */
export interface AddedFax {
	id: string;
	/** When the fax began and when it was listed, in Unix milliseconds. */
	begunAt: number;
	listedAt: number;
}

/**
 * Makes a third of Fax.Plus's responses fail, each in one of several ways.
 *
 * @returns a function that stops the failures, and returns how many requests there were and how many failed
 */
export function failAThird(simulator: Simulator): () => { requests: number; failed: number } {
	const { latency } = simulator;
	const figures = { requests: 0, failed: 0 };
	simulator.latency = () => {
		figures.requests += 1;
		if (Math.random() < FAILING) {
			simulator.fail({ times: 1, with: FAULTS[figures.failed % FAULTS.length] ?? 500 });
			figures.failed += 1;
		}
		return 0;
	};
	return () => {
		simulator.latency = latency;
		simulator.recover();
		return figures;
	};
}

/**
 * Adds faxes to the lists at a steady rate. Every third one is a sent fax. Every fifth one took a long time, and began up
 * to forty minutes before it's listed. Half of those have no later time in their record either.
 */
export async function listFaxes(simulator: Simulator, count: number, duration: number): Promise<AddedFax[]> {
	const from = Date.now();
	const faxes: AddedFax[] = [];
	for (let index = 0; index < count; index++) {
		await pause(Math.max(0, from + ((index + 1) * duration) / count - Date.now()));
		const listedAt = Date.now();
		const begunAt = index % 5 === 0 ? listedAt - Math.random() * LONGEST_FAX : listedAt;
		const id = simulator.addFax({
			category: index % 3 === 2 ? 'sent' : 'inbox',
			startTime: serviceTime(begunAt),
			lastUpdate: serviceTime(index % 10 === 0 ? begunAt : listedAt),
		});
		faxes.push({ id, begunAt, listedAt });
	}
	return faxes;
}
