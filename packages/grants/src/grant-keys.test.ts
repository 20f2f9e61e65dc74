import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError } from '@wallet-service/config';
import { assertGrantKeyIsKnown, readGrantKey, readGrantPublicKeys } from './grant-keys.js';

const folder = mkdtempSync(path.join(tmpdir(), 'grant-keys-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const file = (content: string): string => {
  const name = path.join(folder, 'file');
  rmSync(name, { force: true });
  writeFileSync(name, content, { mode: 0o600 });
  return name;
};
const made = (): KeyObject => generateKeyPairSync('ed25519').privateKey;
const privatePem = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }));
const publicPem = (key: KeyObject): string =>
  String(createPublicKey(key).export({ type: 'spki', format: 'pem' }));

it('reads a key and the public halves of one or two', () => {
  const [one, two] = [made(), made()];
  expect(readGrantKey(file(privatePem(one)), { allowShared: false }).equals(one)).toBe(true);
  const keys = readGrantPublicKeys(file(`${publicPem(one)}\n${publicPem(two)}`));
  expect(keys.map((key) => [one, two].findIndex((own) => createPublicKey(own).equals(key)))).toEqual([0, 1]);
  expect(() => {
    assertGrantKeyIsKnown(two, keys);
  }).not.toThrow();
  expect(() => {
    assertGrantKeyIsKnown(made(), keys);
  }).toThrow(ConfigError);
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

it.each([
  ['nothing', ''],
  ['three keys', [made(), made(), made()].map(publicPem).join('')],
  ['other text next to the key', `${publicPem(made())}x`],
  ['a private key', privatePem(made())],
  ['another kind of key', publicPem(rsa)],
  ['a broken block', publicPem(made()).replace(/\n[A-Za-z]/, '\n*')],
])('refuses %s as public keys, and names variable and file', (_, content) => {
  const name = file(content);
  expect(() => readGrantPublicKeys(name)).toThrow(ConfigError);
  expect(() => readGrantPublicKeys(name)).toThrow(/GRANT_PUBLIC_KEYS_FILE.*file/);
});

it('refuses a missing file, and what is not an Ed25519 private key', () => {
  expect(() => readGrantPublicKeys(path.join(folder, 'none'))).toThrow(/ENOENT/);
  for (const content of ['x', privatePem(rsa), publicPem(made())])
    expect(() => readGrantKey(file(content), { allowShared: false })).toThrow(/GRANT_KEY_FILE/);
});
