import { listIn } from '../../../../shared/service/answers';
import type { Reads } from '../../../../shared/service/requests';
import type { OutboxFax } from '../../../../shared/service/types';

/**
 * Finds in the outbox what came of a send (docs/api.md, "Sending"): the records that carry one of its uploads. Each upload
 * has a path of its own, so they are of this very send.
 *
 * @param paths of the uploads
 */
export async function findInOutbox(reads: Reads, userPath: string, paths: string[]): Promise<OutboxFax[]> {
	const records = listIn<OutboxFax>(await reads.read({ path: `${userPath}/outbox` }), 'records', 'data');
	return records.filter(({ files }) => [files ?? []].flat().some((file) => paths.includes(file)));
}
