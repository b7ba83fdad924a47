import { confirmations } from './confirmations';
import { deliveries, deliveriesByDefault, queueDeliveries } from './deliveries';
import { eventFiles } from './eventFiles';
import { downloads, thumbnails } from './files';
import { idleTriggers } from './idleTriggers';
import { items, lists } from './growth';
import { manyItems, manyItemsHeld } from './manyItems';
import type { Measurement } from './measure';
import { polls, pollsByDefault } from './polls';
import { reads } from './reads';
import { refusals } from './refusals';
import { largeFax, sends } from './sends';
import { startUp } from './startUp';
import { store } from './store';
import { verification } from './verification';

/** All benchmarks, by their name in `npm run bench`. */
export const benchmarks = {
	verification,
	startUp,
	idleTriggers,
	reads,
	items,
	manyItems,
	manyItemsHeld,
	lists,
	thumbnails,
	downloads,
	sends,
	largeFax,
	polls,
	pollsByDefault,
	refusals,
	store,
	deliveries,
	deliveriesByDefault,
	queueDeliveries,
	confirmations,
	eventFiles,
} satisfies Record<string, (rounds?: number) => Measurement | Promise<Measurement>>;
