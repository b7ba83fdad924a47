import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { withFiles } from '../../../nodes/shared/trigger/faxFiles';

const items: INodeExecutionData[] = [{ json: { event: 'fax_received', data: { id: 'fax_1' } } }];

/** Returns an execution of a trigger whose credential can't be read. */
function executionWith(signal: AbortSignal): IExecuteFunctions {
	const parameters: Record<string, unknown> = {
		downloadFax: true,
		authentication: 'accessToken',
		format: 'pdf',
		binaryPropertyName: 'data',
	};
	return {
		getNodeParameter: (name: string) => parameters[name],
		getExecutionCancelSignal: () => signal,
		getNode: () => ({ name: 'Fax' }),
		getCredentials: async () => await Promise.reject(new Error('Found credential with no ID.')),
		helpers: {},
	} as unknown as IExecuteFunctions;
}

it('A download that a person stopped ends the execution with the word that n8n looks for', async () => {
	await expect(withFiles(executionWith(AbortSignal.abort()), items)).rejects.toThrow(/canceled/);
});
