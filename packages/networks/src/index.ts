export { caip2Of, chainIdOf } from './caip2.js';
export { readNetwork } from './read-network.js';
export type { NetworkReading } from './read-network.js';
