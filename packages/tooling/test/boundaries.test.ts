import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// A boundary check that never fails proves nothing. So each rule has a planted violation in a small tree.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const signer = 'services/enclave-signer/src';

/** `from` imports `to`: a file of the tree, or a package. */
type Import = { readonly from: string; readonly to: string };
type Violation = Import & { readonly rule: string };

const allowed: readonly Import[] = [
  { from: 'services/wallet/src/main.ts', to: 'services/wallet/src/app.ts' },
  { from: 'services/wallet/src/app.ts', to: 'packages/grpc/src/index.ts' },
  { from: 'services/wallet/src/wallets/ok-store.ts', to: 'packages/postgres/src/index.ts' },
  { from: 'services/wallet/src/clients/ok-client.ts', to: 'packages/grpc/src/index.ts' },
  { from: 'services/wallet/src/wallets/ok.test.ts', to: 'packages/local-stack/src/index.ts' },
  { from: `${signer}/shell/server.ts`, to: 'node:fs' },
  { from: `${signer}/shell/start.ts`, to: `${signer}/core/ok.ts` },
  { from: `${signer}/core/ok.ts`, to: 'node:crypto' },
  { from: 'packages/bench/src/ok.ts', to: 'services/policy/src/y.ts' },
  { from: 'packages/sdk/src/core/ok.ts', to: 'packages/sdk/src/wallets.ts' },
  { from: 'packages/sdk/src/ok.test.ts', to: 'node:fs' },
];

const violations: readonly Violation[] = [
  { rule: 'no-circular', from: 'packages/a/src/x.ts', to: 'packages/a/src/y.ts' },
  { rule: 'resolves', from: 'packages/a/src/unresolved.ts', to: 'no-such-package-anywhere' },
  { rule: 'services-meet-over-the-wire', from: 'services/wallet/src/x.ts', to: 'services/policy/src/y.ts' },
  { rule: 'packages-below-services', from: 'packages/a/src/above.ts', to: 'services/policy/src/y.ts' },
  {
    rule: 'packages-below-services',
    from: 'packages/local-stack/src/above.ts',
    to: 'services/policy/src/y.ts',
  },
  {
    rule: 'packages-below-services',
    from: 'packages/operator-cli/src/above.ts',
    to: 'services/policy/src/y.ts',
  },
  {
    rule: 'only-tests-and-tools-use-tools',
    from: 'services/wallet/src/z.ts',
    to: 'packages/local-stack/src/index.ts',
  },
  {
    rule: 'only-tests-and-tools-use-tools',
    from: 'packages/operator-cli/src/kit.ts',
    to: 'packages/test-kit/src/until.ts',
  },
  {
    rule: 'only-tests-use-the-emulator',
    from: `${signer}/shell/emulated.ts`,
    to: 'packages/nitro-emulator/src/index.ts',
  },
  {
    rule: 'only-tools-and-tests-make-certificates',
    from: 'services/wallet/src/c.ts',
    to: 'packages/local-certificates/src/index.ts',
  },
  {
    rule: 'use-cases-do-no-io',
    from: 'services/wallet/src/wallets/create.ts',
    to: 'packages/postgres/src/index.ts',
  },
  { rule: 'use-cases-do-no-io', from: 'services/policy/src/policies/policy.ts', to: 'node:fs' },
  {
    rule: 'signer-imports-a-closed-list',
    from: `${signer}/shell/errors.ts`,
    to: 'packages/errors/src/index.ts',
  },
  { rule: 'signer-imports-a-closed-list', from: `${signer}/shell/spawn.ts`, to: 'node:child_process' },
  { rule: 'signer-imports-a-closed-list', from: `${signer}/shell/library.ts`, to: 'typescript' },
  { rule: 'signer-core-is-pure', from: `${signer}/core/files.ts`, to: 'node:fs' },
  { rule: 'signer-core-is-pure', from: `${signer}/core/shell.ts`, to: `${signer}/shell/server.ts` },
  {
    rule: 'stores-are-leaves',
    from: 'services/wallet/src/wallets/bad-store.ts',
    to: 'services/wallet/src/clients/ok-client.ts',
  },
  { rule: 'nothing-imports-main', from: 'services/wallet/src/w.ts', to: 'services/wallet/src/main.ts' },
  { rule: 'tests-stay-out-of-src', from: 'packages/a/src/tested.ts', to: 'packages/a/test/support.ts' },
  {
    rule: 'few-services-reach-outside',
    from: 'services/wallet/src/reach.ts',
    to: 'packages/egress/src/index.ts',
  },
  { rule: 'no-dev-dependency-at-run-time', from: 'packages/a/src/dev.ts', to: 'typescript' },
  { rule: 'sdk-imports-nothing', from: 'packages/sdk/src/builtin.ts', to: 'node:fs' },
  { rule: 'sdk-imports-nothing', from: 'packages/sdk/src/ours.ts', to: 'packages/errors/src/index.ts' },
  { rule: 'sdk-imports-nothing', from: 'packages/sdk/src/core/library.ts', to: 'typescript' },
  { rule: 'sdk-adapters-import-only-their-library', from: 'packages/sdk/src/viem.ts', to: 'typescript' },
  { rule: 'sdk-adapters-import-only-their-library', from: 'packages/sdk/src/ethers/x.ts', to: 'node:fs' },
  { rule: 'sdk-testing-signs-with-libraries', from: 'packages/sdk/src/testing/x.ts', to: 'node:fs' },
  { rule: 'pure-packages-do-no-io', from: 'packages/chains/src/x.ts', to: 'node:fs' },
];

/** A circle of folders without a circle of files. */
const folders = ['one', 'two'].map((name) => `services/policy/src/${name}`);
const folderCircle: readonly Import[] = [
  { from: `${folders[0]}/a.ts`, to: `${folders[1]}/b.ts` },
  { from: `${folders[1]}/c.ts`, to: `${folders[0]}/d.ts` },
];

const backToTheFirst: Import = { from: 'packages/a/src/y.ts', to: 'packages/a/src/x.ts' };

let folder: string;
let found: readonly Violation[];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'boundaries-'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const imports = [...allowed, ...violations, ...folderCircle, backToTheFirst];
  for (const { to } of imports) if (to.endsWith('.ts')) write(to, undefined);
  for (const { from, to } of imports) write(from, to);
  writeFileSync(
    path.join(folder, 'packages/a/package.json'),
    JSON.stringify({ name: 'a', devDependencies: { typescript: '*' } }),
  );
  found = violationsIn(folder, 'dependency-rules.cjs');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function write(file: string, target: string | undefined): void {
  const from = path.join(folder, file);
  mkdirSync(path.dirname(from), { recursive: true });
  const content =
    target === undefined
      ? 'export {};'
      : `import * as m from '${specifier(from, target)}';\nexport const used: unknown = m;`;
  writeFileSync(from, `${content}\n`);
}

function specifier(from: string, target: string): string {
  if (!target.endsWith('.ts')) return target;
  return `./${path.relative(path.dirname(from), path.join(folder, target))}`.replace(/\.ts$/, '.js');
}

function violationsIn(cwd: string, rules: string): readonly Violation[] {
  const config = path.join(root, 'packages/tooling', rules);
  const { stdout, stderr } = spawnSync(
    path.join(root, 'node_modules/.bin/depcruise'),
    ['--config', config, '--output-type', 'json', 'services', 'packages'],
    { cwd, encoding: 'utf8' },
  );
  if (stdout === '') throw new Error(stderr);
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[] };
  };
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

describe('the boundaries', () => {
  it.each(violations)('catch $from importing $to as $rule', ({ rule, from }) => {
    expect(found.filter((violation) => violation.from === from).map((violation) => violation.rule)).toContain(
      rule,
    );
  });

  it.each(allowed)('let $from import $to', ({ from }) => {
    expect(found.filter((violation) => violation.from === from)).toEqual([]);
  });

  it('catch a circle of folders, and accept folders without one', () => {
    const circles = violationsIn(folder, 'folder-rules.cjs');
    // The signer's violations are planted elsewhere, each in its own folder.
    const inPolicy = circles.map(({ from }) => from).filter((from) => from.startsWith('services/policy/'));
    expect(new Set(inPolicy)).toEqual(new Set(folders));
  });

  it('have a planted violation for each rule', async () => {
    const rules = (await import(path.join(root, 'packages/tooling/dependency-rules.cjs'))) as {
      default: { forbidden: { name: string }[] };
    };
    const names = rules.default.forbidden.map(({ name }) => name);
    expect(names.filter((name) => !violations.some(({ rule }) => rule === name))).toEqual([]);
  });
});
