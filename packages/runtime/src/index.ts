export { createLogger } from './logger.js';
export type { Logger } from './logger.js';
export { createMetrics } from './metrics.js';
export type { Metrics } from './metrics.js';
export { startOperationsServer } from './operations-server.js';
export type { OperationsServer } from './operations-server.js';
export { run } from './run.js';
export type { Lifecycle } from './run.js';
export { isTraceId, newTraceId } from './trace-id.js';
