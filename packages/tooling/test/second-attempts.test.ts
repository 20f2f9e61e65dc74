import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const jest = path.join(root, 'node_modules/jest/bin/jest.js');

/** Runs the suites of these names in `second-attempts`. */
function run(names: readonly string[], again: '0' | '1', more: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'second-attempts-'));
  const suites = names.map((name) => `**/test/second-attempts/${name}.ts`);
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        jest,
        ...['--config', 'packages/tooling/jest.config.cjs', '--testMatch', ...suites],
        // Without the times of earlier runs it begins workers, and one of the suites ends its process.
        ...['--cacheDirectory', folder],
      ],
      {
        cwd: root,
        env: { ...process.env, CI: '1', TEST_AGAIN: again, SECOND_ATTEMPTS_FOLDER: folder, ...more },
        encoding: 'utf8',
      },
    );
    return { status, lines: stderr.split('\n') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const named = (name: string): string => `packages/tooling/test/second-attempts/${name}.ts`;

it('passes what passes alone, prints that it failed, and counts it once', () => {
  const { status, lines } = run(['passes-the-second-time'], '1');
  expect(lines).toContain(`FAILED, and runs once more: ${named('passes-the-second-time')}`);
  expect(lines).toContain('  ● passes the second time');
  expect(lines).toContain(`  passed alone: ${named('passes-the-second-time')}`);
  expect(lines).toContain('Test Suites: 1 passed, 1 total');
  expect(lines).toContain('Tests:       2 passed, 2 total');
  expect(status).toBe(0);
});

it('fails what fails twice, also beside a suite that passes alone', () => {
  const { status, lines } = run(['passes-the-second-time', 'never-passes', 'ends-its-process'], '1');
  expect(lines).toContain(`  passed alone: ${named('passes-the-second-time')}`);
  expect(lines).toContain(`  failed alone too: ${named('never-passes')}`);
  expect(lines).toContain(`  failed alone too: ${named('ends-its-process')}`);
  expect(lines).toContain('Test Suites: 2 failed, 1 passed, 3 total');
  expect(status).toBe(1);
});

it('fails what does not end, and goes on', () => {
  const { status, lines } = run(['never-ends', 'passes-the-second-time', 'never-passes'], '1', {
    TEST_SILENCE_MS: '4000',
  });
  expect(lines).toContain('Error: It did not end: silent for 4 s.');
  expect(lines).toContain(`  failed alone too: ${named('never-ends')}`);
  expect(lines).toContain(`  passed alone: ${named('passes-the-second-time')}`);
  expect(lines).toContain('Test Suites: 2 failed, 1 passed, 3 total');
  expect(status).toBe(1);
});

it('passes what hangs once and passes alone', () => {
  const { status, lines } = run(['hangs-the-first-time', 'passes-the-second-time'], '1', {
    TEST_SILENCE_MS: '4000',
  });
  expect(lines).toContain(`FAILED, and runs once more: ${named('hangs-the-first-time')}`);
  expect(lines).toContain(`  passed alone: ${named('hangs-the-first-time')}`);
  expect(lines).toContain('Test Suites: 2 passed, 2 total');
  expect(status).toBe(0);
});

it('runs nothing again unless it is asked to', () => {
  const { status, lines } = run(['passes-the-second-time'], '0');
  expect(lines).toContain('Test Suites: 1 failed, 1 total');
  expect(status).toBe(1);
});
