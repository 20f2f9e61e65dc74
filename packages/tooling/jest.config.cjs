const { availableParallelism } = require('node:os');

module.exports = {
  rootDir: '../..',
  globalSetup: '<rootDir>/packages/tooling/jest.global-setup.mjs',
  globalTeardown: '<rootDir>/packages/tooling/jest.global-teardown.mjs',
  roots: ['<rootDir>/services', '<rootDir>/packages'],
  testMatch: ['**/src/**/*.test.ts', '**/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['/dist/'],
  transform: {},
  runtime: '<rootDir>/packages/tooling/jest.runtime.cjs',
  testEnvironment: '<rootDir>/packages/tooling/jest.environment.cjs',
  runner: '<rootDir>/packages/tooling/jest.runner.cjs',
  maxWorkers: availableParallelism() + 2,
  // A worker keeps the bundles that it has read, and is begun anew then.
  workerIdleMemoryLimit: '700MB',
  // Only to end what hangs. A busy machine is slow, and no test is about time.
  testTimeout: 300_000,
};
