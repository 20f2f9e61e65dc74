// Most tests wait for processes, so more of them run at once than there are cores. Those that compare times
// or CPU run alone, afterwards.
const { stop } = require('esbuild');
const { existsSync, mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const SecondAttempts = require('./jest.second-attempts.cjs');

const root = path.resolve(__dirname, '../..');

const measuring = existing([
  'packages/e2e/test/cost.test.ts',
  'packages/e2e/test/one-tenant-starves-nobody.test.ts',
  'packages/jwt/test/hostile-tokens.test.ts',
  'packages/values/src/bounded-staleness.test.ts',
  'packages/values/src/fair-shares.test.ts',
  'services/enclave-signer/test/ear.test.ts',
  'services/gateway/src/http/preference.test.ts',
  'services/policy/src/engine/compile-in-turn.test.ts',
]);
/** Begun first, so that none of them is left over at the end. In this order; those of e2e come before all others. */
const longest = existing([
  'packages/e2e/test/observability/alarms.test.ts',
  'packages/e2e/test/lifecycle.test.ts',
  'packages/e2e/test/cost-of-requests.test.ts',
  'packages/e2e/test/faults/',
  'packages/e2e/test/chains/no-way-round-ethereum.test.ts',
  'packages/e2e/test/chains/no-way-round-others.test.ts',
  'packages/e2e/test/policies-on-replicas.test.ts',
  'packages/e2e/test/audit.test.ts',
  'services/enclave-signer/test/kms-boot.test.ts',
  'packages/e2e/test/start-stop.test.ts',
  'packages/e2e/test/cost-of-state.test.ts',
  'packages/e2e/test/chains/',
  'services/wallet/test/random-writer.test.ts',
  'services/webhooks/test/process.test.ts',
  'packages/e2e/',
  'packages/tooling/test/supply-chain.test.ts',
  'services/webhooks/test/',
  'services/policy/test/',
]);

const isIn = (name, test) => path.relative(root, test.path).startsWith(name);
const isMeasuring = (test) => measuring.some((name) => isIn(name, test));

function rank(test) {
  const found = longest.findIndex((name) => isIn(name, test));
  return found === -1 ? longest.length : found;
}

/** Files and folders. One that was renamed would lose its place in silence. */
function existing(names) {
  const gone = names.filter((name) => !existsSync(path.join(root, name)));
  if (gone.length > 0) throw new Error(`jest.runner.cjs names what does not exist: ${gone.join(', ')}`);
  return names;
}

module.exports = class extends SecondAttempts {
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
    await this.runTwice(
      tests.filter((test) => !isMeasuring(test)).sort((a, b) => rank(a) - rank(b)),
      watcher,
      options,
    );
    await globalThis.stopTestStack();
    if (!watcher.isInterrupted())
      await this.runTwice(tests.filter(isMeasuring), watcher, { ...options, serial: true });
    this.printFirstFailures();
  }
};
