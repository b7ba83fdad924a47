export { flood, type FloodResult } from './flood';
export { untilEnded } from './ledger';
export { listen, SECRETS, type Listener } from './listener';
export { QueueMode, startQueueMode, type QueueModeOptions } from '../../../harness/queue/queueMode';
export { runPolling, type PollingOptions, type PollingOutcome } from './pollingScenario';
export { startRegularMode, type RegularMode } from './regularMode';
export { note, report, type Figures } from './report';
export { PATIENCE_MS, Scenarios, type Outcome, type Rig } from './scenario';
export { RETRIES, type StreamOptions } from './stream';
