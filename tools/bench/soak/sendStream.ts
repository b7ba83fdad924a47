import axios from 'axios';
import { setTimeout as pause } from 'node:timers/promises';

import { PassCounter, publishSends, sentFaxes, type Pass } from '../../harness/endurance';
import type { Simulator } from '../../simulator';
import type { SoakRig } from './rig';
import type { AskedSend, ReportedSend } from './sendTally';

const NUMBER = '+15550100101';
const AGAIN_MS = 2_000;
const TIMEOUT_MS = 60_000;

/** Requests sends from a workflow through n8n's Webhook node, each to a different number. */
export class SendStream {
	readonly asked: Array<AskedSend & { askedAt: number[] }> = [];

	private readonly underWay = new Set<Promise<void>>();

	private constructor(
		private readonly workflow: Awaited<ReturnType<typeof publishSends>>,
		private readonly passes: PassCounter,
	) {}

	static async start({ main }: SoakRig, simulator: Simulator): Promise<SendStream> {
		const passes = await PassCounter.start();
		const outcome = "($json.error ? $json.error.outcome : 'sent')";
		const reporter = passes.reporter("$('Asked').first().json.body.to", outcome);
		const sends = await publishSends(main, simulator, {
			name: 'soak-sends',
			number: NUMBER,
			to: '$json.body.to',
			// The comment shows which execution sent a fax.
			options: { comment: '={{ $execution.id }}' },
			extras: { onError: 'continueRegularOutput' },
			after: [reporter],
		});
		return new SendStream(sends, passes);
	}

	get workflowId(): string {
		return this.workflow.workflowId;
	}

	get reported(): Map<string, ReportedSend[]> {
		const outcomesOf = (passes: Pass[]) =>
			passes.map(({ executionId, about }) => ({ executionId, outcome: about }));
		return new Map([...this.passes.byId()].map(([to, passes]) => [to, outcomesOf(passes)]));
	}

	/** How many faxes the simulator accepted, by number and by the execution that sent them. */
	get made(): Map<string, Map<string, number>> {
		const made = new Map<string, Map<string, number>>();
		for (const { to, comment: execution } of sentFaxes(this.workflow.account)) {
			const counts = made.get(to) ?? new Map<string, number>();
			made.set(to, counts.set(execution, (counts.get(execution) ?? 0) + 1));
		}
		return made;
	}

	/** Requests one send, and repeats the request until n8n accepts it. */
	startSend(): void {
		const send = { to: `+15552${String(this.asked.length).padStart(6, '0')}`, askedAt: [] };
		this.asked.push(send);
		const work = this.ask(send).finally(() => this.underWay.delete(work));
		this.underWay.add(work);
	}

	/** Waits until n8n has accepted all requests. */
	async settled(): Promise<void> {
		await Promise.all(this.underWay);
	}

	async stop(): Promise<void> {
		await this.passes.stop();
	}

	private async ask({ to, askedAt }: { to: string; askedAt: number[] }): Promise<void> {
		const { url, agent } = this.workflow;
		for (;;) {
			askedAt.push(Date.now());
			const { status } = await axios
				.post(url, { to }, { httpsAgent: agent, timeout: TIMEOUT_MS, validateStatus: () => true })
				.catch(() => ({ status: 0 }));
			if (status >= 200 && status < 300) return;
			await pause(AGAIN_MS);
		}
	}
}
