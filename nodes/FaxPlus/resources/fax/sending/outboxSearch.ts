import { listOutbox } from '../../../../shared/service/faxRecords';
import type { Reads } from '../../../../shared/service/requests';
import type { OutboxFax } from '../../../../shared/service/types';

/**
 * Finds in the outbox what came of a send (docs/api.md, "Sending"): the records that carry one of its uploads. Each upload
 * has a path of its own, so they are of this very send.
 *
 * @param userId encoded as one part of a path
 * @param paths of the uploads
 */
export async function findInOutbox(reads: Reads, userId: string, paths: string[]): Promise<OutboxFax[]> {
	const records = await listOutbox(reads, userId);
	return records.filter(({ files }) => [files ?? []].flat().some((file) => paths.includes(file)));
}
