// Who may import whom. Each rule's name appears in its failures; packages/tooling/test/boundaries.test.ts
// plants a violation of each.
const test = '\\.test\\.ts$|/test/';
// For people who develop or try the service. No image holds them.
const tools = '^packages/(local-stack|bench|chaos|e2e)/';
const testKit = '^packages/test-kit/';
// The adapters that extend a class of a library, or take its types. Others take objects by their shape.
const sdkAdapters = '^packages/sdk/src/(viem|ethers)(?:/|\\.ts$)';
// The server in memory signs with libraries of the user.
const sdkTesting = '^packages/sdk/src/testing(?:/|\\.ts$)';
const service = '^services/([^/]+)/';
const thirdParty = (names) => `node_modules/(\\.pnpm/)?(${names})`;
const builtin = (names) => `^(node:)?(${names})(/|$)`;
const io = [
  thirdParty('pg|ioredis|fastify|@fastify|@grpc'),
  '^packages/(grpc|call-stream|postgres|redis|runtime|tracing)/',
  builtin('fs|net|http|https|http2|tls|dns|child_process|worker_threads'),
];

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'services-meet-over-the-wire',
      severity: 'error',
      from: { path: service },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'packages-below-services',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/(bench|chaos|e2e)/' },
      // The launcher of the signer takes its flags from there.
      to: { path: '^services/', pathNot: '^services/enclave-signer/hardening\\.mjs$' },
    },
    {
      name: 'only-tests-and-tools-use-tools',
      severity: 'error',
      from: { path: '^(services|packages)/', pathNot: [test, tools, testKit] },
      to: { path: [tools, testKit] },
    },
    {
      name: 'only-tests-use-the-emulator',
      severity: 'error',
      from: { path: '^(services|packages)/', pathNot: [test, '^packages/nitro-emulator/'] },
      to: { path: '^packages/nitro-emulator/' },
    },
    {
      name: 'only-tools-and-tests-make-certificates',
      severity: 'error',
      from: {
        path: '^(services|packages)/',
        pathNot: [test, tools, '^packages/(operator-cli|local-certificates)/'],
      },
      to: { path: '^packages/local-certificates/' },
    },
    {
      name: 'use-cases-do-no-io',
      severity: 'error',
      from: {
        path: '^services/(wallet|policy|identity|webhooks|witness)/src/[^/]+/',
        pathNot: ['(-store|-handlers|-client)\\.ts$', test],
      },
      to: { path: io, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'few-services-reach-outside',
      severity: 'error',
      from: { path: '^services/(?!(identity|webhooks|witness)/)|^packages/(?!egress/)' },
      to: { path: '^packages/egress/' },
    },
    {
      name: 'signer-imports-a-closed-list',
      severity: 'error',
      from: { path: '^services/enclave-signer/src/', pathNot: test },
      to: {
        pathNot: [
          '^services/enclave-signer/src/',
          '^packages/(signer-protocol|transparency-log|jwt|addresses|call-stream|secp256k1)/',
          thirdParty('jose|hpke|@noble|@scure'),
          builtin('crypto|fs|https|net|tls|process|events|timers|path|url|os|v8'),
        ],
      },
    },
    {
      name: 'signer-core-is-pure',
      severity: 'error',
      from: { path: '^services/enclave-signer/src/core/', pathNot: test },
      to: {
        path: [
          '^services/enclave-signer/src/(?!core/)',
          '^packages/call-stream/',
          thirdParty('@grpc'),
          builtin('fs|net|process|http|https|tls|dns|child_process|worker_threads'),
        ],
      },
    },
    {
      name: 'stores-are-leaves',
      severity: 'error',
      from: { path: '-store\\.ts$', pathNot: test },
      to: {
        path: ['-handlers\\.ts$', '-client\\.ts$', '/src/(app|server|main|config)\\.ts$', '^packages/grpc/'],
      },
    },
    {
      name: 'nothing-imports-main',
      severity: 'error',
      from: {},
      to: { path: '^services/[^/]+/src/main\\.ts$' },
    },
    {
      name: 'tests-stay-out-of-src',
      severity: 'error',
      from: { path: '/src/', pathNot: test },
      to: { path: test },
    },
    {
      name: 'no-dev-dependency-at-run-time',
      severity: 'error',
      from: { path: '^(services|packages)/[^/]+/src/', pathNot: [test, '/src/testing/'] },
      to: {
        dependencyTypes: ['npm-dev'],
        // An optional peer is installed here as a dev dependency too.
        dependencyTypesNot: ['type-only', 'npm-peer'],
        pathNot: 'node_modules/(\\.pnpm/)?@types',
      },
    },
    {
      name: 'sdk-imports-nothing',
      severity: 'error',
      from: { path: '^packages/sdk/src/', pathNot: [test, sdkAdapters, sdkTesting] },
      to: { pathNot: '^packages/sdk/src/' },
    },
    {
      name: 'sdk-adapters-import-only-their-library',
      severity: 'error',
      from: { path: sdkAdapters, pathNot: test },
      to: { pathNot: ['^packages/sdk/src/', thirdParty('$1')] },
    },
    {
      name: 'sdk-testing-signs-with-libraries',
      severity: 'error',
      from: { path: sdkTesting, pathNot: test },
      to: { pathNot: ['^packages/sdk/src/', thirdParty('viem|@scure[+/]btc-signer')] },
    },
    {
      name: 'pure-packages-do-no-io',
      severity: 'error',
      from: {
        path: '^packages/(chains|addresses|secp256k1|signer-protocol|transparency-log|journal-format|errors|values)/src/',
        pathNot: test,
      },
      to: { path: io },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '/gen/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
