import './environment';

import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';

/** Where n8n keeps files: in the items themselves, or on disk. */
export type BinaryMode = 'default' | 'filesystem';

/** Sets where n8n keeps files from now on. */
export async function useBinaryMode(mode: BinaryMode): Promise<BinaryDataService> {
	Container.get(BinaryDataConfig).mode = mode;
	const service = Container.get(BinaryDataService);
	await service.init();
	return service;
}
