export { seed, token } from './seed';
export { startSimulator } from './simulator';
export type { RequestLogEntry, Simulator, SimulatorOptions } from './simulator';
