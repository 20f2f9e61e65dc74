export { createMemoryStore } from './memory-store.js';
export { createRedisStore } from './redis-store.js';
export type { StoreLogger } from './redis-store.js';
export { StoreUnavailableError, sumOfCounts } from './shared-store.js';
export type { Counts, Permit, Rate, SharedStore } from './shared-store.js';
