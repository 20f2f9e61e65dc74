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
  'packages/values/src/bounded-staleness',
  'packages/values/src/fair-shares',
  'services/enclave-signer/test/ear',
  'services/gateway/src/http/preference',
  'services/policy/src/engine/compile-in-turn',
];
/** Begun first, so that none of them is left over at the end. In this order; those of e2e come before all others. */
const longest = [
  'packages/e2e/test/observability/alarms.test',
  'packages/e2e/test/lifecycle.test',
  'packages/e2e/test/cost-of-requests',
  'packages/e2e/test/faults/',
  'packages/e2e/test/chains/no-way-round',
  'packages/e2e/test/start-stop',
  'packages/e2e/test/audit',
  'packages/e2e/test/policies-on-replicas',
  'services/enclave-signer/test/kms-boot',
  'packages/tooling/test/supply-chain',
  'services/wallet/test/random-writer',
  'services/wallet/test/wallet-lifecycle',
  'services/gateway/test/never-5xx',
  'services/webhooks/test/process',
  'packages/e2e/',
];
const isMeasuring = ({ path }) => measuring.some((name) => path.includes(`/${name}`));

function rank({ path }) {
  const found = longest.findIndex((name) => path.includes(`/${name}`));
  return found === -1 ? longest.length : found;
}

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
      tests.filter((test) => !isMeasuring(test)).sort((a, b) => rank(a) - rank(b)),
      watcher,
      options,
    );
    await globalThis.stopTestStack();
    if (!watcher.isInterrupted())
      await super.runTests(tests.filter(isMeasuring), watcher, { ...options, serial: true });
  }
};
