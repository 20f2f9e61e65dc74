import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStateDirectory, type StateDirectory } from './state-directory-store.js';

let directory: string;
let state: StateDirectory;
const asItIs = (file: unknown): unknown => file;
const failures: unknown[] = [];
beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'state-'));
  state = await openStateDirectory({
    directory,
    newStateUntilMs: Date.now() + 60_000,
    now: Date.now,
    onFailure: (error) => failures.push(error),
  });
});
afterEach(async () => {
  await state.close();
  rmSync(directory, { recursive: true });
});

it('keeps one file for each subject, under a name that no subject can choose', async () => {
  const subjects = ['keys:a', 'keys:../../a', 'keys:A', `keys:${'x'.repeat(2_000)}`];
  for (const [index, subject] of subjects.entries())
    await state.write('key-sets', { subject, index } as never);
  for (const [index, subject] of subjects.entries())
    expect(await state.read('key-sets', subject, asItIs)).toEqual({ subject, index });
  expect(await state.read('documents', 'keys:a', asItIs)).toBeUndefined();
  const names = readdirSync(path.join(directory, 'key-sets'));
  expect(names).toHaveLength(subjects.length);
  expect(names.every((name) => /^[0-9a-f]{64}\.json$/.test(name))).toBe(true);
});

it('removes what was not written for long, and only that', async () => {
  const folder = path.join(directory, 'key-sets');
  await state.write('key-sets', { subject: 'old' });
  const [old = ''] = readdirSync(folder);
  utimesSync(path.join(folder, old), 1_000, 1_000);
  await state.write('key-sets', { subject: 'new' });
  await state.write('documents', { subject: 'old' });
  expect(await state.removeOlder('key-sets', 2_000_000)).toBe(1);
  expect(await state.read('key-sets', 'old', asItIs)).toBeUndefined();
  expect(await state.read('key-sets', 'new', asItIs)).toEqual({ subject: 'new' });
  expect(await state.read('documents', 'old', asItIs)).toEqual({ subject: 'old' });
});

it('is of nobody else while it is open, also for another one in the same process', async () => {
  const second = openStateDirectory({
    directory,
    newStateUntilMs: undefined,
    now: Date.now,
    onFailure: () => undefined,
  });
  await expect(second).rejects.toThrow('another witness uses');
  await state.write('documents', { subject: 'a' });
  expect(failures).toEqual([]);
});
