// The identity provider of the test: `node token.mjs make-keys FOLDER` writes its keys,
// `node token.mjs token FOLDER SUBJECT` prints a user's token.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const issuer = 'https://id.example.com';
export const audience = 'test-app';

/** Makes a key pair, with which tokens are signed from now on, and publishes it, with the old one if that is kept. */
export function makeKeys(folder, kid, keepsOld = false) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const published = path.join(folder, 'jwks.json');
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' };
  const kept = keepsOld ? JSON.parse(readFileSync(published, 'utf8')).keys : [];
  // In place, because the key host has this very file.
  writeFileSync(published, JSON.stringify({ keys: [jwk, ...kept] }), { mode: 0o644 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const file = path.join(folder, 'issuer.json');
  writeFileSync(`${file}.new`, JSON.stringify({ kid, pem }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Publishes no key but this one. */
export function withdrawOthers(folder, kid) {
  const published = path.join(folder, 'jwks.json');
  const { keys } = JSON.parse(readFileSync(published, 'utf8'));
  writeFileSync(published, JSON.stringify({ keys: keys.filter((key) => key.kid === kid) }));
}

export function makeToken(folder, subject) {
  const { kid, pem } = JSON.parse(readFileSync(path.join(folder, 'issuer.json'), 'utf8'));
  const key = createPrivateKey(pem);
  const iat = Math.floor(Date.now() / 1000);
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: issuer, aud: audience, sub: subject, iat, exp: iat + 300 };
  const input = `${part({ alg: 'ES256', kid, typ: 'JWT' })}.${part(claims)}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

const [command, folder, subject] = process.argv.slice(2);
if (command === 'make-keys') makeKeys(folder, 'test-1');
if (command === 'token') console.log(makeToken(folder, subject));
