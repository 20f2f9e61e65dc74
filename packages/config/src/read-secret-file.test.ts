import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError } from './config-error.js';
import { readSecretFile } from './read-secret-file.js';

describe('readSecretFile', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'secret-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function fileOf(content: string, mode: number): string {
    const file = path.join(folder, 'secret');
    rmSync(file, { force: true });
    writeFileSync(file, content);
    chmodSync(file, mode);
    return file;
  }

  it.each([0o600, 0o400])('reads a file of mode %o', (mode) => {
    expect(readSecretFile(fileOf('hunter2', mode)).toString()).toBe('hunter2');
  });

  it.each([0o640, 0o604, 0o660, 0o610])('refuses mode %o, which others can reach', (mode) => {
    const file = fileOf('hunter2', mode);
    expect(() => readSecretFile(file)).toThrow(/must not be accessible/);
    expect(readSecretFile(file, { allowShared: true }).toString()).toBe('hunter2');
  });

  it.each([
    ['a file that is missing', () => path.join(folder, 'none'), /ENOENT/],
    ['a folder', () => folder, /regular file/],
    ['an empty file', () => fileOf('', 0o600), /empty/],
    ['a file above 64 KiB', () => fileOf('x'.repeat(65_537), 0o600), /64 KiB/],
  ])('refuses %s', (_, file, message) => {
    expect(() => readSecretFile(file())).toThrow(ConfigError);
    expect(() => readSecretFile(file())).toThrow(message);
  });
});
