import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Type from 'typebox';
import { ConfigError } from './config-error.js';
import { readConfig } from './read-config.js';
import { secretText } from './secret-text.js';

describe('secretText', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'secret-text-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const schema = Type.Object({ DATABASE_URL: secretText(), REDIS_URL: Type.Optional(secretText()) });

  function fileOf(content: string, mode = 0o400): string {
    const file = path.join(folder, 'secret');
    rmSync(file, { force: true });
    writeFileSync(file, content, { mode });
    return file;
  }
  function mistakes(env: Record<string, string>): readonly string[] {
    try {
      readConfig(schema, env);
    } catch (error) {
      if (error instanceof ConfigError) return error.mistakes;
      throw error;
    }
    return [];
  }

  it('is read from the file that NAME_FILE names, without the final line break', () => {
    const DATABASE_URL_FILE = fileOf('postgres://user:hunter2@host/db\n');
    expect(readConfig(schema, { DATABASE_URL_FILE })).toEqual({
      DATABASE_URL: 'postgres://user:hunter2@host/db',
    });
  });

  it('is still read from NAME', () => {
    expect(readConfig(schema, { DATABASE_URL: 'x', DATABASE_URL_FILE: '' })).toEqual({ DATABASE_URL: 'x' });
  });

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['both at once', () => ({ DATABASE_URL: 'hunter2', DATABASE_URL_FILE: fileOf('x') }), /not both be set/],
    [
      'a file that others can read',
      () => ({ DATABASE_URL_FILE: fileOf('x', 0o444) }),
      /DATABASE_URL_FILE: .*600/,
    ],
    ['a missing file', () => ({ DATABASE_URL_FILE: '/nowhere' }), /DATABASE_URL_FILE: .*ENOENT/],
    ['an empty file', () => ({ DATABASE_URL_FILE: fileOf('') }), /must not be empty/],
  ])('refuses %s', (_, env, message) => {
    const found = mistakes(env());
    expect(found).toEqual([expect.stringMatching(message)]);
    expect(found.join()).not.toContain('hunter2');
  });

  it('may be a file that others can read in development', () => {
    const DATABASE_URL_FILE = fileOf('x', 0o444);
    expect(readConfig(schema, { ENVIRONMENT: 'development', DATABASE_URL_FILE }).DATABASE_URL).toBe('x');
  });

  it('does not read files that other variables only seem to name', () => {
    const plain = Type.Object({ HOST: Type.Optional(Type.String()) });
    expect(readConfig(plain, { HOST_FILE: '/nowhere' })).toEqual({});
  });
});
