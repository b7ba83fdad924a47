import { N8n, type N8nOptions } from '../../../tools/harness/n8n';
import type { Rig } from './scenario';
import { Supervisor } from '../../../tools/harness/queue/supervisor';

/** One n8n process with SQLite, as most people run it; a supervisor starts it again. */
export interface RegularMode extends Rig {
	stop: () => Promise<void>;
}

/** Starts an n8n in regular mode. The caller stops it. */
export async function startRegularMode(options: N8nOptions = {}): Promise<RegularMode> {
	const main: N8n = await N8n.start(options);
	const supervisor = new Supervisor();
	supervisor.watch('n8n', main);
	return {
		main,
		supervisor,
		addresses: [main.publicUrl],
		stop: async () => {
			try {
				await supervisor.stop();
			} finally {
				await main.stop();
			}
		},
	};
}
