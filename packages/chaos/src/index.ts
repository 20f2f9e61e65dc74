export { allFaults } from './all-faults.js';
export { brokenInvariants } from './invariants.js';
export type { Sample } from './load.js';
export { startPgBouncer, type PgBouncer } from './pgbouncer-server.js';
export { startPostgresServer, type PostgresServer } from './postgres-server.js';
export { injectFault } from './inject-fault.js';
export { startRedisServer, type RedisServer } from './redis-server.js';
export { chaosReport } from './report.js';
export { startChaosSetup } from './chaos-setup.js';
