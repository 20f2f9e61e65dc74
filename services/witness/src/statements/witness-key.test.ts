import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { ed25519PublicKey, kidOfPublicKey } from '@wallet-service/signer-protocol';
import { parseWitnessKey } from './witness-key.js';

const pem = (key: { export: (options: { type: 'pkcs8'; format: 'pem' }) => string | Buffer }) =>
  Buffer.from(key.export({ type: 'pkcs8', format: 'pem' }));

it('is named by its public half', () => {
  const key = parseWitnessKey(pem(generateKeyPairSync('ed25519').privateKey));
  const bytes = Buffer.from('anything');
  expect(verify(null, bytes, ed25519PublicKey(key.publicKey), sign(null, bytes, key.privateKey))).toBe(true);
  expect(key.kid).toBe(kidOfPublicKey(key.publicKey));
  expect(key.kid).toMatch(/^[0-9a-f]{16}$/);
});

it.each([
  ['of another kind', () => pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
  [
    'that is public',
    () => {
      const { publicKey } = generateKeyPairSync('ed25519');
      return Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }));
    },
  ],
  ['that is none', () => Buffer.from('secret')],
])('refuses a key %s, and does not show it', (_, content) => {
  const read = () => parseWitnessKey(content());
  expect(read).toThrow('WITNESS_KEY_FILE must hold an Ed25519 private key');
  expect(read).not.toThrow('secret');
});
