// Most tests wait for processes, so more of them run at once than there are cores. Those that compare times
// or CPU run alone, afterwards.
const { stop } = require('esbuild');
const { default: TestRunner } = require('jest-runner');
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

const measuring = [
  'packages/e2e/test/cost.test',
  'packages/e2e/test/one-tenant-starves-nobody',
  'packages/jwt/test/hostile-tokens',
  'packages/postgres/src/lease',
  'packages/values/src/fair-shares',
  'services/enclave-signer/test/ear',
  'services/gateway/src/http/preference',
  'services/policy/src/engine/compile-in-turn',
];
const isMeasuring = ({ path }) => measuring.some((name) => path.includes(`/${name}`));

module.exports = class extends TestRunner {
  async runTests(tests, watcher, options) {
    const { bundleForNode } = await import('./bundle-for-node.mjs');
    const folder = mkdtempSync(path.join(tmpdir(), 'wallet-service-suites-'));
    process.env.TEST_BUNDLES = folder;
    try {
      await bundleForNode(
        tests.map((test) => test.path),
        folder,
      );
      await this.runBundled(tests, watcher, options);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async runBundled(tests, watcher, options) {
    await super.runTests(
      tests.filter((test) => !isMeasuring(test)),
      watcher,
      options,
    );
    await globalThis.stopTestStack();
    if (!watcher.isInterrupted())
      await super.runTests(tests.filter(isMeasuring), watcher, { ...options, serial: true });
  }
};
