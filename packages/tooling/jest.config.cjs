const { availableParallelism } = require('node:os');

module.exports = {
  rootDir: '../..',
  globalSetup: '<rootDir>/packages/tooling/jest.global-setup.mjs',
  globalTeardown: '<rootDir>/packages/tooling/jest.global-teardown.mjs',
  roots: ['<rootDir>/services', '<rootDir>/packages'],
  testMatch: ['**/src/**/*.test.ts', '**/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js'] },
  runner: '<rootDir>/packages/tooling/jest.runner.cjs',
  maxWorkers: availableParallelism() + 1,
  // For what hangs. A machine that is busy with something else is slow, and no test is about time.
  testTimeout: 60_000,
};
