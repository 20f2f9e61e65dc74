// The identity provider of the test: `node token.mjs make-keys FOLDER` writes its keys,
// `node token.mjs token FOLDER SUBJECT` prints a user's token.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const issuer = 'https://id.example.com';
export const audience = 'test-app';
const kid = 'test-1';

export function makeKeys(folder) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' };
  writeFileSync(path.join(folder, 'jwks.json'), JSON.stringify({ keys: [jwk] }), { mode: 0o644 });
  writeFileSync(path.join(folder, 'issuer.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
  });
}

export function makeToken(folder, subject) {
  const key = createPrivateKey(readFileSync(path.join(folder, 'issuer.pem')));
  const iat = Math.floor(Date.now() / 1000);
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: issuer, aud: audience, sub: subject, iat, exp: iat + 300 };
  const input = `${part({ alg: 'ES256', kid, typ: 'JWT' })}.${part(claims)}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

const [command, folder, subject] = process.argv.slice(2);
if (command === 'make-keys') makeKeys(folder);
if (command === 'token') console.log(makeToken(folder, subject));
