import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import { grantLeewayMs, grantLifetimeMs, payloadOf, type Grant } from './grant.js';
import { signGrant } from './sign-grant.js';
import { createGrantVerifier } from './verify-grants.js';

const [mine, next, strange] = [1, 2, 3].map(() => generateKeyPairSync('ed25519').privateKey);
if (!mine || !next || !strange) throw new Error('no keys');
let now = 1_800_000_000_000;
const grant: Grant = {
  audience: 'policy',
  applicationId: 'a',
  keyId: 'k',
  issuedAt: now,
  expiresAt: now + grantLifetimeMs,
};
const publicKeys = [mine, next].map((key) => createPublicKey(key));
const verify = createGrantVerifier({ publicKeys, audience: 'policy', now: () => now });
const refused = (bytes: Uint8Array): string => {
  try {
    verify(bytes);
    return 'taken';
  } catch (error) {
    return error instanceof AppError && error.code === 'auth.grant-invalid' ? 'refused' : String(error);
  }
};

beforeEach(() => {
  now = grant.issuedAt;
});

it('accepts what identity signed, with the current key and with the next one', () => {
  expect(verify(signGrant(grant, mine))).toEqual(grant);
  expect(verify(signGrant({ ...grant, applicationId: undefined }, next)).applicationId).toBeUndefined();
  for (const scopes of [[], ['read'], ['read', 'of a newer release']])
    expect(verify(signGrant({ ...grant, scopes }, mine)).scopes).toEqual(scopes);
});

it('sends the grant of a key without limits as releases without scopes do, and no other', () => {
  const [bare, limited] = [payloadOf(grant), payloadOf({ ...grant, scopes: ['read'] })].map(String);
  expect(bare).toBe(`["policy","a","k",${grant.issuedAt},${grant.expiresAt}]`);
  expect(limited).toBe(`["policy","a","k",${grant.issuedAt},${grant.expiresAt},["read"]]`);
});

it('refuses every flipped bit', () => {
  const bytes = signGrant(grant, mine);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect([bit, refused(changed)]).toEqual([bit, 'refused']);
  }
});

it('refuses another key, another service, and a signature over the bare payload', () => {
  expect(refused(signGrant(grant, strange))).toBe('refused');
  expect(refused(signGrant({ ...grant, audience: 'wallet' }, mine))).toBe('refused');
  const payload = payloadOf(grant);
  expect(refused(Buffer.concat([sign(null, payload, mine), payload]))).toBe('refused');
});

it('checks the times each time, also of grants that it remembers', () => {
  const bytes = signGrant(grant, mine);
  expect(refused(bytes)).toBe('taken');
  now = grant.expiresAt + grantLeewayMs - 1;
  expect(refused(bytes)).toBe('taken');
  now += 1;
  expect(refused(bytes)).toBe('refused');
  now = grant.issuedAt - grantLeewayMs;
  expect(refused(bytes)).toBe('taken');
  now -= 1;
  expect(refused(bytes)).toBe('refused');
  now = grant.issuedAt;
  expect(refused(signGrant({ ...grant, expiresAt: grant.expiresAt + 1 }, mine))).toBe('refused');
  // Nobody accepts a grant for more than a minute.
  expect(grantLifetimeMs + grantLeewayMs).toBeLessThanOrEqual(60_000);
});

it.each([
  ['[]'],
  ['{}'],
  ['null'],
  ['["policy",null,"k",1]'],
  ['["nobody",null,"k",1800000000000,1800000000001]'],
  ['["policy","","k",1800000000000,1800000000001]'],
  ['["policy",7,"k",1800000000000,1800000000001]'],
  ['["policy","a","k","1800000000000",1800000000001]'],
  ['["policy","a","k",1800000000000,1800000000001,null]'],
  ['["policy","a","k",1800000000000,1800000000001,"read"]'],
  ['["policy","a","k",1800000000000,1800000000001,[1]]'],
  ['["policy","a","k",1800000000000,1800000000001,["read"],1]'],
  ['not JSON'],
])('refuses %s, even signed', (text) => {
  const payload = Buffer.from(text);
  const message = Buffer.concat([Buffer.from('wallet-service grant v1\n'), payload]);
  expect(refused(Buffer.concat([sign(null, message, mine), payload]))).toBe('refused');
});
