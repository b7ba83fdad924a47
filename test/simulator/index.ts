export { seed, token } from './seed';
export { startSimulator } from './simulator';
export type { RequestLogEntry, Simulator, SimulatorOptions } from './simulator';
export type { Attempt, Delivery } from './deliveries';
export type { FaxEvent } from './events';
