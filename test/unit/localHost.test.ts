import { Agent } from 'node:https';
import axios from 'axios';
import { ChatModel } from '../../tools/harness/chatModel';
import { HttpsFront } from '../../tools/harness/httpsFront';
import { RecordsSystem } from '../../tools/harness/recordsSystem';
import { startSimulator } from '../../tools/simulator';

/** Anything that listens in the demo, apart from n8n itself. */
interface Listening {
	url: string;
	stop: () => Promise<void>;
}

const servers: Record<string, () => Promise<Listening>> = {
	'the simulator': async () => {
		const simulator = await startSimulator();
		return {
			url: `${simulator.origin}/control`,
			stop: async () => {
				await simulator.stop();
			},
		};
	},
	'the records system': async () => await RecordsSystem.start(),
	'the chat model': async () => await ChatModel.start(() => ({ text: 'Hello' })),
	'the HTTPS front': async () => await HttpsFront.start(),
};

it.each(Object.entries(servers))(
	"%s only answers to this machine's names, because any name can point here",
	async (_what, start) => {
		const server = await start();
		const statusFor = async (host: string): Promise<number> => {
			const httpsAgent = new Agent({ rejectUnauthorized: false });
			const options = { headers: { host }, httpsAgent, validateStatus: () => true };
			return (await axios.get(server.url, options)).status;
		};
		const { port } = new URL(server.url);
		expect(await statusFor(`elsewhere.example:${port}`)).toBe(421);
		for (const host of [`localhost:${port}`, `127.0.0.1:${port}`])
			expect(await statusFor(host)).not.toBe(421);
		await server.stop();
	},
);
