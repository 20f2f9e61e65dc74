import { Refused, signerRefusals, type SignerRefusal } from '@wallet-service/signer-protocol';
import { errorOfRefusal, hasNewerBundle, isIncident, mayBeCuredByNewerTrust } from './signer-refusals.js';

describe('errorOfRefusal', () => {
  it.each<[SignerRefusal, string]>([
    ['token-malformed', 'auth.token-invalid'],
    ['token-signature', 'auth.token-invalid'],
    ['token-lifetime', 'auth.token-lifetime-too-long'],
    ['token-expired', 'auth.token-expired'],
    ['token-issuer', 'provider.not-trusted-yet'],
    ['token-audience', 'provider.not-trusted-yet'],
    ['provider-not-in-bundle', 'provider.not-trusted-yet'],
    ['key-not-in-bundle', 'provider.not-trusted-yet'],
    ['bundle-expired', 'service.unavailable'],
    ['bundle-refused', 'trust-bundle.refused'],
    ['mfa-missing', 'auth.mfa-required'],
    ['mfa-stale', 'auth.mfa-required'],
    ['access-key-wrong', 'wallet.access-key-invalid'],
    ['context-mismatch', 'wallet.record-mismatch'],
    ['address-mismatch', 'wallet.record-mismatch'],
    ['record-outdated', 'wallet.record-outdated'],
    ['record-rolled-back', 'wallet.record-rolled-back'],
    ['record-corrupt', 'wallet.record-corrupt'],
    ['application-key-invalid', 'wallet.record-corrupt'],
    ['verdict-expired', 'service.unavailable'],
    ['verdict-mismatch', 'internal'],
    ['verdict-signature', 'internal'],
    ['caller-not-allowed', 'internal'],
    ['unavailable', 'service.unavailable'],
    ['internal', 'internal'],
  ])('%s means %s', (refusal, code) => {
    expect(errorOfRefusal(new Refused(refusal)).code).toBe(code);
  });

  it('keeps the public details and the refusal as the cause', () => {
    const refused = new Refused('mfa-stale', { max_age: 900 });
    const error = errorOfRefusal(refused);
    expect(error.details).toEqual({ max_age: 900, reason: 'mfa-stale' });
    expect(error.cause).toBe(refused);
  });
});

it.each<[string, Error, boolean]>([
  ['an older bundle', new Refused('bundle-refused', { version: 3, version_in_force: 4 }), true],
  [
    'another bundle of the same version',
    new Refused('bundle-refused', { version: 4, version_in_force: 4 }),
    false,
  ],
  ['a bundle without a valid signature', new Refused('bundle-refused', { reason: 'form' }), false],
  ['another refusal', new Refused('internal', { version: 3, version_in_force: 4 }), false],
  ['a lost connection', new Error('gone'), false],
])('decides whether the signer has a newer bundle: %s', (_, error, newer) => {
  expect(hasNewerBundle(error)).toBe(newer);
});

const all = Object.keys(signerRefusals) as SignerRefusal[];

it('waits for newer trust only where that can help', () => {
  expect(all.filter((refusal) => mayBeCuredByNewerTrust(new Refused(refusal))).sort()).toEqual([
    'bundle-expired',
    'email-unverified',
    'key-not-in-bundle',
    'provider-not-in-bundle',
    'token-audience',
    'token-issuer',
    'token-lifetime',
    'verdict-signature',
  ]);
});

it('treats refusals that show tampering with the store as incidents', () => {
  expect(all.filter((refusal) => isIncident(new Refused(refusal))).sort()).toEqual([
    'address-mismatch',
    'application-key-invalid',
    'context-mismatch',
    'record-corrupt',
    'record-rolled-back',
  ]);
});
