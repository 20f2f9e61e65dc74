import fc from 'fast-check';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { creationOptions, requestOptions } from './options.js';
import { algorithms, type Algorithm, type Passkey } from './passkey.js';
import { challengeOf, credentialIdOf } from './read-answer.js';
import { createAuthenticator, type Misbehaviour } from './testing/authenticator.js';
import { verifyAssertion } from './verify-assertion.js';
import { verifyRegistration } from './verify-registration.js';

const origin = 'https://console.example.com';
const relyingParty = { id: 'example.com', origins: [origin, 'https://other.example.com:8443'] };
const challenge = Buffer.alloc(32, 7).toString('base64url');
const creation = creationOptions({
  challenge,
  relyingParty: { id: relyingParty.id, name: 'Wallets' },
  user: { id: Buffer.alloc(16, 1), name: 'Ada' },
  existing: [],
});
const request = requestOptions(challenge, relyingParty.id);

function registered(algorithm: Algorithm, counts = false) {
  const authenticator = createAuthenticator({ origin, algorithm, counts });
  const json = authenticator.create(creation);
  const verified = verifyRegistration(json, challenge, relyingParty);
  if (!verified.ok) throw new Error(verified.refusal);
  return { authenticator, json, passkey: verified.passkey };
}

const expected = {
  expectedChallenge: challenge,
  expectedOrigin: relyingParty.origins,
  expectedRPID: relyingParty.id,
  requireUserVerification: true,
};

/** The second oracle, another library. */
async function othersRegister(json: string): Promise<boolean> {
  try {
    const response = JSON.parse(json) as Parameters<typeof verifyRegistrationResponse>[0]['response'];
    return (await verifyRegistrationResponse({ ...expected, response })).verified;
  } catch {
    return false;
  }
}

async function othersAssert(json: string, passkey: Passkey, key: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    const response = JSON.parse(json) as Parameters<typeof verifyAuthenticationResponse>[0]['response'];
    const credential = { id: passkey.credentialId, publicKey: key, counter: passkey.signCount };
    return (await verifyAuthenticationResponse({ ...expected, response, credential })).verified;
  } catch {
    return false;
  }
}

/** The key as the other library wants it: the end of the authenticator's data. */
function coseOf(json: string): Uint8Array<ArrayBuffer> {
  const { response } = JSON.parse(json) as { response: { authenticatorData: string } };
  const bytes = Buffer.from(response.authenticatorData, 'base64url');
  return new Uint8Array(bytes.subarray(55 + bytes.readUInt16BE(53)));
}

describe.each(algorithms)('algorithm %i', (algorithm) => {
  it('registers and signs in, and another library agrees', async () => {
    const { authenticator, json, passkey } = registered(algorithm);
    expect(await othersRegister(json)).toBe(true);
    const assertion = authenticator.get(request);
    expect(verifyAssertion(assertion, challenge, relyingParty, passkey)).toEqual({
      ok: true,
      signCount: 0,
      isBackedUp: true,
    });
    expect(await othersAssert(assertion, passkey, coseOf(json))).toBe(true);
    expect([challengeOf(assertion), credentialIdOf(assertion)]).toEqual([challenge, passkey.credentialId]);
  });

  it('refuses a key of another algorithm', () => {
    const { json } = registered(algorithm);
    for (const other of [...algorithms, -37].filter((one) => one !== algorithm)) {
      const text = json.replace(`"publicKeyAlgorithm":${algorithm}`, `"publicKeyAlgorithm":${other}`);
      const refusal = other === -37 ? 'algorithm-unsupported' : 'malformed';
      expect(verifyRegistration(text, challenge, relyingParty)).toEqual({ ok: false, refusal });
    }
  });
});

const misbehaviours: readonly [string, Misbehaviour, string][] = [
  ['another challenge', { challenge: Buffer.alloc(32, 8).toString('base64url') }, 'other-challenge'],
  ['a page of another site', { origin: 'https://example.com.evil.example' }, 'other-origin'],
  ['plain HTTP', { origin: 'http://console.example.com' }, 'other-origin'],
  ['another port', { origin: `${origin}:8443` }, 'other-origin'],
  ['a page in a frame', { crossOrigin: true }, 'other-origin'],
  ['a page under another', { topOrigin: 'https://evil.example' }, 'other-origin'],
  ['another relying party', { relyingPartyId: 'evil.example' }, 'other-relying-party'],
  ['nobody present', { flags: 4 | 64 }, 'user-not-verified'],
  ['a person who is not verified', { flags: 1 | 64 }, 'user-not-verified'],
  ['a copy of what cannot be copied', { flags: 1 | 4 | 16 | 64 }, 'malformed'],
];

it.each(misbehaviours)(
  'refuses %s in both ceremonies, as the other library does',
  async (_, wrong, refusal) => {
    const { authenticator, json, passkey } = registered(-7);
    const registration = authenticator.create(creation, wrong);
    expect(verifyRegistration(registration, challenge, relyingParty)).toEqual({ ok: false, refusal });
    const { flags } = wrong;
    const assertion = authenticator.get(request, flags === undefined ? wrong : { flags: flags & ~64 });
    expect(verifyAssertion(assertion, challenge, relyingParty, passkey)).toEqual({ ok: false, refusal });
    // The other library does not look at frames.
    if (wrong.crossOrigin ?? wrong.topOrigin) return;
    expect(await othersRegister(registration)).toBe(false);
    expect(await othersAssert(assertion, passkey, coseOf(json))).toBe(false);
  },
);

it('refuses an answer to the other ceremony, and of another passkey', () => {
  const { authenticator, json, passkey } = registered(-7);
  const refusal = (result: { ok: boolean }) => result;
  expect(refusal(verifyRegistration(authenticator.get(request), challenge, relyingParty))).toEqual({
    ok: false,
    refusal: 'other-ceremony',
  });
  expect(refusal(verifyAssertion(json, challenge, relyingParty, passkey))).toEqual({
    ok: false,
    refusal: 'other-ceremony',
  });
  const other = createAuthenticator({ origin });
  expect(refusal(verifyAssertion(other.get(request), challenge, relyingParty, passkey))).toEqual({
    ok: false,
    refusal: 'other-credential',
  });
  const stolenId = other.get(request).replaceAll(other.credentialId, passkey.credentialId);
  expect(refusal(verifyAssertion(stolenId, challenge, relyingParty, passkey))).toEqual({
    ok: false,
    refusal: 'signature-invalid',
  });
});

it('demands that a counter grows', async () => {
  const { authenticator, json, passkey } = registered(-7, true);
  const verify = (text: string, signCount: number) =>
    verifyAssertion(text, challenge, relyingParty, { ...passkey, signCount });
  const assertion = authenticator.get(request);
  expect(passkey.signCount).toBe(1);
  expect(verify(assertion, 1)).toEqual({ ok: true, signCount: 2, isBackedUp: false });
  for (const seen of [2, 3])
    expect(verify(assertion, seen)).toEqual({ ok: false, refusal: 'counter-not-grown' });
  const without = authenticator.get(request, { signCount: 0 });
  expect(verify(without, 1)).toEqual({ ok: false, refusal: 'counter-not-grown' });
  expect(await othersAssert(without, { ...passkey, signCount: 1 }, coseOf(json))).toBe(false);
});

it('never throws, and takes nothing that was changed in a bit that is signed', () => {
  const { authenticator, passkey } = registered(-8);
  const assertion = JSON.parse(authenticator.get(request)) as { response: Record<string, string> };
  const fields = ['clientDataJSON', 'authenticatorData', 'signature'] as const;
  fc.assert(
    fc.property(fc.constantFrom(...fields), fc.nat(), fc.nat(7), (field, at, bit) => {
      const bytes = Buffer.from(assertion.response[field] ?? '', 'base64url');
      const place = at % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
      const response = { ...assertion.response, [field]: bytes.toString('base64url') };
      const text = JSON.stringify({ ...assertion, response });
      return !verifyAssertion(text, challenge, relyingParty, passkey).ok;
    }),
    { numRuns: 1_000 },
  );
});

it('never throws at any JSON, or at the start of an answer', () => {
  const { json, passkey } = registered(-7);
  const isRefused = (text: string): boolean =>
    !verifyRegistration(text, challenge, relyingParty).ok &&
    !verifyAssertion(text, challenge, relyingParty, passkey).ok;
  fc.assert(fc.property(fc.json(), isRefused), { numRuns: 500 });
  for (let length = 0; length < json.length; length += 1) expect(isRefused(json.slice(0, length))).toBe(true);
  const answer = JSON.parse(json) as { response: Record<string, unknown> };
  for (const name of Object.keys(answer))
    for (const value of [null, 1, '', [], {}, 'x'.repeat(20_000)])
      if (!['authenticatorAttachment', 'clientExtensionResults'].includes(name))
        expect([name, isRefused(JSON.stringify({ ...answer, [name]: value }))]).toEqual([name, true]);
  const ignored = ['attestationObject', 'transports'];
  for (const name of Object.keys(answer.response).filter((one) => !ignored.includes(one)))
    for (const value of [null, 1, '', [], {}, 'AA', 'AB', 'x'.repeat(2_000)]) {
      const response = { ...answer.response, [name]: value };
      expect([name, isRefused(JSON.stringify({ ...answer, response }))]).toEqual([name, true]);
    }
});
