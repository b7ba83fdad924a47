import './environment';

import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';

/** Where n8n keeps files: in the items themselves, or on disk. */
export type BinaryMode = 'default' | 'filesystem';

/** Makes n8n keep files in this place from now on. */
export async function useBinaryMode(mode: BinaryMode): Promise<BinaryDataService> {
	Container.get(BinaryDataConfig).mode = mode;
	const service = Container.get(BinaryDataService);
	await service.init();
	return service;
}
