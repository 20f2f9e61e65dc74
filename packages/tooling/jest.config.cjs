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
  // For what hangs. A machine that is busy with something else is slow, and no test is about time.
  testTimeout: 60_000,
};
