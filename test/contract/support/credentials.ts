import './environment';

import { randomBytes } from 'node:crypto';

import { Container } from '@n8n/di';
import { Cipher, Credentials, EncryptionKeyProxy, getAdditionalKeys } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialType,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	INodeTypes,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { ICredentialsHelper, NodeHelpers, Workflow } from 'n8n-workflow';

/** The fields of n8n's own OAuth2 credential that requests depend on. */
const oAuth2Parent: ICredentialType = {
	name: 'oAuth2Api',
	displayName: 'OAuth2 API',
	properties: [
		hidden('grantType', 'authorizationCode'),
		hidden('authentication', 'header'),
		...['authUrl', 'accessTokenUrl', 'clientId', 'clientSecret', 'scope', 'authQueryParameters'].map((name) =>
			hidden(name, ''),
		),
		{ displayName: 'Ignore SSL Issues', name: 'ignoreSSLIssues', type: 'boolean', default: false },
		{ displayName: 'Token Data', name: 'oauthTokenData', type: 'json', default: {} },
	],
};

function hidden(name: string, value: string): INodeProperties {
	return { displayName: name, name, type: 'hidden', default: value };
}

const expressionNode: INode = {
	id: 'credential',
	name: 'Credential',
	type: 'credential',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** The node types that n8n's expressions need. A credential isn't a node, so this one has no properties. */
const expressionNodeTypes = {
	getByNameAndVersion: () => ({ description: { properties: [] } }),
} as unknown as INodeTypes;

/** Provides the key that encrypts credentials, which n8n otherwise keeps in its database. */
function provideEncryptionKey(): void {
	const key = {
		id: 'contract',
		value: Container.get(Cipher).encryptDEKWithInstanceKey(randomBytes(32).toString('hex')),
		algorithm: 'aes-256-gcm',
		format: 'prefixed' as const,
	};
	const provide = () => Promise.resolve(key);
	Container.get(EncryptionKeyProxy).setProvider({
		getActiveKey: provide,
		getKeyById: provide,
		getLegacyKey: provide,
	});
}

/**
 * Credentials as n8n keeps them, but without a database. They're encrypted, have the defaults of their type, and have their
 * expressions resolved. The type also defines how requests are authenticated. OAuth2 tokens that n8n-core refreshes are
 * stored here.
 */
export class StoredCredentials extends ICredentialsHelper {
	private readonly stored = new Map<string, Credentials>();

	private saved = 0;

	constructor(private readonly typeOf: (name: string) => ICredentialType) {
		super();
		provideEncryptionKey();
	}

	/** Stores a credential and returns the reference that nodes use for it. */
	async save(type: string, data: ICredentialDataDecryptedObject): Promise<INodeCredentialsDetails> {
		this.saved += 1;
		const id = String(this.saved);
		const credentials = new Credentials({ id, name: type }, type);
		await credentials.setData(data);
		this.stored.set(id, credentials);
		return { id, name: type };
	}

	/** Deletes a credential, as a user may at any time. */
	delete({ id }: INodeCredentialsDetails): void {
		this.stored.delete(String(id));
	}

	/** Returns the current data of a credential, decrypted. */
	async dataOf(details: INodeCredentialsDetails): Promise<ICredentialDataDecryptedObject> {
		return await this.entry(details).getData();
	}

	getParentTypes(name: string): string[] {
		return this.type(name).extends ?? [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type(typeName);
		if (typeof authenticate !== 'function')
			throw new Error(`${typeName} does not authenticate by a function`);
		return await authenticate(credentials, requestOptions as IHttpRequestOptions);
	}

	preAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	runPreAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	getCredentials(details: INodeCredentialsDetails): Promise<ICredentials> {
		return Promise.resolve(this.entry(details));
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		_executeData?: unknown,
		raw?: boolean,
	): Promise<ICredentialDataDecryptedObject> {
		const data = await this.dataOf(details);
		return raw ? data : this.withDefaults(additionalData, data, type, mode);
	}

	async updateCredentials(
		details: INodeCredentialsDetails,
		_type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		await this.entry(details).setData(data);
	}

	async updateCredentialsOauthTokenData(
		details: INodeCredentialsDetails,
		_type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		const { oauthTokenData } = data;
		await this.entry(details).setData({
			...(await this.dataOf(details)),
			oauthTokenData: oauthTokenData ?? {},
		});
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		const { extends: parents = [], properties } = this.type(type);
		const combined: INodeProperties[] = [];
		for (const parent of parents) {
			NodeHelpers.mergeNodeProperties(combined, this.getCredentialsProperties(parent));
		}
		NodeHelpers.mergeNodeProperties(combined, properties);
		return combined;
	}

	private withDefaults(
		additionalData: IWorkflowExecuteAdditionalData,
		data: ICredentialDataDecryptedObject,
		type: string,
		mode: WorkflowExecuteMode,
	): ICredentialDataDecryptedObject {
		const filled = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data as INodeParameters,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		if (data['oauthTokenData'] !== undefined) filled['oauthTokenData'] = data['oauthTokenData'];
		const workflow = new Workflow({
			nodes: [expressionNode],
			connections: {},
			active: false,
			nodeTypes: expressionNodeTypes,
		});
		return workflow.expression.getComplexParameterValue(
			expressionNode,
			filled as INodeParameters,
			mode,
			getAdditionalKeys(additionalData, mode, null, { isCredential: true }),
			undefined,
			undefined,
			filled,
		) as ICredentialDataDecryptedObject;
	}

	private type(name: string): ICredentialType {
		return name === oAuth2Parent.name ? oAuth2Parent : this.typeOf(name);
	}

	private entry({ id }: INodeCredentialsDetails): Credentials {
		const credentials = this.stored.get(id ?? '');
		// This is n8n's own wording.
		if (!credentials) throw new Error(`Credential with ID "${id ?? ''}" does not exist`);
		return credentials;
	}
}
