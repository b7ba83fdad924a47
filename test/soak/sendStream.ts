import axios from 'axios';
import { Agent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

import type { Simulator } from '../../simulator';
import type { Account } from '../../simulator/state';
import { node, workflow } from '../../harness/n8n/workflows';
import { PassCounter } from '../queue/support/passes';
import { addAccount } from '../support/accounts';
import type { SoakRig } from './rig';
import type { AskedSend, ToldSend } from './sendVerdict';

const ACCOUNT = 'acc_sends';
const NUMBER = '+15550100101';
const PATH = 'soak-sends';
const AGAIN_MS = 2_000;
const TIMEOUT_MS = 60_000;

/** Asks a workflow for sends, over a webhook of n8n's own, each to a number of its own. */
export class SendStream {
	readonly asked: Array<AskedSend & { askedAt: number[] }> = [];

	private readonly underWay = new Set<Promise<void>>();

	private readonly agent: Agent;

	private readonly url: string;

	private constructor(
		{ main }: SoakRig,
		private readonly account: Account,
		readonly workflowId: string,
		private readonly passes: PassCounter,
	) {
		this.agent = new Agent({ ca: main.front.certificate, keepAlive: false });
		this.url = `${main.publicUrl}/webhook/${PATH}`;
	}

	static async start(rig: SoakRig, simulator: Simulator): Promise<SendStream> {
		const { api } = rig.main;
		const { account, token } = addAccount(simulator, ACCOUNT, NUMBER);
		const credential = await api.createCredential({
			name: 'Account that sends',
			type: 'faxPlusApi',
			data: { accessToken: token.value, baseUrl: simulator.baseUrl },
		});
		const passes = await PassCounter.start();
		const asked = node(
			'Asked',
			'n8n-nodes-base.webhook',
			{ httpMethod: 'POST', path: PATH },
			{ typeVersion: 2, webhookId: PATH },
		);
		const send = node(
			'Send',
			'n8n-nodes-faxplus.faxPlus',
			{
				authentication: 'accessToken',
				resource: 'fax',
				operation: 'send',
				from: { __rl: true, mode: 'number', value: NUMBER },
				to: '={{ $json.body.to }}',
				source: 'text',
				text: '=Fax to {{ $json.body.to }}',
				// By the comment the service's faxes are told apart.
				options: { comment: '={{ $execution.id }}' },
			},
			{ credentials: [credential], onError: 'continueRegularOutput' },
		);
		const outcome = "($json.error ? $json.error.outcome : 'sent')";
		const told = `encodeURIComponent($('Asked').first().json.body.to + ' ' + ${outcome})`;
		const { id } = await api.createWorkflow(workflow('Sends', [asked, send, passes.reporter(told)]));
		await api.publish(id);
		return new SendStream(rig, account, id, passes);
	}

	get told(): Map<string, ToldSend[]> {
		const told = new Map<string, ToldSend[]>();
		for (const { id, executionId } of this.passes.passes) {
			const [to = '', outcome = ''] = id.split(' ');
			told.set(to, [...(told.get(to) ?? []), { executionId, outcome }]);
		}
		return told;
	}

	/** How many faxes the service has taken, by number and by the execution that sent them. */
	get made(): Map<string, Map<string, number>> {
		const made = new Map<string, Map<string, number>>();
		const count = (to: string, execution: string) => {
			const counts = made.get(to) ?? new Map<string, number>();
			made.set(to, counts.set(execution, (counts.get(execution) ?? 0) + 1));
		};
		for (const { to, comment } of this.account.outbox.values()) count(to, comment.text ?? '');
		for (const { to, comment } of this.account.faxes.values()) count(to, comment);
		return made;
	}

	/** Asks for a send, again and again until n8n has answered. */
	begin(): void {
		const send = { to: `+15552${String(this.asked.length).padStart(6, '0')}`, askedAt: [] };
		this.asked.push(send);
		const work = this.ask(send).finally(() => this.underWay.delete(work));
		this.underWay.add(work);
	}

	/** Waits until n8n has taken all. */
	async settled(): Promise<void> {
		await Promise.all(this.underWay);
	}

	async stop(): Promise<void> {
		await this.passes.stop();
	}

	private async ask({ to, askedAt }: { to: string; askedAt: number[] }): Promise<void> {
		for (;;) {
			askedAt.push(Date.now());
			const { status } = await axios
				.post(this.url, { to }, { httpsAgent: this.agent, timeout: TIMEOUT_MS, validateStatus: () => true })
				.catch(() => ({ status: 0 }));
			if (status >= 200 && status < 300) return;
			await pause(AGAIN_MS);
		}
	}
}
