export { allFaults } from './all-faults.js';
export { brokenInvariants } from './invariants.js';
export type { Sample } from './load.js';
export { startPostgresServer, type PostgresServer } from './postgres-server.js';
export { provoke } from './provoke.js';
export { startRedisServer, type RedisServer } from './redis-server.js';
export { chaosReport } from './report.js';
export { setScene } from './scene.js';
