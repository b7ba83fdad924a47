import type { INodeParameters } from 'n8n-workflow';
import { seed, type Simulator, type SimulatorOptions } from '../../../tools/simulator';
import type { CredentialDraft, Execution, N8n, StoredCredential } from '../../../tools/harness/n8n';
import { accessTokenDraft } from '../../../tools/harness/n8n/credentials';
import { connectOAuth2 } from '../../../tools/harness/n8n/oauthConsent';
import { manualTrigger, node, workflow, type NodeExtras } from '../../../tools/harness/n8n/workflows';
import { useStarted } from '../../support/startedBench';
import { leaveN8n, takeN8nAndSimulator } from './sharedN8n';

export type Authentication = 'accessToken' | 'oAuth2';

export const AUTHENTICATIONS: readonly Authentication[] = ['accessToken', 'oAuth2'];

/** Name of the tested node in the workflows of `N8nBench.run`. */
export const NODE = 'Fax.Plus';

export const ACTION_NODE = 'n8n-nodes-faxplus.faxPlus';

/** A real n8n instance with the packed package, the simulator, and credentials that connect them. */
class N8nBench {
	private constructor(
		readonly n8n: N8n,
		readonly simulator: Simulator,
		/** One credential of each kind, all of the account's owner. */
		readonly credentials: Record<Authentication, StoredCredential>,
	) {}

	static async start(simulatorOptions: SimulatorOptions = {}): Promise<N8nBench> {
		return await takeN8nAndSimulator(async (n8n, simulator) => {
			const accessToken = await n8n.api.createCredential(accessTokenDraft(simulator, seed.ownerToken));
			const oAuth2 = await n8n.api.createCredential(oAuth2Draft(simulator));
			await connectOAuth2(n8n.api, oAuth2.id);
			return new N8nBench(n8n, simulator, { accessToken, oAuth2 });
		}, simulatorOptions);
	}

	async stop(): Promise<void> {
		await leaveN8n(this.n8n);
		await this.simulator.stop();
	}

	/** Resets the simulator, except for the tokens of the connected credential. */
	reset(): void {
		const { tokens, refreshTokens } = this.simulator.state;
		this.simulator.reset();
		for (const token of tokens.values()) {
			if (token.type === 'oauth') this.simulator.state.tokens.set(token.value, token);
		}
		for (const [value, grant] of refreshTokens) this.simulator.state.refreshTokens.set(value, grant);
	}

	/**
	 * Runs the action node in its own workflow, as a manual execution.
	 *
	 * @param items JSON of the items that reach the node. The default is one empty item
	 */
	async run(parameters: INodeParameters, extras: NodeExtras & { items?: object[] } = {}): Promise<Execution> {
		const { items = [{}], ...nodeExtras } = extras;
		const authentication = parameters['authentication'] as Authentication;
		const input = node(
			'Input',
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: JSON.stringify({ items }) },
			SET_VERSION,
		);
		const split = node('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'items' });
		const action = node(NODE, ACTION_NODE, parameters, {
			credentials: [this.credentials[authentication]],
			...nodeExtras,
		});
		const { api } = this.n8n;
		const { id } = await api.createWorkflow(workflow('Action', [manualTrigger, input, split, action]));
		return await api.runManually(id, manualTrigger.name);
	}
}

const SET_VERSION = { typeVersion: 3.4 };

/** Returns what a user enters into the OAuth2 credential for the simulator. */
export function oAuth2Draft(simulator: Simulator, name = 'OAuth2'): CredentialDraft {
	const data = {
		clientId: seed.clientId,
		clientSecret: seed.clientSecret,
		baseUrl: simulator.baseUrl,
		authorizationServer: simulator.authUrl,
		grantType: 'authorizationCode',
		authUrl: `${simulator.authUrl}/login`,
		accessTokenUrl: `${simulator.authUrl}/token`,
		scope: 'all',
		authQueryParameters: '',
		authentication: 'header',
	};
	return { name, type: 'faxPlusOAuth2Api', data };
}

/** Starts a bench before the tests of a file, resets the simulator before each, and stops the bench after the last. */
export function useN8nBench(simulatorOptions?: SimulatorOptions): () => N8nBench {
	const bench = useStarted(() => N8nBench.start(simulatorOptions));
	beforeEach(() => {
		bench().reset();
	});
	return bench;
}
