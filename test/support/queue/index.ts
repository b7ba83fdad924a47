export * from './ledger';
export { listen, type Listener } from './listener';
export { QueueMode, startQueueMode, type QueueModeOptions } from './queueMode';
export { DeliveryStreams, type StreamOptions, type StreamResult } from './stream';
export { figuresOf, note, printReport, type Figures } from './report';
