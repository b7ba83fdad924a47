import { registerFaxDesk } from './faxDesk';
import { registerIntegrations } from './integrations';
import type { SimulatorOptions } from './options';
import { Simulator } from './simulator';
import { drawThumbnails } from './thumbnails';

const DESKS = [registerIntegrations, registerFaxDesk];

/** Starts the faxing service in miniature; `stop()` ends it. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const simulator = new Simulator(await drawThumbnails(), options);
	await simulator.start(options.port ?? 0, DESKS);
	return simulator;
}
