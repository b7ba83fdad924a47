import './environment';
import './time';

import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';

import type { Simulator, SimulatorOptions } from '../../../tools/simulator';
import { seed, startSimulator, token } from '../../../tools/simulator';
import { useStarted } from '../../support/startedBench';
import type { NodeCredentials, NodeResult, NodeRun } from './execution';
import { Engine } from './execution';
import { startRawServer, stopRawServers, type RawAnswer, type RawServer } from './rawServer';

export type Authentication = 'accessToken' | 'oAuth2';

export const AUTHENTICATIONS: readonly Authentication[] = ['accessToken', 'oAuth2'];

const REDIRECT_URI = 'http://localhost/rest/oauth2-credential/callback';

/** The built node in n8n's engine, the simulator, and credentials that connect them. */
export class Bench {
	private constructor(
		readonly engine: Engine,
		readonly simulator: Simulator,
	) {}

	static async start(options?: SimulatorOptions): Promise<Bench> {
		return new Bench(await Engine.start(), await startSimulator(options));
	}

	async stop(): Promise<void> {
		await this.simulator.stop();
	}

	/** Runs the node. By default, it uses a credential of the account's owner, and the simulator as Fax.Plus. */
	async run(
		parameters: INodeParameters,
		{ at, ...run }: Partial<Omit<NodeRun, 'parameters'>> & { at?: RawServer } = {},
	): Promise<NodeResult> {
		const credentials =
			run.credentials ?? (await this.credentials(authenticationIn(parameters), at?.baseUrl));
		const authentication = 'faxPlusOAuth2Api' in credentials ? 'oAuth2' : 'accessToken';
		return await this.engine.run({ parameters: { authentication, ...parameters }, ...run, credentials });
	}

	/** Runs the node against a server that doesn't behave like Fax.Plus. Also returns the requests that the server got. */
	async runAgainst(
		answer: RawAnswer,
		parameters: INodeParameters,
		run: Partial<Omit<NodeRun, 'parameters'>> = {},
	): Promise<NodeResult & { requests: string[] }> {
		const at = await startRawServer(answer);
		return { ...(await this.run(parameters, { ...run, at })), requests: at.requests };
	}

	/** Expects that a run was refused with this message, before any request. */
	expectRefused({ error }: Pick<NodeResult, 'error'>, message: RegExp | string): void {
		expect(error?.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
		expect(this.simulator.requests).toEqual([]);
	}

	/**
	 * Calls a function when the simulator gets the n-th request of one operation, or of any. The simulator responds
	 * afterwards.
	 */
	onRequest(operationId: string | undefined, nth: number, happen: () => void): void {
		let seen = 0;
		this.simulator.latency = (request) => {
			const isMeant = operationId === undefined || request.operationId === operationId;
			if (isMeant && ++seen === nth) happen();
			return 0;
		};
	}

	/**
	 * Returns a credential of the account's owner, with all permissions.
	 *
	 * @param baseUrl the simulator's URL by default
	 */
	async credentials(
		authentication: Authentication,
		baseUrl = this.simulator.baseUrl,
	): Promise<NodeCredentials> {
		return authentication === 'oAuth2'
			? await this.oAuth2(baseUrl)
			: await this.accessToken(seed.ownerToken, baseUrl);
	}

	/**
	 * Returns a credential with a personal access token.
	 *
	 * @param baseUrl the simulator's URL by default
	 */
	async accessToken(
		accessToken: string = seed.ownerToken,
		baseUrl = this.simulator.baseUrl,
	): Promise<NodeCredentials> {
		return await this.engine.credential('faxPlusApi', { accessToken, baseUrl });
	}

	/** Returns a credential with the owner's personal access token, limited to these scopes. */
	async limitedAccessToken(scopes: string[]): Promise<NodeCredentials> {
		const limited = token('alohi_pat_limited', seed.ownerId, { scopes });
		this.simulator.state.tokens.set(limited.value, limited);
		return await this.accessToken(limited.value);
	}

	/** Returns an OAuth2 credential that was connected with the authorization code flow. */
	async oAuth2(
		baseUrl = this.simulator.baseUrl,
		authorizationServer = this.simulator.authUrl,
	): Promise<NodeCredentials> {
		return await this.engine.credential('faxPlusOAuth2Api', {
			clientId: seed.clientId,
			clientSecret: seed.clientSecret,
			baseUrl,
			authorizationServer,
			oauthTokenData: await this.connect(),
		});
	}

	/** Logs in, allows access and redeems the code, as n8n does when a person connects a credential. */
	private async connect(): Promise<Record<string, string>> {
		const { authUrl } = this.simulator;
		const consent = await axios.post<unknown>(
			`${authUrl}/login`,
			new URLSearchParams({
				response_type: 'code',
				client_id: seed.clientId,
				redirect_uri: REDIRECT_URI,
				scope: 'all',
				decision: 'allow',
			}),
			{ maxRedirects: 0, validateStatus: (status) => status === 302 },
		);
		const code = new URL(String(consent.headers['location'])).searchParams.get('code') ?? '';
		const { data } = await axios.post<Record<string, string>>(
			`${authUrl}/token`,
			new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI }),
			{ auth: { username: seed.clientId, password: seed.clientSecret } },
		);
		return data;
	}
}

function authenticationIn({ authentication }: INodeParameters): Authentication {
	return authentication === 'oAuth2' ? 'oAuth2' : 'accessToken';
}

/** Sets up a bench for all tests of a file, and resets it before each test. */
export function useBench(options?: SimulatorOptions): () => Bench {
	const bench = useStarted(() => Bench.start(options));
	beforeEach(() => {
		bench().simulator.reset();
	});
	afterEach(stopRawServers);
	return bench;
}
