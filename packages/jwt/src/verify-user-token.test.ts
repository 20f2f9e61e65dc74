import fc from 'fast-check';
import { makeKey, publicJwkOf, signToken, type TestKey } from '../test/token-maker.js';
import { prepareKeySet, verifyUserToken } from './index.js';

const now = 1_800_000_000;
const claims = { iss: 'https://id.example.com', aud: 'app', sub: 'alice', iat: now, exp: now + 300 };

function providerWith(...keys: TestKey[]) {
  const prepared = prepareKeySet({ keys: keys.map(publicJwkOf) });
  if (!prepared.ok) throw new Error(prepared.problems.join());
  return { issuer: claims.iss, audience: claims.aud, keys: prepared.keys };
}

const key = makeKey('k', 'ES256');
const verify = (token: string, at = now) =>
  verifyUserToken(token, [providerWith(key)], { now: at, maxLifetimeSeconds: 300 });

it.each(['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256'] as const)(
  'accepts a token signed with %s',
  async (alg) => {
    const signer = makeKey('x', alg);
    const result = await verifyUserToken(signToken(claims, signer), [providerWith(signer)], {
      now,
      maxLifetimeSeconds: 300,
    });
    expect(result).toMatchObject({
      ok: true,
      token: { subject: 'alice', kid: 'x', issuedAt: now, expiresAt: now + 300 },
    });
  },
);

it.each([
  ['expired', now + 310],
  ['none', now + 309],
  ['none', now - 10],
  ['not-yet-valid', now - 11],
])('allows 10 s of clock difference: %s at %d', async (fault, at) => {
  const result = await verify(signToken(claims, key), at);
  expect(result.ok ? 'none' : result.fault).toBe(fault);
});

it.each([
  ['malformed', { sub: undefined }],
  ['issuer', { iss: 'https://other.example.com' }],
  ['audience', { aud: 'other' }],
  ['lifetime', { exp: now + 301 }],
  ['not-yet-valid', { nbf: now + 11 }],
])('says %s', async (fault, change) => {
  expect(await verify(signToken({ ...claims, ...change }, key))).toMatchObject({ ok: false, fault });
});

it('says which key is unknown, not for the algorithm, or not the signer', async () => {
  expect(await verify(signToken(claims, makeKey('other', 'ES256')))).toMatchObject({ fault: 'key-unknown' });
  expect(await verify(signToken(claims, makeKey('k', 'RS256')))).toMatchObject({ fault: 'algorithm' });
  expect(await verify(signToken(claims, makeKey('k', 'ES256')))).toMatchObject({ fault: 'signature' });
});

it('finds the provider by issuer and audience, and uses only its key set', async () => {
  const other = makeKey('k', 'ES256');
  const providers = [providerWith(key), { ...providerWith(other), audience: 'app2' }];
  const rules = { now, maxLifetimeSeconds: 300 };
  expect(await verifyUserToken(signToken({ ...claims, aud: 'app2' }, other), providers, rules)).toMatchObject(
    { ok: true },
  );
  expect(await verifyUserToken(signToken(claims, other), providers, rules)).toMatchObject({
    fault: 'signature',
  });
});

it.each([
  [{ email_verified: true }, true],
  [{ email_verified: 'true' }, false],
  [{ email_verified: 1 }, false],
  [{}, false],
])(
  'treats an e-mail address as verified only when the claim is the boolean true: %j',
  async (change, verified) => {
    const result = await verify(signToken({ ...claims, email: 'a@example.com', ...change }, key));
    expect(result).toMatchObject({ ok: true, token: { email: 'a@example.com', emailVerified: verified } });
  },
);

it('ignores malformed evidence of authentication', async () => {
  const odd = { amr: 'mfa', acr: 7, auth_time: '1', email: 5 };
  expect(await verify(signToken({ ...claims, ...odd }, key))).toMatchObject({
    ok: true,
    token: { amr: [], acr: undefined, authTime: undefined, email: undefined },
  });
});

it('refuses a token in which a single character was changed, added or removed', async () => {
  const token = signToken(claims, key);
  const mutation = fc.tuple(
    fc.nat({ max: token.length - 1 }),
    fc.constantFrom(0, 1),
    fc.string({ maxLength: 1 }),
  );
  await fc.assert(
    fc.asyncProperty(mutation, async ([at, removed, inserted]) => {
      const mutant = token.slice(0, at) + inserted + token.slice(at + removed);
      if (mutant !== token) expect(await verify(mutant)).toHaveProperty('ok', false);
    }),
    { numRuns: 500 },
  );
});

it('refuses any text, and never throws', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.json(), fc.json(), async (text, header, payload) => {
      const parts = [header, payload, text].map((part) => Buffer.from(part).toString('base64url'));
      for (const token of [text, parts.join('.')]) expect(await verify(token)).toHaveProperty('ok', false);
    }),
    { numRuns: 300 },
  );
});
