import { N8n, type N8nOptions } from '../../../tools/harness/n8n';
import type { Rig } from './scenario';
import { Supervisor } from '../../../tools/harness/queue/supervisor';

/** One n8n process with SQLite, which is how most people run n8n. A supervisor restarts it. */
export interface RegularMode extends Rig {
	stop: () => Promise<void>;
}

/** Starts n8n in regular mode. The caller must stop it. */
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
