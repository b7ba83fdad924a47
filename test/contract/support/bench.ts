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

/** The built node in n8n's engine on one side, the service in miniature on the other, and credentials between them. */
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

	/** Runs the node, with a credential of the account's owner where none is given; against another service where one is named. */
	async run(
		parameters: INodeParameters,
		{ at, ...run }: Partial<Omit<NodeRun, 'parameters'>> & { at?: RawServer } = {},
	): Promise<NodeResult> {
		const credentials =
			run.credentials ?? (await this.credentials(authenticationIn(parameters), at?.baseUrl));
		const authentication = 'faxPlusOAuth2Api' in credentials ? 'oAuth2' : 'accessToken';
		return await this.engine.run({ parameters: { authentication, ...parameters }, ...run, credentials });
	}

	/** The same against a server that answers as no faxing service does, and what requests came there. */
	async runAgainst(
		answer: RawAnswer,
		parameters: INodeParameters,
		run: Partial<Omit<NodeRun, 'parameters'>> = {},
	): Promise<NodeResult & { requests: string[] }> {
		const at = await startRawServer(answer);
		return { ...(await this.run(parameters, { ...run, at })), requests: at.requests };
	}

	/** Expects of a run that it was refused in these words, before any request. */
	expectRefused({ error }: Pick<NodeResult, 'error'>, message: RegExp | string): void {
		expect(error?.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
		expect(this.simulator.requests).toEqual([]);
	}

	/** Lets something happen as the service gets a request of this name, or of any, for the n-th time, before it answers. */
	onRequest(operationId: string | undefined, nth: number, happen: () => void): void {
		let seen = 0;
		this.simulator.latency = (request) => {
			const isMeant = operationId === undefined || request.operationId === operationId;
			if (isMeant && ++seen === nth) happen();
			return 0;
		};
	}

	/**
	 * A credential of the account's owner, who may do everything.
	 *
	 * @param baseUrl the simulator's when left out
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
	 * A personal access token in a credential.
	 *
	 * @param baseUrl the simulator's when left out
	 */
	async accessToken(
		accessToken: string = seed.ownerToken,
		baseUrl = this.simulator.baseUrl,
	): Promise<NodeCredentials> {
		return await this.engine.credential('faxPlusApi', { accessToken, baseUrl });
	}

	/** A personal access token of the owner with these scopes only. */
	async limitedAccessToken(scopes: string[]): Promise<NodeCredentials> {
		const limited = token('alohi_pat_limited', seed.ownerId, { scopes });
		this.simulator.state.tokens.set(limited.value, limited);
		return await this.accessToken(limited.value);
	}

	/** An OAuth2 credential, connected by the authorization code flow. */
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

	/** Logs in, permits access and redeems the code, as n8n does when a person connects a credential. */
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

/** Sets up a bench for the tests of a file, which is at its beginnings before each. */
export function useBench(options?: SimulatorOptions): () => Bench {
	const bench = useStarted(() => Bench.start(options));
	beforeEach(() => {
		bench().simulator.reset();
	});
	afterEach(stopRawServers);
	return bench;
}
