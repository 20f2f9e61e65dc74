import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serviceSecrets } from './service-secrets.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'service-secrets-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const contents = () =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file), 'base64')]),
  );

it('makes secrets once, and keeps those that are there', () => {
  serviceSecrets(folder);
  const made = contents();
  serviceSecrets(folder);
  expect(contents()).toEqual(made);
  expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length);
});

it('keeps the sealing key of an installation that still calls it root key', () => {
  serviceSecrets(folder);
  const made = contents();
  renameSync(path.join(folder, 'sealing.key'), path.join(folder, 'root.key'));
  serviceSecrets(folder);
  expect(contents()).toEqual(made);
});
