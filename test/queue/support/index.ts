export { expectEachOnce, expectNoFaxLost, expectNoneLost, expectRefused } from './expectations';
export { flood, type FloodResult } from './flood';
export { KilledBatches } from './killedBatches';
export { concluded, figuresOf, foundByLaterCheck, LIMIT_WITH_CHECKS_MS } from './outcome';
export { runPolling } from './pollingScenario';
export { queueEnvironment, useQueueMode } from './queueBench';
export { note, report } from './report';
export { PATIENCE_MS, Scenarios } from './scenario';
export { DeliveryStreams } from './stream';
