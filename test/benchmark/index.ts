import { deliveries, queueDeliveries } from './deliveries';
import { eventFiles } from './eventFiles';
import { downloads, thumbnails } from './files';
import { items } from './items';
import { lists } from './lists';
import { reads } from './reads';
import { largeFax, sends } from './sends';
import { startUp } from './startUp';
import { store } from './store';
import { verification } from './verification';

const benchmarks: Record<string, () => Promise<void> | void> = {
	verification,
	startUp,
	reads,
	items,
	lists,
	thumbnails,
	downloads,
	sends,
	largeFax,
	store,
	deliveries,
	queueDeliveries,
	eventFiles,
};

/** Runs the benchmarks that are named, or all: `npm run bench -- verification store`. */
async function main(): Promise<void> {
	const names = process.argv.slice(2);
	for (const name of names.length > 0 ? names : Object.keys(benchmarks)) {
		const benchmark = benchmarks[name];
		if (!benchmark)
			throw new Error(`There is no benchmark "${name}". There are: ${Object.keys(benchmarks).join(', ')}`);
		console.log(`\n== ${name} ==`);
		await benchmark();
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
